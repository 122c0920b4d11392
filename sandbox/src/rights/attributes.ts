import type { ResourceAccess } from '../../../server/src/rules/rbac/allowed-by-rule.ts';
import { requestTarget } from '../request-target.ts';

/** What is asked to be done with a resource, as RBAC sees it. */
export interface ResourceAttributes extends ResourceAccess {
  readonly version: string;
  /** Empty for all namespaces, and for what has none. */
  readonly namespace: string;
}

/** What is asked of any other path. */
export interface PathAttributes {
  readonly verb: string;
  readonly path: string;
}

export type Attributes = ResourceAttributes | PathAttributes;

/** What a request is about, by its method, its path and its query, before anybody looks whether it exists. */
export function attributesOf(method: string, path: string, query: URLSearchParams): Attributes {
  const target = requestTarget(path);
  if (!target) return { verb: method.toLowerCase(), path };
  const { group, version, plural: resource, subresource = '' } = target;
  const isWatch = method === 'GET' && ['true', '1'].includes(query.get('watch') ?? '');
  const verb = target.name === undefined ? collectionVerb(method, isWatch) : (verbs.get(method) ?? '');
  // One object may be listed and watched by who may have that one alone.
  const isMany = ['list', 'watch', 'deletecollection'].includes(verb);
  const selected = isMany
    ? /^metadata\.name=([^,!=]+)$/.exec(query.get('fieldSelector') ?? '')?.[1]
    : undefined;
  const name = target.name ?? selected ?? '';
  // A namespace stands in itself.
  const isNamespace = group === '' && resource === 'namespaces' && target.name !== undefined;
  const namespace = isNamespace ? target.name! : (target.namespace ?? '');
  return { verb, group, version, resource, subresource, namespace, name };
}

function collectionVerb(method: string, isWatch: boolean): string {
  if (method === 'DELETE') return 'deletecollection';
  if (method === 'GET' || method === 'HEAD') return isWatch ? 'watch' : 'list';
  return verbs.get(method) ?? '';
}

const verbs = new Map([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);
