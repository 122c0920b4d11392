import type { Resource } from '../cluster/kube-object.ts';
import { type Ability, isAble } from '../contributions/abilities.ts';
import { pick } from '../prompts/pick.ts';
import { changeable } from './confirm-change.ts';
import type { Connections } from './connections.ts';
import type { Namespaces } from './namespaces.ts';
import type { ObjectTarget } from './object-target.ts';
import { pickContext } from './pick-context.ts';

/** Where objects are picked: the clusters, and the namespace of each that is shown. */
export interface PickableClusters {
  readonly connections: Connections;
  readonly namespaces: Namespaces;
}

/**
 * Lets a person pick a cluster, a kind of it whose objects can do it (where there are several) and an object. Undefined when
 * they leave it at one of the steps.
 */
export async function pickObject(
  { connections, namespaces }: PickableClusters,
  purpose: string,
  ability: Ability,
): Promise<ObjectTarget | undefined> {
  const among = ability.effect === 'reads' ? undefined : changeable(connections);
  const context = await pickContext(connections, { purpose, among });
  if (!context) return undefined;
  const cluster = await connections.open(context);
  const { resources } = await cluster.discover();
  const offered = resources.filter(
    (resource) => resource.verbs.includes('list') && isAble(resource, ability),
  );
  const resource = offered.length > 1 ? await pickResource(offered, purpose) : offered[0];
  if (!resource) return undefined;
  const namespace = resource.scope === 'Namespaced' ? namespaces.shown(context) : undefined;
  const items = cluster.listRows(resource, namespace).then((rows) =>
    rows.map(({ name, namespace: own, metadata }) => ({
      label: name,
      description: own ?? '',
      value: {
        context,
        reference: { resource, namespace: own, name },
        uid: metadata.uid,
      } satisfies ObjectTarget,
    })),
  );
  return await pick({ title: `Pick the ${resource.kind} to ${purpose}`, placeholder: resource.kind }, items);
}

async function pickResource(resources: readonly Resource[], purpose: string): Promise<Resource | undefined> {
  const items = resources.map((resource) => ({
    label: resource.kind,
    description: resource.apiVersion,
    value: resource,
  }));
  return await pick({ title: `Pick the kind to ${purpose}`, placeholder: 'Kind' }, items);
}
