import type { KubeContext } from '../cluster/cluster.ts';
import { type ProtectedContext, sameServer } from '../cluster/protection/protection.ts';

/**
 * Where the manifests and commands of a workspace folder go: a cluster, by a context, and the namespace of it for objects that
 * name none. There is one for each folder. A person chooses it, and it is remembered; or the setting `kubewright.target` pins
 * all of it or a part. Nothing else is a target: neither a kubeconfig's current context nor what the tree shows.
 */
export interface FolderTarget {
  readonly context: KubeContext;
  readonly namespace: string;
}

/** Who says where a folder's manifests go. */
export type TargetSource = 'setting' | 'choice';

/** What the setting `kubewright.target` pins: a context by all the names that it gives, which must fit exactly, and a namespace. */
export interface PinnedTarget {
  readonly context?: string;
  readonly cluster?: string;
  readonly server?: string;
  readonly namespace?: string;
}

/** What is remembered of a target that a person has chosen: enough to know whether its context still is that cluster. */
export interface RememberedTarget {
  /** `Connections.keyOf` its context. */
  readonly key: string;
  readonly name: string;
  readonly cluster: string;
  /** In the form that all spellings share, without credentials; undefined for the sandbox, which has another at each start. */
  readonly server?: string;
  readonly namespace: string;
}

/** A target as far as it is known by words alone. */
export interface TargetPlace {
  readonly name: string;
  readonly namespace: string | undefined;
  /** What tells how it is protected; undefined where no more than a name is known. */
  readonly identity: ProtectedContext | undefined;
}

/** What has become of the target of a folder. Only `one` can be used; of all else a person is told, and asked. */
export type ResolvedTarget =
  /** Nobody has chosen one, and nothing is pinned. */
  | { readonly is: 'none' }
  /** The kubeconfigs have not been read yet: nothing has asked for them. */
  | { readonly is: 'unread'; readonly by: TargetSource; readonly place: TargetPlace }
  | {
      readonly is: 'one';
      readonly by: TargetSource;
      readonly namespaceBy: TargetSource | 'kubeconfig';
      readonly target: FolderTarget;
    }
  /** Several contexts are what the setting says, and none of them was chosen. */
  | { readonly is: 'ambiguous'; readonly place: TargetPlace; readonly contexts: readonly KubeContext[] }
  | {
      readonly is: 'gone';
      readonly by: TargetSource;
      readonly place: TargetPlace;
      /**
       * No kubeconfig has it; or it is the sandbox, which does not run; or its context leads to another server than when it was
       * chosen; or that cannot be used.
       */
      readonly why: 'missing' | 'stopped' | 'moved' | 'broken';
    };

/** A context with what a workspace remembers it by. */
export interface KeyedContext {
  readonly key: string;
  readonly context: KubeContext;
}

/** The namespace of objects that name none, in a context that names none either. */
const defaultNamespace = 'default';

/** What a folder's target is by now. `contexts` are all that can be chosen; undefined before kubeconfigs are read. */
export function resolveTarget({
  pinned,
  remembered,
  contexts,
}: {
  readonly pinned: PinnedTarget;
  readonly remembered: RememberedTarget | undefined;
  readonly contexts: readonly KeyedContext[] | undefined;
}): ResolvedTarget {
  const pin = pinned.context ?? pinned.cluster ?? pinned.server;
  if (pin !== undefined) return resolvePinned({ pin, pinned, remembered, contexts });
  if (!remembered) return { is: 'none' };
  const namespace = pinned.namespace ?? remembered.namespace;
  const place = { name: remembered.name, namespace, identity: identityOf(remembered) };
  if (!contexts) return { is: 'unread', by: 'choice', place };
  const found = contexts.find(({ key }) => key === remembered.key);
  if (!found) return { is: 'gone', by: 'choice', place, why: isSandbox(remembered) ? 'stopped' : 'missing' };
  if (!isStill(remembered, found)) return { is: 'gone', by: 'choice', place, why: 'moved' };
  if (found.context.problem !== undefined) return { is: 'gone', by: 'choice', place, why: 'broken' };
  return {
    is: 'one',
    by: 'choice',
    namespaceBy: pinned.namespace === undefined ? 'choice' : 'setting',
    target: { context: found.context, namespace },
  };
}

