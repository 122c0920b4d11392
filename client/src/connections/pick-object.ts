import { window } from 'vscode';
import type { KubeContext, ObjectReference, Resource } from '../cluster/cluster.ts';
import type { Features } from '../features.ts';
import { pickContext } from './pick-context.ts';

/** An object that a command is about, wherever it was picked. */
export interface PickedObject {
  readonly context: KubeContext;
  readonly reference: ObjectReference;
  readonly uid: string | undefined;
}

/**
 * Lets a person pick a cluster, a kind of it that `can` accepts (where there are several) and an object. Undefined when
 * they leave it at one of the steps.
 */
export async function pickObject(
  features: Features,
  purpose: string,
  can: (resource: Resource) => boolean,
): Promise<PickedObject | undefined> {
  const context = await pickContext(features, { purpose });
  if (!context) return undefined;
  const cluster = await features.connections.open(context);
  const { resources } = await cluster.discover();
  const offered = resources.filter((resource) => resource.verbs.includes('list') && can(resource));
  const resource = offered.length > 1 ? await pickResource(offered, purpose) : offered[0];
  if (!resource) return undefined;
  const namespace = resource.scope === 'Namespaced' ? features.namespaces.shown(context) : undefined;
  const items = cluster.list(resource, namespace).then((objects) =>
    objects.map(({ metadata }) => ({
      label: metadata.name ?? '',
      description: metadata.namespace ?? '',
      object: {
        context,
        reference: { resource, namespace: metadata.namespace, name: metadata.name ?? '' },
        uid: metadata.uid,
      } satisfies PickedObject,
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
