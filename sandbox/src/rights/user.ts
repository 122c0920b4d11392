/** Who asks, as `authentication.k8s.io/v1 UserInfo`. */
export interface User {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Whoever shows no credentials. */
export const anonymous: User = { username: 'system:anonymous', groups: ['system:unauthenticated'] };

/** The group whose members may do everything, whatever the rules say. */
export const mastersGroup = 'system:masters';

/** Whom the sandbox takes a person for who starts it, and one who may do nothing until a binding grants it. */
export const adminUser: User = knownUser('admin', [mastersGroup]);
export const viewerUser: User = knownUser('viewer', []);

function knownUser(username: string, groups: readonly string[]): User {
  return { username, uid: username, groups: [...groups, 'system:authenticated'] };
}

const serviceAccount = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** A user by its name, with the groups that go with the name: those of a service account, or those that are given. */
export function userNamed(username: string, given: readonly string[]): User {
  if (username === anonymous.username) return { username, groups: [...given, ...anonymous.groups] };
  const namespace = serviceAccount.exec(username)?.[1];
  const own = namespace === undefined || given.length > 0 ? [] : serviceAccountGroups(namespace);
  return { username, groups: [...new Set([...given, ...own, 'system:authenticated'])] };
}

/** The groups of every service account of a namespace. */
export function serviceAccountGroups(namespace: string): string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/** The parts of a service account's user name; undefined where it is none's. */
export function serviceAccountOf(username: string): { namespace: string; name: string } | undefined {
  const [, namespace, name] = serviceAccount.exec(username) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}
