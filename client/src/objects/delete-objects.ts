import type { Log } from '../cluster/log.ts';
import type { ObjectTarget } from '../connections/object-target.ts';
import { type PickableClusters, pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import { deleteReviewed } from '../deletions/delete-reviewed.ts';
import { byCluster } from './by-cluster.ts';
import { deletionOf } from './deletion.ts';

/** Delete: of lines of the Clusters view, or of an object that is picked. Each cluster is asked about by itself. */
export async function deleteObjects(
  clusters: PickableClusters & { readonly log: Log },
  targets: readonly ObjectTarget[] | undefined,
): Promise<void> {
  const objects = targets ?? (await picked(clusters));
  for (const ofCluster of byCluster(objects)) {
    const { context } = ofCluster[0]!;
    const cluster = await clusters.connections.open(context);
    const end = await deleteReviewed(clusters, context, deletionOf(cluster, ofCluster));
    // Who leaves one question is not asked the next.
    if (end === 'left') return;
  }
}

async function picked(clusters: PickableClusters): Promise<ObjectTarget[]> {
  const object = await pickObject(clusters, 'Delete an Object', abilities.deleteObject);
  return object ? [object] : [];
}
