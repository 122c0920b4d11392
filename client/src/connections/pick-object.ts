import { window } from 'vscode';
import type { Resource } from '../cluster/cluster.ts';
import type { Connections } from './connections.ts';
import type { Namespaces } from './namespaces.ts';
import type { ObjectTarget } from './object-target.ts';
import { pickContext } from './pick-context.ts';

/** Where objects are picked: the clusters, and the namespace of each that is shown. */
export interface PickedFrom {
  readonly connections: Connections;
  readonly namespaces: Namespaces;
}

/**
 * Lets a person pick a cluster, a kind of it that `can` accepts (where there are several) and an object. Undefined when
 * they leave it at one of the steps.
 */
export async function pickObject(
  { connections, namespaces }: PickedFrom,
  purpose: string,
  can: (resource: Resource) => boolean,
): Promise<ObjectTarget | undefined> {
  const context = await pickContext(connections, { purpose });
  if (!context) return undefined;
  const cluster = await connections.open(context);
  const { resources } = await cluster.discover();
  const offered = resources.filter((resource) => resource.verbs.includes('list') && can(resource));
  const resource = offered.length > 1 ? await pickResource(offered, purpose) : offered[0];
  if (!resource) return undefined;
  const namespace = resource.scope === 'Namespaced' ? namespaces.shown(context) : undefined;
  const items = cluster.list(resource, namespace).then((objects) =>
    objects.map(({ metadata }) => ({
      label: metadata.name ?? '',
      description: metadata.namespace ?? '',
      object: {
        context,
        reference: { resource, namespace: metadata.namespace, name: metadata.name ?? '' },
        uid: metadata.uid,
      } satisfies ObjectTarget,
    })),
  );
  const picked = await window.showQuickPick(items, {
    title: `Pick the ${resource.kind} to ${purpose}`,
    placeHolder: resource.kind,
    ignoreFocusOut: true,
  });
  return picked?.object;
}

async function pickResource(resources: readonly Resource[], purpose: string): Promise<Resource | undefined> {
  const items = resources.map((resource) => ({
    label: resource.kind,
    description: resource.apiVersion,
    resource,
  }));
  const picked = await window.showQuickPick(items, {
    title: `Pick the kind to ${purpose}`,
    placeHolder: 'Kind',
    ignoreFocusOut: true,
  });
  return picked?.resource;
}
