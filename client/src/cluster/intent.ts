/** What a request is for, so that an error can say it. */
export interface Intent {
  /** The verb as RBAC names it (`list`, `get`, `patch`, ...), or words of ours where RBAC has none: `port-forward to`. */
  readonly verb: string;
  /** `pods`, `deployments.apps`; a path (`/version`) where there is no resource. */
  readonly resource: string;
  /** `log`, `scale`, ..., where it is about a part of the object. */
  readonly subresource?: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** Whether the resource has namespaces at all. */
  readonly scope: 'Namespaced' | 'Cluster' | 'None';
  /** The verbs that it takes by RBAC, where it is told in words of ours. */
  readonly rights?: readonly string[];
}

/** The resource as RBAC names it: `pods`, `pods/log`. */
export function rightsResource({ resource, subresource }: Intent): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

/**
 * `list pods in \`shop\``, `get pods/log \`web\` in \`shop\``, `list pods in all namespaces`, `get /version`. Words of
 * ours say themselves which part of the object they are about: `port-forward to pods \`web\` in \`shop\``.
 */
export function describeIntent(intent: Intent): string {
  const { verb, namespace, name, scope, rights } = intent;
  const resource = rights ? intent.resource : rightsResource(intent);
  const what = name === undefined ? `${verb} ${resource}` : `${verb} ${resource} \`${name}\``;
  if (scope !== 'Namespaced') return what;
  return namespace === undefined ? `${what} in all namespaces` : `${what} in \`${namespace}\``;
}
