import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { Freshness, Row } from '../cluster.ts';
import type { Clock } from './clock.ts';

/** The rows of one watch. Readers read and listen; only its watcher's driver calls the other methods. */
export interface RowStore {
  readonly columns: readonly Column[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly freshness: Freshness;
  onDidChange(listener: () => void): { dispose(): void };

  setColumns(columns: readonly Column[]): void;
  setFreshness(freshness: Freshness): void;
  put(rows: readonly Row[]): void;
  remove(uid: string): void;
  /** Begins a second set, which readers see at once only while there never was a complete one. */
  begin(): void;
  /** The second set takes the place of the first. */
  complete(): void;
}

/** Listeners are called at most this often. */
const changeInterval = 100;

export function createStore(clock: Pick<Clock, 'now' | 'after'>): RowStore {
  let columns: readonly Column[] = [];
  let freshness: Freshness = { state: 'loading' };
  let first = new Map<string, Row>();
  let second: Map<string, Row> | undefined;
  let everComplete = false;
  const listeners = new Set<() => void>();
  let lastCall = Number.NEGATIVE_INFINITY;
  let pending = false;

  const call = () => {
    pending = false;
    lastCall = clock.now();
    for (const listener of [...listeners]) listener();
  };
  const changed = () => {
    if (pending || listeners.size === 0) return;
    pending = true;
    clock.after(Math.max(0, lastCall + changeInterval - clock.now()), call);
  };
  const visible = () => (second && !everComplete ? second : first);
  /** A change of what readers do not see yet is no change. */
  const written = (set: Map<string, Row>) => {
    if (set === visible()) changed();
  };

  return {
    get columns() {
      return columns;
    },
    get rows() {
      return visible();
    },
    get freshness() {
      return freshness;
    },
    onDidChange(listener) {
      // One of its own, so that the same function may listen twice.
      const own = () => listener();
      listeners.add(own);
      return { dispose: () => void listeners.delete(own) };
    },
    setColumns(next) {
      columns = next;
      changed();
    },
    setFreshness(next) {
      if (JSON.stringify(next) === JSON.stringify(freshness)) return;
      freshness = next;
      changed();
    },
    put(rows) {
      const set = second ?? first;
      for (const row of rows) set.set(row.uid, row);
      if (rows.length > 0) written(set);
    },
    remove(uid) {
      const set = second ?? first;
      if (set.delete(uid)) written(set);
    },
    begin() {
      const shown = visible().size;
      second = new Map();
      if (shown > 0) written(second);
    },
    complete() {
      if (!second) return;
      first = second;
      second = undefined;
      everComplete = true;
      changed();
    },
  };
}
