import type { Row } from '../kube-object.ts';

/** Rows of several places as one map, which keeps none of them: it is of the moment at which it is read. */
export class RowsByUid implements ReadonlyMap<string, Row> {
  readonly #find: (uid: string) => Row | undefined;
  readonly #all: () => readonly Row[];

  /** @param all of which `find` finds each */
  constructor(find: (uid: string) => Row | undefined, all: () => readonly Row[]) {
    this.#find = find;
    this.#all = all;
  }

  get size(): number {
    return this.#all().length;
  }

  get(uid: string): Row | undefined {
    return this.#find(uid);
  }

  has(uid: string): boolean {
    return this.#find(uid) !== undefined;
  }

  *entries(): MapIterator<[string, Row]> {
    for (const row of this.#all()) yield [row.uid, row];
  }

  *keys(): MapIterator<string> {
    for (const { uid } of this.#all()) yield uid;
  }

  *values(): MapIterator<Row> {
    yield* this.#all();
  }

  [Symbol.iterator](): MapIterator<[string, Row]> {
    return this.entries();
  }

  forEach(call: (row: Row, uid: string, map: ReadonlyMap<string, Row>) => void): void {
    for (const row of this.#all()) call(row, row.uid, this);
  }
}
