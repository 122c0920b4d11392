import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { Freshness, StoreChange } from '../cluster.ts';
import type { Row } from '../kube-object.ts';
import type { Clock } from './clock.ts';
import { type SortedRows, sortedRows } from './sorted-rows.ts';

/** The rows of one watch. Readers read and listen; only its watcher's driver calls the other methods. */
export interface RowStore {
  readonly columns: readonly Column[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly sorted: readonly Row[];
  readonly freshness: Freshness;
  onDidChange(listener: (change: StoreChange) => void): { dispose(): void };

  /** Rows of the set that is written. */
  readonly size: number;
  setColumns(columns: readonly Column[]): void;
  setFreshness(freshness: Freshness): void;
  put(rows: readonly Row[]): void;
  remove(uid: string): void;
  /** Begins a second set, which readers see at once only while there never was a complete one. */
  begin(): void;
  /** The second set takes the place of the first. */
  complete(): void;
}

/**
 * Listeners are called this many milliseconds apart at least: events come in bursts, and who shows them waits too, so
 * that this is a small part of how far behind the cluster they may be.
 */
const changeInterval = 30;

export function createStore(clock: Pick<Clock, 'now' | 'after'>): RowStore {
  let columns: readonly Column[] = [];
  let freshness: Freshness = { state: 'empty' };
  let first = emptySet();
  let second: RowSet | undefined;
  let everComplete = false;
  const listeners = new Set<(change: StoreChange) => void>();
  let lastCall = Number.NEGATIVE_INFINITY;
  /** What the next call tells, while one is to come. */
  let pending: PendingChange | undefined;

  const call = () => {
    const change = pending!;
    pending = undefined;
    lastCall = clock.now();
    for (const listener of [...listeners]) listener(change);
  };
  /** The change to be told; undefined while nobody listens. */
  const change = (): PendingChange | undefined => {
    if (pending || listeners.size === 0) return pending;
    pending = { heading: 'same', rows: new Map() };
    // Where the clock was set back, the last call is ahead.
    const left = Math.max(0, lastCall + changeInterval - clock.now());
    clock.after(Math.min(changeInterval, left), call);
    return pending;
  };
  const headingChanged = () => {
    const told = change();
    if (told) told.heading = 'other';
  };
  const allChanged = () => {
    const told = change();
    if (told) told.rows = 'all';
  };
  const rowChanged = (uid: string, before: Row | undefined) => {
    const told = change();
    if (told && told.rows !== 'all' && !told.rows.has(uid)) told.rows.set(uid, before);
  };
  const visible = () => (second && !everComplete ? second : first);

  return {
    get columns() {
      return columns;
    },
    get rows() {
      return visible().rows;
    },
    get sorted() {
      return visible().sorted.all;
    },
    get freshness() {
      return freshness;
    },
    get size() {
      return (second ?? first).rows.size;
    },
    onDidChange(listener) {
      // One of its own, so that the same function may listen twice.
      const own = (told: StoreChange) => listener(told);
      listeners.add(own);
      return { dispose: () => void listeners.delete(own) };
    },
    setColumns(next) {
      if (JSON.stringify(next) === JSON.stringify(columns)) return;
      columns = next;
      headingChanged();
    },
    setFreshness(next) {
      if (JSON.stringify(next) === JSON.stringify(freshness)) return;
      freshness = next;
      headingChanged();
    },
    put(rows) {
      const set = second ?? first;
      // A change of what readers do not see yet is no change.
      const isVisible = set === visible();
      for (const row of rows) {
        if (isVisible) rowChanged(row.uid, set.rows.get(row.uid));
        set.rows.set(row.uid, row);
        set.sorted.changed(row.uid);
      }
    },
    remove(uid) {
      const set = second ?? first;
      const before = set.rows.get(uid);
      if (!before) return;
      set.rows.delete(uid);
      set.sorted.changed(uid);
      if (set === visible()) rowChanged(uid, before);
    },
    begin() {
      const shown = visible().rows.size;
      second = emptySet();
      if (shown > 0 && !everComplete) allChanged();
    },
    complete() {
      if (!second) return;
      first = second;
      second = undefined;
      // Before the first complete set its rows were seen as they came.
      if (everComplete) allChanged();
      else headingChanged();
      everComplete = true;
    },
  };
}

/** Rows by uid, and their order. */
interface RowSet {
  readonly rows: Map<string, Row>;
  readonly sorted: SortedRows;
}

function emptySet(): RowSet {
  const rows = new Map<string, Row>();
  return { rows, sorted: sortedRows(rows) };
}

/** A change that grows until it is told. */
interface PendingChange {
  heading: StoreChange['heading'];
  rows: Map<string, Row | undefined> | 'all';
}
