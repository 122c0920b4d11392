import type { OpenApiSchema } from '../../../../server/src/catalog/openapi.ts';
import type { OpenApiDocument } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { pathRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { asFields, type Fields, field, textOf, WrongAnswer } from '../wrong-answer.ts';
import type { DocumentStore } from './document-files.ts';

/** The answer of `/openapi/v3`: group-versions by their path (`apis/apps/v1`). */
type Index = Fields;

/** Documents that are kept, those asked for last: the largest have several megabytes. */
const mostDocuments = 4;

/** Keeps documents from one start to the next. */
export interface KeptDocuments {
  readonly store: DocumentStore;
  /** The server's own: what another one says by the same hash is not taken for it. */
  readonly server: string;
}

/**
 * Reads what a server publishes of a group-version. The index is read each time, since it alone tells by its hashes what
 * has changed; a document that is the same is not read again. Concurrent calls share what is under way.
 */
export function createOpenApiReader(
  transport: Pick<Transport, 'json'>,
  kept?: KeptDocuments,
): (apiVersion: string) => Promise<OpenApiDocument | undefined> {
  const documents = new Map<string, Promise<OpenApiDocument>>();
  let index: Promise<Index> | undefined;

  const document = (path: string, hash: string): Promise<OpenApiDocument> => {
    const key = `${path} ${hash}`;
    const known = documents.get(key) ?? keptOrRead(transport, path, hash, kept);
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
    const url = textOf(field(await index, path), 'serverRelativeURL');
    if (url === undefined) return undefined;
    const hash = /[?&]hash=(\w+)/.exec(url)?.[1] ?? '';
    return hash === '' ? readDocument(transport, path, hash) : document(path, hash);
  };
}

/** Servers before Kubernetes 1.24 publish nothing there. */
async function readIndex(transport: Pick<Transport, 'json'>): Promise<Index> {
  try {
    return await transport.json(pathRequest('/openapi/v3'), readPaths);
  } catch (error) {
    if (error instanceof ClusterError && error.status?.code === 404) return {};
    throw error;
  }
}

function readPaths(answer: unknown): Index {
  const paths = asFields(field(answer, 'paths'));
  if (!paths) throw WrongAnswer.of('the index of OpenAPI documents', answer);
  return paths;
}

/** From what is kept, where that is a document; else from the server, and kept from then on. */
async function keptOrRead(
  transport: Pick<Transport, 'json'>,
  path: string,
  hash: string,
  kept: KeptDocuments | undefined,
): Promise<OpenApiDocument> {
  if (!kept) return await readDocument(transport, path, hash);
  const key = JSON.stringify([kept.server, path, hash]);
  const schemas = schemasOf(await kept.store.read(key));
  if (schemas) return { hash, schemas };
  const document = await readDocument(transport, path, hash);
  const content = { openapi: '3.0.0', components: { schemas: document.schemas } };
  // Nobody waits for it, and it never rejects.
  void kept.store.write(key, JSON.stringify(content));
  return document;
}

function schemasOf(text: string | undefined): OpenApiDocument['schemas'] | undefined {
  if (text === undefined) return undefined;
  try {
    return readSchemas(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Asked for without its hash: the server answers an outdated one with a redirection, and none with what it has. */
async function readDocument(
  transport: Pick<Transport, 'json'>,
  path: string,
  hash: string,
): Promise<OpenApiDocument> {
  const schemas = await transport.json(pathRequest(`/openapi/v3/${path}`), readSchemas);
  return { hash, schemas };
}

/** A document of a group-version without kinds has no schemas. */
function readSchemas(answer: unknown): OpenApiDocument['schemas'] {
  const version = textOf(answer, 'openapi');
  const schemas = field(field(answer, 'components'), 'schemas') ?? {};
  if (version === undefined || !asFields(schemas)) throw WrongAnswer.of('an OpenAPI document', answer);
  const entries = Object.entries(schemas).filter(([, schema]) => asFields(schema));
  return Object.fromEntries(entries) as Readonly<Record<string, OpenApiSchema>>;
}

/** Words of an apiVersion come from a file, and must not lead elsewhere. */
function pathOf(apiVersion: string): string {
  const parts = apiVersion.split('/').map(encodeURIComponent);
  return parts.length === 1 ? `api/${parts[0]}` : `apis/${parts.join('/')}`;
}
