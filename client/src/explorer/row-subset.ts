import type { StoreChange } from '../cluster/cluster.ts';
import type { Row } from '../cluster/kube-object.ts';
import { type Breathe, inSlices } from './slices.ts';

/** What a subset needs of the store of the rows. */
export interface RowSource {
  /** By uid. */
  readonly rows: ReadonlyMap<string, Row>;
}

/**
 * The rows of a store of which something is so. All are looked at once, in slices; from then on those that change, and no
 * others. Looking twice does no harm, so what changes during the slices is looked at then.
 */
export class RowSubset {
  readonly #source: RowSource;
  readonly #isSo: (row: Row) => boolean;
  readonly #breathe: Breathe;
  #uids = new Set<string>();
  /** The map that the uids are of, once it was begun to be read; undefined when others have taken the place of all. */
  #of: ReadonlyMap<string, Row> | undefined;
  #reading: Promise<void> | undefined;
  #isOver = false;

  constructor(source: RowSource, isSo: (row: Row) => boolean, breathe: Breathe) {
    this.#source = source;
    this.#isSo = isSo;
    this.#breathe = breathe;
  }

  /** How many there are; of what has been looked at so far. */
  get size(): number {
    return this.#uids.size;
  }

  /** Whether all rows were looked at. */
  get isRead(): boolean {
    return this.#reading === undefined && this.#of === this.#source.rows;
  }

  has(uid: string): boolean {
    return this.#uids.has(uid);
  }

  /** Takes in what has changed in the store. Gives whether rows have come into the subset or gone out of it by that. */
  changed(change: StoreChange['rows']): 'same' | 'other' | 'to be read' {
    const { rows } = this.#source;
    if (change === 'all') this.#of = undefined;
    if (change === 'all' || this.#of !== rows) return 'to be read';
    let isOther = false;
    for (const uid of change.keys()) {
      const row = rows.get(uid);
      const isSo = row !== undefined && this.#isSo(row);
      if (isSo === this.#uids.has(uid)) continue;
      isOther = true;
      if (isSo) this.#uids.add(uid);
      else this.#uids.delete(uid);
    }
    return isOther ? 'other' : 'same';
  }

  /** Resolves once all rows were looked at. Who asks meanwhile waits for the same. */
  async read(): Promise<void> {
    while (!this.#isOver && (this.#reading || this.#of !== this.#source.rows)) {
      this.#reading ??= this.#readAll().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
  }

  /** Nobody wants to know any more: what is being read ends. */
  dispose(): void {
    this.#isOver = true;
  }

  async #readAll(): Promise<void> {
    const { rows } = this.#source;
    this.#of = rows;
    this.#uids = new Set();
    // What is gone through may be of the beginning: each is looked at as it is now.
    const take = (uid: string) => {
      const row = rows.get(uid);
      if (row && this.#isSo(row)) this.#uids.add(uid);
    };
    const goesOn = () => !this.#isOver && this.#of === this.#source.rows;
    await inSlices(rows.keys(), take, this.#breathe, goesOn);
  }
}
