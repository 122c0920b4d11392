import type { Journal } from '../journal/journal.ts';
import type { Outcome, Step } from '../journal/step.ts';
import type { Target } from '../journal/target.ts';
import type { ManifestObject } from './read-manifests.ts';

/** What a deletion of the objects of manifests would do; those that cannot be there are refused. */
export type DeletionPlan = Journal<ManifestObject>;

/** Finds the objects of manifests on a cluster by name; reads discovery alone. */
export async function planDeletion(
  target: Target,
  manifests: readonly ManifestObject[],
  signal?: AbortSignal,
): Promise<DeletionPlan> {
  const discovery = await target.cluster.discover(signal ? { signal } : {});
  const steps = manifests.map((manifest): Step<ManifestObject> => {
    const { object } = manifest;
    const resource = discovery.find(object.apiVersion, object.kind);
    const isNamespaced = resource?.scope === 'Namespaced';
    return {
      origin: manifest,
      object,
      resource,
      namespace: isNamespaced ? object.metadata.namespace || target.namespace : undefined,
      operation: { type: 'delete' },
      before: 'unread',
      outcome: outcomeOf(manifest, resource !== undefined),
    };
  });
  return { target, steps };
}

function outcomeOf({ object }: ManifestObject, isServed: boolean): Outcome {
  const { apiVersion, kind, metadata } = object;
  if (!isServed) return refused(`${kind} of ${apiVersion} is not served`);
  if (metadata.name === undefined) return refused('its name was made by the server');
  return { action: 'delete' };
}

function refused(message: string): Outcome {
  return { action: 'refused', message, fields: [] };
}
