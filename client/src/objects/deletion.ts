import type { Cluster } from '../cluster/cluster.ts';
import type { ObjectTarget } from '../connections/object-target.ts';
import type { Journal } from '../journal/journal.ts';
import type { Step } from '../journal/step.ts';

/** The deletion of objects of a cluster: of the very ones, where it is known which these are. */
export function deletionOf(cluster: Cluster, targets: readonly ObjectTarget[]): Journal<ObjectTarget> {
  return {
    target: { cluster, namespace: targets[0]?.reference.namespace ?? 'default' },
    steps: targets.map(stepOf),
  };
}

function stepOf(target: ObjectTarget): Step<ObjectTarget> {
  const { resource, namespace, name } = target.reference;
  const { apiVersion, kind } = resource;
  return {
    origin: target,
    object: { apiVersion, kind, metadata: namespace === undefined ? { name } : { name, namespace } },
    resource,
    namespace,
    operation: target.uid === undefined ? { type: 'delete' } : { type: 'delete', uid: target.uid },
    before: 'unread',
    outcome: { action: 'delete' },
  };
}
