import type { OpenApiSchema } from '../../../../server/src/catalog/openapi.ts';
import type { OpenApiDocument } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { pathRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';

/** The answer of `/openapi/v3`: group-versions by their path (`apis/apps/v1`). */
interface Index {
  readonly paths?: Readonly<Record<string, { readonly serverRelativeURL?: string }>>;
}

interface Published {
  readonly components?: { readonly schemas?: Readonly<Record<string, OpenApiSchema>> };
}

/** Documents that are kept, those asked for last: the largest have several megabytes. */
const mostDocuments = 4;

/**
 * Reads what a server publishes of a group-version. The index is read each time, since it alone tells by its hashes what
 * has changed; a document that is the same is not read again. Concurrent calls share what is under way.
 */
export function createOpenApiReader(
  transport: Pick<Transport, 'json'>,
): (apiVersion: string) => Promise<OpenApiDocument | undefined> {
  const documents = new Map<string, Promise<OpenApiDocument>>();
  let index: Promise<Index> | undefined;

  const document = (path: string, hash: string): Promise<OpenApiDocument> => {
    const key = `${path} ${hash}`;
    const known = documents.get(key) ?? readDocument(transport, path, hash);
    documents.delete(key);
    documents.set(key, known);
    known.catch(() => documents.delete(key));
    for (const oldest of documents.keys()) {
      if (documents.size <= mostDocuments) break;
      documents.delete(oldest);
    }
    return known;
  };

  return async (apiVersion) => {
    index ??= readIndex(transport).finally(() => {
      index = undefined;
    });
    const path = pathOf(apiVersion);
    const { paths } = await index;
    const url = paths && Object.hasOwn(paths, path) ? paths[path]?.serverRelativeURL : undefined;
    if (url === undefined) return undefined;
    const hash = /[?&]hash=(\w+)/.exec(url)?.[1] ?? '';
    return hash === '' ? readDocument(transport, path, hash) : document(path, hash);
  };
}

/** Servers before Kubernetes 1.24 publish nothing there. */
async function readIndex(transport: Pick<Transport, 'json'>): Promise<Index> {
  try {
    return await transport.json<Index>(pathRequest('/openapi/v3'));
  } catch (error) {
    if (error instanceof ClusterError && error.status?.code === 404) return {};
    throw error;
  }
}

/** Asked for without its hash: the server answers an outdated one with a redirection, and none with what it has. */
async function readDocument(
  transport: Pick<Transport, 'json'>,
  path: string,
  hash: string,
): Promise<OpenApiDocument> {
  const { components } = await transport.json<Published>(pathRequest(`/openapi/v3/${path}`));
  return { hash, schemas: components?.schemas ?? {} };
}

/** Words of an apiVersion come from a file, and must not lead elsewhere. */
function pathOf(apiVersion: string): string {
  const parts = apiVersion.split('/').map(encodeURIComponent);
  return parts.length === 1 ? `api/${parts[0]}` : `apis/${parts.join('/')}`;
}
