import type { KubeObject, Resource, Row, Selection } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { type Collection, collectionRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { rowsOfList, type Table } from './table.ts';

/** What of a resource is listed. */
export interface ListOptions extends Selection {
  readonly signal?: AbortSignal;
}

/** All objects, whole, in pages; begins again when what the pages are of has become too old for the server. */
export async function listAll(
  transport: Transport,
  resource: Resource,
  namespace: string | undefined,
  { signal, ...selection }: ListOptions = {},
): Promise<KubeObject[]> {
  const collection: Collection = { resource, namespace, selection, content: 'objects' };
  const { apiVersion, kind } = resource;
  // Items of built-in lists do not say what they are; the list does.
  const itemsOf = ({ items }: ObjectList) => (items ?? []).map((item) => ({ apiVersion, kind, ...item }));
  return await readAll(transport, collection, itemsOf, signal);
}

/** The same as rows of the server's table: their metadata and what is printed of them, in a fraction of the bytes. */
export async function listRows(
  transport: Transport,
  resource: Resource,
  namespace: string | undefined,
  { signal, ...selection }: ListOptions = {},
): Promise<Row[]> {
  const collection: Collection = { resource, namespace, selection, content: 'rows' };
  return await readAll(transport, collection, (page: Table) => rowsOfList(page).rows, signal);
}

/** A page of a list of any content. */
interface Page {
  readonly metadata?: { readonly continue?: string };
}

interface ObjectList extends Page {
  readonly items?: (Partial<KubeObject> & Pick<KubeObject, 'metadata'>)[] | null;
}

/** A list that expires this often under way is read faster by nobody. */
const maximalRestarts = 3;

async function readAll<Answer extends Page, Item>(
  transport: Transport,
  collection: Collection,
  itemsOf: (page: Answer) => readonly Item[],
  signal: AbortSignal | undefined,
): Promise<Item[]> {
  for (let restarts = 0; ; restarts++) {
    try {
      return await readPages(transport, collection, itemsOf, signal);
    } catch (error) {
      const expired = error instanceof ClusterError && error.status?.code === 410;
      if (!expired || restarts === maximalRestarts) throw error;
    }
  }
}

async function readPages<Answer extends Page, Item>(
  transport: Transport,
  collection: Collection,
  itemsOf: (page: Answer) => readonly Item[],
  signal: AbortSignal | undefined,
): Promise<Item[]> {
  const items: Item[] = [];
  let continueToken: string | undefined;
  do {
    const request = collectionRequest(collection, { verb: 'list', continueToken });
    const page = await transport.json<Answer>(request, signal);
    for (const item of itemsOf(page)) items.push(item);
    continueToken = page.metadata?.continue || undefined;
  } while (continueToken !== undefined);
  return items;
}
