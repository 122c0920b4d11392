import type { ObjectReference, Resource } from '../cluster.ts';

/** What a request is for, so that an error can say it. */
export interface Intent {
  /** The verb as RBAC names it (`list`, `get`, `patch`, ...), or a word of ours where RBAC has none. */
  readonly verb: string;
  /** `pods`, `deployments.apps`, `pods/log`; a path (`/version`) where there is no resource. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** Whether the resource has namespaces at all. */
  readonly scope: 'Namespaced' | 'Cluster' | 'None';
  /** The right that it takes by RBAC, where that is not the verb on the resource. */
  readonly right?: { readonly verbs: readonly string[]; readonly resource: string };
}

/** The intent of a request on many objects. */
export function intentOf(verb: string, resource: Resource, namespace: string | undefined): Intent {
  return { verb, resource: groupResource(resource), namespace, name: undefined, scope: resource.scope };
}

/** The intent of a request on one object, or on a subresource of it. */
export function intentOn(verb: string, reference: ObjectReference): Intent {
  const { resource, namespace, name, subresource } = reference;
  const plural = groupResource(resource);
  return {
    verb,
    resource: subresource === undefined ? plural : `${plural}/${subresource}`,
    namespace,
    name,
    scope: resource.scope,
  };
}

/** The intent of a WebSocket to a subresource, in words that follow nothing and go before the object: `port-forward to`. */
export function intentToConnect(words: string, reference: ObjectReference): Intent {
  const { subresource: _, ...object } = reference;
  // Servers since 1.35 want `create` beside `get`, which was enough.
  const right = { verbs: ['get', 'create'], resource: intentOn('get', reference).resource };
  return { ...intentOn(words, object), right };
}

/** The intent of a request that is about no resource. */
export function intentOfPath(verb: string, path: string): Intent {
  return { verb, resource: path, namespace: undefined, name: undefined, scope: 'None' };
}

/** `list pods in \`shop\``, `get pods \`web\` in \`shop\``, `list pods in all namespaces`, `get /version`. */
export function describeIntent({ verb, resource, namespace, name, scope }: Intent): string {
  const what = name === undefined ? `${verb} ${resource}` : `${verb} ${resource} \`${name}\``;
  if (scope !== 'Namespaced') return what;
  return namespace === undefined ? `${what} in all namespaces` : `${what} in \`${namespace}\``;
}

function groupResource({ plural, group }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`;
}
