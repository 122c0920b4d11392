import type { KubeObject, Resource, Selection } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { type Collection, collectionRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';

interface ListAnswer {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly continue?: string };
  readonly items?: (Partial<KubeObject> & Pick<KubeObject, 'metadata'>)[] | null;
}

/** A list that expires this often under way is read faster by nobody. */
const maximalRestarts = 3;

/** All objects in pages; begins again when what the pages are of has become too old for the server. */
export async function listAll(
  transport: Transport,
  resource: Resource,
  namespace: string | undefined,
  options: Selection & { readonly signal?: AbortSignal } = {},
): Promise<KubeObject[]> {
  const { signal, ...selection } = options;
  for (let restarts = 0; ; restarts++) {
    try {
      return await readPages(transport, resource, namespace, selection, signal);
    } catch (error) {
      const expired = error instanceof ClusterError && error.status?.code === 410;
      if (!expired || restarts === maximalRestarts) throw error;
    }
  }
}

async function readPages(
  transport: Transport,
  resource: Resource,
  namespace: string | undefined,
  selection: Selection,
  signal: AbortSignal | undefined,
): Promise<KubeObject[]> {
  const collection: Collection = { resource, namespace, selection, content: 'objects' };
  const objects: KubeObject[] = [];
  let continueToken: string | undefined;
  do {
    const request = collectionRequest(collection, { verb: 'list', continueToken });
    const answer = await transport.json<ListAnswer>(request, signal);
    for (const item of answer.items ?? []) {
      // Items of built-in lists do not say what they are; the list does.
      objects.push({ apiVersion: resource.apiVersion, kind: resource.kind, ...item });
    }
    continueToken = answer.metadata?.continue || undefined;
  } while (continueToken !== undefined);
  return objects;
}
