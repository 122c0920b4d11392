import { concurrently } from '../cluster/concurrently.ts';
import type { Connections } from '../connections/connections.ts';
import type { ObjectTarget } from '../connections/object-target.ts';
import { manifestText } from '../journal/manifest-text.ts';

const parallelReads = 8;

/**
 * The objects as they are now in their clusters, as manifests: one document of YAML each, in their order. Rejects with a
 * `ClusterError` where one of them cannot be read.
 */
export async function readManifests(
  connections: Pick<Connections, 'open'>,
  objects: readonly Pick<ObjectTarget, 'context' | 'reference'>[],
  signal?: AbortSignal,
): Promise<string> {
  const texts = await concurrently(parallelReads, objects, async ({ context, reference }) => {
    const cluster = await connections.open(context);
    return manifestText(await cluster.get(reference, signal));
  });
  return texts.join('---\n');
}
