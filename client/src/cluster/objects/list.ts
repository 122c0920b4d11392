import type { CallOptions } from '../call-options.ts';
import { ClusterError } from '../errors.ts';
import { wrongAnswerError } from '../http/failures.ts';
import { pageSize } from '../http/request.ts';
import { intentOf } from '../http/request-intents.ts';
import type { Transport } from '../http/transport.ts';
import type { KubeObject, Resource, Row, Selection } from '../kube-object.ts';
import type { AnswerTo, Expiry, ListOperation, ObjectPage, RowsPage } from '../operation.ts';
import { ask } from './ask.ts';
import { pagesOfList } from './pages.ts';

/** What of a resource is listed. */
export interface ListOptions extends Selection, CallOptions {
  readonly signal?: AbortSignal;
}

/** All objects, whole, in pages; begins again when what the pages are of has become too old for the server. */
export async function listAll(
  transport: Transport,
  resource: Resource,
  namespace: string | undefined,
  options: ListOptions = {},
): Promise<KubeObject[]> {
  const operation = { verb: 'list', of: { resource, namespace }, ...selectionOf(options) } as const;
  return await readAll(transport, operation, (page: ObjectPage) => page.items, options);
}

/**
 * The same as rows of the server's table: their metadata and what is printed of them, in a fraction of the bytes. Those that
 * cannot be read are left out, and in the log.
 */
export async function listRows(
  transport: Transport,
  resource: Resource,
  namespace: string | undefined,
  options: ListOptions = {},
): Promise<Row[]> {
  const what = { verb: 'list', of: { resource, namespace }, as: 'table' } as const;
  const operation = { ...what, ...selectionOf(options) };
  const rows = await readAll(transport, operation, (page: RowsPage) => page.rows, options);
  return rows.filter(({ name, problem }) => {
    if (problem !== undefined)
      transport.log.warn(`listing ${resource.plural}: ${name} cannot be read`, problem);
    return problem === undefined;
  });
}

/**
 * The pages of a list one after the other, each when it is asked for; of 500 objects where the operation says nothing.
 * Rejects with a `ClusterError`.
 */
export async function* listPages<Asked extends ListOperation>(
  transport: Transport,
  operation: Asked,
  expiry: Expiry,
  signal?: AbortSignal,
  options?: CallOptions,
): AsyncGenerator<AnswerTo<Asked>, void, undefined> {
  const { resource, namespace } = operation.of;
  const pages = pagesOfList();
  const after = (token: string | undefined, count: number) => {
    try {
      return pages.after(token, count);
    } catch (error) {
      throw wrongAnswerError(intentOf('list', resource, namespace), transport.asker, error);
    }
  };
  let continueToken = operation.continueToken;
  do {
    const next = continueToken === undefined ? {} : { continueToken };
    const asked = ask<Asked>(transport, { limit: pageSize, ...operation, ...next }, signal, options);
    const page = await asked.catch((error: unknown) => {
      const fresh = expiry === 'continue' ? freshToken(error) : undefined;
      if (fresh === undefined) throw error;
      return { fresh };
    });
    if ('fresh' in page) continueToken = after(page.fresh, 0);
    else {
      continueToken = after(page.continueToken, countOf(page));
      yield page;
    }
  } while (continueToken !== undefined);
}

function selectionOf({ labelSelector, fieldSelector }: ListOptions): Selection {
  return {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
}

function countOf(page: ObjectPage | RowsPage): number {
  return 'items' in page ? page.items.length : page.rows.length;
}

/** Where to go on after a page that has expired; undefined after any other failure. */
function freshToken(error: unknown): string | undefined {
  return isExpired(error) ? error.status?.continueToken : undefined;
}

function isExpired(error: unknown): error is ClusterError {
  return error instanceof ClusterError && error.status?.code === 410;
}

/** A list that expires this often under way is read faster by nobody. */
const maximalRestarts = 3;

async function readAll<Asked extends ListOperation, Item>(
  transport: Transport,
  operation: Asked,
  itemsOf: (page: AnswerTo<Asked>) => readonly Item[],
  { signal, ...options }: ListOptions,
): Promise<Item[]> {
  for (let restarts = 0; ; restarts++) {
    try {
      const items: Item[] = [];
      for await (const page of listPages(transport, operation, 'fail', signal, options)) {
        for (const item of itemsOf(page)) items.push(item);
      }
      return items;
    } catch (error) {
      if (!isExpired(error) || restarts === maximalRestarts) throw error;
    }
  }
}
