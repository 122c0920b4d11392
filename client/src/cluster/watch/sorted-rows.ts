import { countAhead } from '../../../../server/src/yaml/sorted.ts';
import type { Row } from '../kube-object.ts';

/** Rows by namespace and name, kept in that order by what changes, so that nothing sorts them all at once. */
export interface SortedRows {
  /**
   * A row has come, changed or gone. Of many changes some are taken in at once: of a list that comes page by page each page is
   * sorted when it comes.
   */
  changed(uid: string): void;
  /** The rows in their order. */
  readonly all: readonly Row[];
}

/** A row in the order, for as long as there is one. */
interface RowSlot {
  row: Row;
  isGone: boolean;
}

/** So many changes are remembered until they are taken in. */
const manyChanges = 1_000;

/** Takes in changes of these rows when they are asked for, all of a burst in one pass, or when they are many. */
export function sortedRows(rows: ReadonlyMap<string, Row>): SortedRows {
  let places: RowSlot[] = [];
  const byUid = new Map<string, RowSlot>();
  const changes = new Set<string>();
  /** Undefined once rows are others than when it was made. */
  let sorted: readonly Row[] | undefined = [];

  /** What has only changed keeps its place; the others are put in and left out in one pass over all. */
  const takeIn = () => {
    const come: Row[] = [];
    let isGone = false;
    for (const uid of changes) {
      const now = rows.get(uid);
      const place = byUid.get(uid);
      if (place && now && inOrder(place.row, now) === 0) place.row = now;
      else {
        if (now) come.push(now);
        if (place) place.isGone = isGone = byUid.delete(uid);
      }
    }
    changes.clear();
    if (come.length === 0 && !isGone) return;
    const added = come.sort(inOrder).map(placeOf);
    for (const place of added) byUid.set(place.row.uid, place);
    const last = places.at(-1);
    const isBehind = !isGone && (!last || inOrder(last.row, added[0]!.row) < 0);
    // Pages come in nearly this order.
    if (isBehind) for (const place of added) places.push(place);
    else places = merged(places, added);
  };

  return {
    changed(uid) {
      sorted = undefined;
      changes.add(uid);
      if (changes.size >= manyChanges) takeIn();
    },
    get all() {
      if (changes.size > 0) takeIn();
      sorted ??= places.map(({ row }) => row);
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
function merged(places: readonly RowSlot[], added: readonly RowSlot[]): RowSlot[] {
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
