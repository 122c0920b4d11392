import type { Cluster } from '../cluster/cluster.ts';
import type { ObjectTarget } from '../connections/object-target.ts';
import type { Journal } from '../journal/journal.ts';

/** The deletion of one object: of the very one, where it is known which that is. */
export function deletionOf(cluster: Cluster, target: ObjectTarget): Journal<ObjectTarget> {
  const { resource, namespace, name } = target.reference;
  const { apiVersion, kind } = resource;
  return {
    target: { cluster, namespace: namespace ?? 'default' },
    steps: [
      {
        origin: target,
        object: { apiVersion, kind, metadata: namespace === undefined ? { name } : { name, namespace } },
        resource,
        namespace,
        operation: target.uid === undefined ? { type: 'delete' } : { type: 'delete', uid: target.uid },
        before: 'unread',
        outcome: { action: 'delete' },
      },
    ],
  };
}