/** What of a setting's value pins something; anything else in it is left alone. */
export function pinnedOf(value: unknown): PinnedTarget {
  if (typeof value !== 'object' || value === null) return {};
  const { context, cluster, server, namespace } = value as Record<string, unknown>;
  return {
    ...(isName(context) ? { context } : {}),
    ...(isName(cluster) ? { cluster } : {}),
    ...(isName(server) ? { server } : {}),
    ...(isName(namespace) ? { namespace } : {}),
  };
}

/** Whether a setting pins a cluster, and not a namespace alone. */
export function isPinned({ context, cluster, server }: PinnedTarget): boolean {
  return [context, cluster, server].some((name) => name !== undefined);
}

/** Whether a context is what a setting pins, as far as that names one. */
export function fitsPin(
  { context, cluster, server }: PinnedTarget,
  candidate: Pick<KubeContext, 'name' | 'cluster' | 'server'>,
): boolean {
  if (context !== undefined && candidate.name !== context) return false;
  if (cluster !== undefined && candidate.cluster !== cluster) return false;
  return server === undefined || sameServer(candidate.server) === sameServer(server);
}

/** What is to be remembered of a chosen target. */
export function rememberedOf(
  { context, namespace }: FolderTarget,
  key: string,
  server: 'kept' | 'another at each start',
): RememberedTarget {
  const url = server === 'kept' ? sameServer(context.server) : undefined;
  return {
    key,
    name: context.name,
    cluster: context.cluster,
    ...(url === undefined ? {} : { server: url }),
    namespace,
  };
}

function resolvePinned({
  pin,
  pinned,
  remembered,
  contexts,
}: {
  readonly pin: string;
  readonly pinned: PinnedTarget;
  readonly remembered: RememberedTarget | undefined;
  readonly contexts: readonly KeyedContext[] | undefined;
}): ResolvedTarget {
  const { context: name = '', cluster = '', server, namespace } = pinned;
  const place = { name: pin, namespace, identity: { name, cluster, server } };
  if (!contexts) return { is: 'unread', by: 'setting', place };
  const fitting = contexts.filter(({ context }) => fitsPin(pinned, context));
  const usable = fitting.filter(({ context }) => context.problem === undefined);
  const chosen = remembered && usable.find((one) => one.key === remembered.key && isStill(remembered, one));
  const found = chosen ?? (usable.length === 1 ? usable[0] : undefined);
  if (found) return pinnedTo(found, pinned, chosen && remembered);
  if (usable.length > 1) return { is: 'ambiguous', place, contexts: usable.map(({ context }) => context) };
  return { is: 'gone', by: 'setting', place, why: fitting.length > 0 ? 'broken' : 'missing' };
}

function pinnedTo(
  { context }: KeyedContext,
  pinned: PinnedTarget,
  remembered: RememberedTarget | undefined,
): ResolvedTarget {
  const own = pinned.namespace ?? remembered?.namespace;
  return {
    is: 'one',
    by: 'setting',
    namespaceBy: pinned.namespace !== undefined ? 'setting' : remembered ? 'choice' : 'kubeconfig',
    target: { context, namespace: own ?? context.namespace ?? defaultNamespace },
  };
}

/** Whether a context leads to the server that it led to when it was chosen. */
function isStill({ server }: RememberedTarget, { context }: KeyedContext): boolean {
  return server === undefined || context.server === undefined || sameServer(context.server) === server;
}

/** The sandbox alone is remembered without a server. */
function isSandbox({ server }: RememberedTarget): boolean {
  return server === undefined;
}

function identityOf({ name, cluster, server }: RememberedTarget): ProtectedContext {
  return { name, cluster, server };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
