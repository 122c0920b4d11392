import { countAhead } from '../../../../server/src/yaml/sorted.ts';
import type { ResourceStore, StoreChange } from '../cluster.ts';
import type { Row } from '../kube-object.ts';
import { RowsByUid } from './rows-by-uid.ts';

/**
 * What a store of all namespaces has of some of them, in the order of their names. The rows of a namespace stand together there, so
 * that they are found by halves, and none is looked at by itself.
 */
export function onlyNamespaces(store: ResourceStore, namespaces: readonly string[]): ResourceStore {
  const wanted = new Set<string | undefined>(namespaces);
  let all: readonly Row[] | undefined;
  let sorted: readonly Row[] = [];
  const sortedRows = () => {
    const now = store.sorted;
    if (now === all) return sorted;
    all = now;
    sorted = namespaces.flatMap((namespace) => now.slice(...placesOf(namespace, now)));
    return sorted;
  };
  const own = (row: Row | undefined) => (wanted.has(row?.namespace) ? row : undefined);
  const rows = new RowsByUid((uid) => own(store.rows.get(uid)), sortedRows);
  const ownChange = (change: StoreChange): StoreChange | undefined => {
    if (change.rows === 'all') return change;
    const changed = [...change.rows].filter(
      ([uid, before]) => own(before ?? store.rows.get(uid)) !== undefined,
    );
    if (changed.length === 0 && change.heading === 'same') return undefined;
    return { heading: change.heading, rows: new Map(changed) };
  };
  return {
    get columns() {
      return store.columns;
    },
    rows,
    get sorted() {
      return sortedRows();
    },
    get freshness() {
      return store.freshness;
    },
    onDidChange: (listener) =>
      store.onDidChange((change) => {
        const told = ownChange(change);
        if (told) listener(told);
      }),
    seen: () => store.seen(),
    hidden: () => store.hidden(),
    refresh: () => store.refresh(),
    dispose: () => store.dispose(),
  };
}

/** Where the rows of a namespace begin, and where those of the next do. */
function placesOf(namespace: string, rows: readonly Row[]): [begin: number, end: number] {
  return [
    countAhead(rows, (row) => (row.namespace ?? '') < namespace),
    countAhead(rows, (row) => (row.namespace ?? '') <= namespace),
  ];
}
