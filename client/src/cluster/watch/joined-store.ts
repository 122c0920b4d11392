import type { Freshness, ResourceStore, StoreChange } from '../cluster.ts';
import type { Row } from '../kube-object.ts';
import { RowsByUid } from './rows-by-uid.ts';

/**
 * The stores of several namespaces, in the order of their names, as one. Its rows are those of all: because each store has those of
 * one namespace, they stand in order one store after the other, and none is sorted anew. It is as fresh as the worst of them, and
 * calls its listeners for each of them.
 */
export function joinStores(stores: readonly ResourceStore[]): ResourceStore {
  const listeners = new Set<{ dispose(): void }>();
  let parts: readonly (readonly Row[])[] = [];
  let sorted: readonly Row[] = [];
  /** Made anew only where that of a store is another one. */
  const sortedRows = () => {
    const now = stores.map((store) => store.sorted);
    if (now.length === parts.length && now.every((part, place) => part === parts[place])) return sorted;
    parts = now;
    sorted = now.flat();
    return sorted;
  };
  const find = (uid: string) => {
    for (const { rows } of stores) {
      const row = rows.get(uid);
      if (row) return row;
    }
    return undefined;
  };
  const rows = new RowsByUid(find, sortedRows);
  return {
    get columns() {
      return stores.find(({ columns }) => columns.length > 0)?.columns ?? [];
    },
    rows,
    get sorted() {
      return sortedRows();
    },
    get freshness() {
      return worstOf(stores.map(({ freshness }) => freshness));
    },
    onDidChange(listener: (change: StoreChange) => void) {
      const held = stores.map((store) => store.onDidChange(listener));
      const own = {
        dispose: () => {
          for (const one of held) one.dispose();
          listeners.delete(own);
        },
      };
      listeners.add(own);
      return own;
    },
    seen() {
      for (const store of stores) store.seen();
    },
    hidden() {
      for (const store of stores) store.hidden();
    },
    refresh() {
      for (const store of stores) store.refresh();
    },
    dispose() {
      for (const one of [...listeners]) one.dispose();
      for (const store of stores) store.dispose();
    },
  };
}

/** From what a person must know first to what is as it should be; while a first set is coming nothing is complete. */
const byWeight = [
  'empty',
  'listing',
  'gone',
  'forbidden',
  'stale',
  'paused',
  'resyncing',
  'polled',
  'live',
] as const satisfies readonly Freshness['state'][];

function worstOf(all: readonly Freshness[]): Freshness {
  const coming = all.filter((one) => one.state === 'listing');
  if (coming.length > 0) return listingOf(coming);
  const [worst] = [...all].sort((one, other) => weightOf(one) - weightOf(other));
  return worst ?? { state: 'empty' };
}

function weightOf({ state }: Freshness): number {
  return byWeight.indexOf(state);
}

/** How far they are together; of how many, where each tells it. */
function listingOf(coming: readonly Extract<Freshness, { state: 'listing' }>[]): Freshness {
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const known = coming.flatMap(({ of }) => (of === undefined ? [] : [of]));
  return {
    state: 'listing',
    count: sum(coming.map(({ count }) => count)),
    of: known.length === coming.length ? sum(known) : undefined,
  };
}
