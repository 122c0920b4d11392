import type { Cluster } from '../cluster.ts';
import type { ObjectReference } from '../kube-object.ts';
import { decodeRelease, type ReleaseBody, ReleaseFault } from './decode-release.ts';
import type { ReleaseRevision } from './release-revision.ts';

/**
 * All that Helm keeps of a revision, read now. Rejects with a `ClusterError`, or with an Error that names the release where its
 * Secret holds none that can be read.
 */
export async function readRelease(
  cluster: Pick<Cluster, 'get'>,
  secret: ObjectReference,
  { name, revision, namespace }: ReleaseRevision,
  signal?: AbortSignal,
): Promise<ReleaseBody> {
  const object = await cluster.get(secret, signal);
  try {
    return await decodeRelease(object);
  } catch (error) {
    if (!(error instanceof ReleaseFault)) throw error;
    const place = namespace === undefined ? '' : ` in namespace ${namespace}`;
    throw new Error(`Revision ${revision} of release ${name}${place} cannot be read: ${error.message}`, {
      cause: error,
    });
  }
}
