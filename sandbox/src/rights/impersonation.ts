import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { badRequest } from '../errors.ts';
import type { Authorizer } from './authorizer.ts';
import { refuse } from './refusal.ts';
import { type User, userNamed } from './user.ts';

const extraPrefix = 'impersonate-extra-';

/**
 * Who is meant by a request: the one who sends it, or whom its Impersonate headers name, where its sender may. Throws the
 * `StatusError` that the API server answers.
 */
export function impersonated(sender: User, request: IncomingMessage, authorizer: Authorizer): User {
  const { headersDistinct: all } = request;
  const username = all['impersonate-user']?.[0] ?? '';
  const groups = all['impersonate-group'] ?? [];
  const uid = all['impersonate-uid']?.[0] ?? '';
  const extra = extraOf(request.headers, all);
  if (username === '') {
    if (groups.length === 0 && uid === '' && extra.length === 0) return sender;
    const asked = [
      ...groups.map((name) => goReference('Group', name)),
      ...extra.flatMap(([key, values]) =>
        values.map((value) => goReference('UserExtra', value, 'authentication.k8s.io/v1', key)),
      ),
      ...(uid === '' ? [] : [goReference('UID', uid, 'authentication.k8s.io/v1')]),
    ];
    throw badRequest(`requested [${asked.join(' ')}] without impersonating a user`);
  }
  const user = userNamed(username, groups);
  const asked: [string, string, string][] = [['', 'users', username]];
  for (const group of groups) asked.push(['', 'groups', group]);
  if (uid !== '') asked.push(['authentication.k8s.io', 'uids', uid]);
  for (const [key, values] of extra) {
    for (const value of values) asked.push(['authentication.k8s.io', `userextras/${key}`, value]);
  }
  for (const [group, whole, name] of asked) {
    const [resource = '', subresource = ''] = whole.split('/');
    const attributes = {
      verb: 'impersonate',
      group,
      version: 'v1',
      resource,
      subresource,
      namespace: '',
      name,
    };
    if (!authorizer.decide(sender, attributes).allowed) throw refuse(sender, attributes);
  }
  return {
    ...user,
    ...(uid === '' ? {} : { uid }),
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}

/** An ObjectReference as Go prints it. */
function goReference(kind: string, name: string, apiVersion = '', fieldPath = ''): string {
  return `{${[kind, '', name, '', apiVersion, '', fieldPath].join(' ')}}`;
}

function extraOf(
  headers: IncomingHttpHeaders,
  all: IncomingMessage['headersDistinct'],
): [string, string[]][] {
  return Object.keys(headers)
    .filter((name) => name.startsWith(extraPrefix))
    .map((name) => [unescaped(name.slice(extraPrefix.length)), all[name] ?? []]);
}

/** A key that is escaped wrongly is taken as it is. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
