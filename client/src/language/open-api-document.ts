import type { OpenApiDocument, OpenApiDocumentParams, OpenApiProblem } from '../../../server/src/protocol.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectedClusters } from './connected-clusters.ts';

/**
 * What a cluster publishes of a group-version, or why that cannot be read; null where it is nothing, or where a person
 * has not connected to the cluster.
 */
export async function openApiDocument(
  connections: Connections,
  connectedClusters: ConnectedClusters,
  { cluster: id, apiVersion, hash }: OpenApiDocumentParams,
  signal: AbortSignal,
): Promise<OpenApiDocument | OpenApiProblem | null> {
  const connected = connections.discovered().find(({ cluster }) => cluster.context.id === id);
  if (!connected) return null;
  connectedClusters.follow(connected);
  try {
    const document = await connected.cluster.openApi(apiVersion, signal);
    if (!document) return null;
    return document.hash !== '' && document.hash === hash ? { hash } : document;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
