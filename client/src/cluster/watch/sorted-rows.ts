import { countAhead } from '../../../../server/src/yaml/sorted.ts';
import type { Row } from '../kube-object.ts';

/** Rows by namespace and name, kept in that order by what changes, so that no reading sorts them all. */
export interface SortedRows {
  /** A row has come, changed or gone. */
  changed(uid: string): void;
  /** Other rows have taken the place of all. */
  replaced(): void;
  /** The rows in their order. They are to be those that the changes led to. */
  of(rows: ReadonlyMap<string, Row>): readonly Row[];
}

/** A row in the order, for as long as there is one. */
interface RowSlot {
  row: Row;
  isGone: boolean;
}

/** With more changes than this, and than half of the rows, all are sorted at the next reading. */
const manyChanges = 1_000;

/** Takes in changes when the rows are asked for, all of a burst in one pass; remembers a bounded number of them. */
export function sortedRows(): SortedRows {
  let places: readonly RowSlot[] = [];
  let byUid = new Map<string, RowSlot>();
  let sorted: readonly Row[] = [];
  /** Since `sorted` was made; undefined when all are others. */
  let changes: Set<string> | undefined = new Set();

  const sortAll = (rows: ReadonlyMap<string, Row>) => {
    places = [...rows.values()].sort(inOrder).map(placeOf);
    byUid = new Map(places.map((place) => [place.row.uid, place]));
  };

  /** What has only changed keeps its place; the others are put in and left out in one pass over all. */
  const takeIn = (uids: ReadonlySet<string>, rows: ReadonlyMap<string, Row>) => {
    const come: Row[] = [];
    let isGone = false;
    for (const uid of uids) {
      const now = rows.get(uid);
      const place = byUid.get(uid);
      if (place && now && inOrder(place.row, now) === 0) place.row = now;
      else {
        if (now) come.push(now);
        if (place) place.isGone = isGone = byUid.delete(uid);
      }
    }
    if (come.length === 0 && !isGone) return;
    const added = come.sort(inOrder).map(placeOf);
    for (const place of added) byUid.set(place.row.uid, place);
    places = merged(places, added);
  };

  return {
    changed(uid) {
      if (!changes?.add(uid)) return;
      if (changes.size > Math.max(manyChanges, places.length / 2)) changes = undefined;
    },
    replaced() {
      changes = undefined;
    },
    of(rows) {
      if (changes?.size === 0) return sorted;
      if (changes) takeIn(changes, rows);
      else sortAll(rows);
      changes = new Set();
      sorted = places.map(({ row }) => row);
      return sorted;
    },
  };
}

function placeOf(row: Row): RowSlot {
  return { row, isGone: false };
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
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Those of `places` that are not gone, with those of `added`, which are in order too. */
function merged(places: readonly RowSlot[], added: readonly RowSlot[]): readonly RowSlot[] {
  const before = added.map(({ row }) => firstNotBefore(row, places));
  const all: RowSlot[] = [];
  let used = 0;
  for (let index = 0; index <= places.length; index++) {
    while (before[used] === index) all.push(added[used++]!);
    const place = places[index];
    if (place && !place.isGone) all.push(place);
  }
  return all;
}

/** Where the first row stands that does not stand before this one, found by halves. */
function firstNotBefore(row: Row, places: readonly RowSlot[]): number {
  return countAhead(places, (place) => inOrder(place.row, row) < 0);
}
