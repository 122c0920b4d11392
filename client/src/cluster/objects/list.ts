import { ClusterError } from '../errors.ts';
import { type Collection, collectionRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { KubeObject, Resource, Row, Selection } from '../kube-object.ts';
import { pagesOfList } from './pages.ts';
import { objectsOfList, rowsOfList } from './table.ts';

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
  return await readAll(transport, collection, (page) => objectsOfList(resource, page), signal);
}

/**
 * The same as rows of the server's table: their metadata and what is printed of them, in a fraction of the bytes. Those that
 * cannot be read are left out, and in the log.
 */
export async function listRows(
  transport: Transport,
  resource: Resource,
  namespace: string | undefined,
  { signal, ...selection }: ListOptions = {},
): Promise<Row[]> {
  const collection: Collection = { resource, namespace, selection, content: 'rows' };
  const rows = await readAll(transport, collection, (page) => rowsOfList(page).rows, signal);
  return rows.filter(({ name, problem }) => {
    if (problem !== undefined)
      transport.log.warn(`listing ${resource.plural}: ${name} cannot be read`, problem);
    return problem === undefined;
  });
}

/** A list that expires this often under way is read faster by nobody. */
const maximalRestarts = 3;

async function readAll<Item>(
  transport: Transport,
  collection: Collection,
  itemsOf: (page: unknown) => readonly Item[],
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

async function readPages<Item>(
  transport: Transport,
  collection: Collection,
  itemsOf: (page: unknown) => readonly Item[],
  signal: AbortSignal | undefined,
): Promise<Item[]> {
  const items: Item[] = [];
  const pages = pagesOfList();
  let continueToken: string | undefined;
  do {
    const request = collectionRequest(collection, { verb: 'list', continueToken });
    const read = (page: unknown) => {
      const own = itemsOf(page);
      return { own, next: pages.after(page, own.length) };
    };
    const { own, next } = await transport.json(request, read, signal);
    for (const item of own) items.push(item);
    continueToken = next;
  } while (continueToken !== undefined);
  return items;
}
