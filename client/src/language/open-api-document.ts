import type { OpenApiDocument, OpenApiDocumentParams } from '../../../server/src/protocol.ts';
import type { Features } from '../features.ts';

/**
 * What a cluster publishes of a group-version; null where that is nothing, or a person has not connected to the cluster.
 *
 * @throws ClusterError when it cannot be read
 */
export async function openApiDocument(
  { connections, connectedClusters }: Pick<Features, 'connections' | 'connectedClusters'>,
  { cluster: id, apiVersion, hash }: OpenApiDocumentParams,
  signal: AbortSignal,
): Promise<OpenApiDocument | null> {
  const connected = connections.discovered().find(({ cluster }) => cluster.context.id === id);
  if (!connected) return null;
  connectedClusters.follow(connected);
  const document = await connected.cluster.openApi(apiVersion, signal);
  if (!document) return null;
  return document.hash !== '' && document.hash === hash ? { hash } : document;
}
