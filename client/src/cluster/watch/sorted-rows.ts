import type { Row } from '../cluster.ts';

/** Rows by namespace and name, kept in that order by what changes, so that no reading sorts them all. */
export interface SortedRows {
  /** A row has come, changed or gone; `before` is what it was when there was one. */
  changed(uid: string, before: Row | undefined): void;
  /** Other rows have taken the place of all. */
  replaced(): void;
  /** The rows in their order. They are to be those that the changes led to. */
  of(rows: ReadonlyMap<string, Row>): readonly Row[];
}

/** With more changes than this, and than half of the rows, all are sorted at the next reading. */
const manyChanges = 1_000;

/** Takes in changes when the rows are asked for, all of a burst in one pass; remembers a bounded number of them. */
export function sortedRows(): SortedRows {
  let sorted: readonly Row[] = [];
  /** Since `sorted` was made, each as it is there; undefined when all are others. */
  let changes: Map<string, Row | undefined> | undefined = new Map();
  return {
    changed(uid, before) {
      if (!changes || changes.has(uid)) return;
      changes.set(uid, before);
      if (changes.size > Math.max(manyChanges, sorted.length / 2)) changes = undefined;
    },
    replaced() {
      changes = undefined;
    },
    of(rows) {
      if (!changes) sorted = [...rows.values()].sort(inOrder);
      else if (changes.size > 0) sorted = merged(sorted, changes, rows);
      changes = new Map();
      return sorted;
    },
  };
}

/** By namespace, then by name; an object has one of these for all its life. */
function inOrder(one: Row, other: Row): number {
  return (
    compare(one.namespace ?? '', other.namespace ?? '') ||
    compare(one.name, other.name) ||
    compare(one.uid, other.uid)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What has only changed takes its own place; what has come or gone is merged in one pass over all. */
function merged(
  sorted: readonly Row[],
  changes: ReadonlyMap<string, Row | undefined>,
  rows: ReadonlyMap<string, Row>,
): readonly Row[] {
  const next: (Row | undefined)[] = [...sorted];
  const come: Row[] = [];
  let isGone = false;
  for (const [uid, before] of changes) {
    const now = rows.get(uid);
    const place = before ? placeOf(before, sorted) : undefined;
    if (place !== undefined && now && inOrder(before!, now) === 0) next[place] = now;
    else {
      if (place !== undefined) next[place] = undefined;
      isGone ||= place !== undefined;
      if (now) come.push(now);
    }
  }
  if (come.length === 0 && !isGone) return next as Row[];
  come.sort(inOrder);
  const all: Row[] = [];
  let used = 0;
  for (const row of next) {
    if (!row) continue;
    while (used < come.length && inOrder(come[used]!, row) < 0) all.push(come[used++]!);
    all.push(row);
  }
  while (used < come.length) all.push(come[used++]!);
  return all;
}

/** The place of a row, found by halves. */
function placeOf(row: Row, sorted: readonly Row[]): number | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (inOrder(sorted[middle]!, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && inOrder(sorted[low]!, row) === 0 ? low : undefined;
}
