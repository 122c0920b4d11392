import type { Kind } from '../../server/src/catalog/catalog.ts';

/** `deployments.apps`, `pods`: how messages of the server name a resource. */
export function qualifiedResource(resource: Pick<Kind, 'plural' | 'group'>): string {
  return resource.group ? `${resource.plural}.${resource.group}` : resource.plural;
}

/** `Deployment.apps`, `Pod`: how messages of the server name a kind. */
export function qualifiedKind(kind: Pick<Kind, 'kind' | 'group'>): string {
  return kind.group ? `${kind.kind}.${kind.group}` : kind.kind;
}
