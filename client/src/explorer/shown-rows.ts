import type { Column } from '../../../server/src/catalog/catalog.ts';
import type { ResourceStore, StoreChange } from '../cluster/cluster.ts';
import type { Row } from '../cluster/kube-object.ts';
import { healthOf } from '../cluster/objects/health.ts';
import { rowFilter } from './row-filter.ts';
import type { RowGroup, RowOptions } from './row-options.ts';
import { type RowOrder, rowOrder, type SortKey } from './row-order.ts';
import { RowSubset } from './row-subset.ts';
import { type Breathe, inSlices } from './slices.ts';

/** The rows of a group. */
export interface ShownGroup {
  /** The namespace, or the value of the label; undefined of what has none. */
  readonly value: string | undefined;
  /** In the order of the store. */
  readonly rows: readonly Row[];
}

/** What of a store is shown by some options: which rows, in which order, in which groups. */
export class ShownRows {
  #options: RowOptions;
  readonly #store: Pick<ResourceStore, 'rows' | 'sorted' | 'columns'>;
  readonly #breathe: Breathe;
  readonly #onDidCount: () => void;
  #columns: readonly Column[];
  #order: RowOrder | undefined;
  #failed: RowSubset;
  /** The rows that are not left out; undefined where none is. */
  #kept: RowSubset | undefined;
  #isOver = false;

  /** `onDidCount`: what is counted is another number once rows were looked at, of which no change of the store has told. */
  constructor(options: {
    store: Pick<ResourceStore, 'rows' | 'sorted' | 'columns'>;
    options: RowOptions;
    breathe: Breathe;
    onDidCount: () => void;
  }) {
    this.#options = options.options;
    this.#store = options.store;
    this.#breathe = options.breathe;
    this.#onDidCount = options.onDidCount;
    this.#columns = this.#store.columns;
    this.#failed = this.#subsetOfFailed();
    this.#kept = this.#subsetKept();
    this.#order = this.#orderByColumn();
    void this.#count();
  }

  /** By which it is shown now. */
  get options(): RowOptions {
    return this.#options;
  }

  /** Shows by others from now on: who waits for an answer gets one by these. */
  choose(options: RowOptions): void {
    this.#options = options;
    this.#kept?.dispose();
    this.#kept = this.#subsetKept();
    this.#order = this.#orderByColumn();
    void this.#count();
  }

  /** How many objects have failed, of all that the store has. */
  get failed(): number {
    return this.#failed.size;
  }

  /** How many rows are not left out; undefined until all were looked at. */
  get count(): number | undefined {
    if (!this.#kept) return this.#store.rows.size;
    return this.#kept.isRead ? this.#kept.size : undefined;
  }

  /** Takes in what has changed in the store. Gives whether what is shown, or counted, is other by that than rows themselves. */
  changed({ rows }: StoreChange): 'rows alone' | 'more' {
    if (this.#columns !== this.#store.columns) this.#beginAnew();
    const changes = [this.#failed.changed(rows), this.#kept?.changed(rows) ?? 'same'];
    if (changes.includes('to be read')) void this.#count();
    return changes.includes('other') || this.#hasMoved(rows) ? 'more' : 'rows alone';
  }

  /** The first rows of what is shown, at most so many. */
  async first(most: number): Promise<readonly Row[]> {
    return this.firstOf(await this.#all(), most);
  }

  /** The first of some rows in the order of the options. */
  async firstOf(rows: readonly Row[], most: number): Promise<readonly Row[]> {
    return this.#order ? firstInOrder(rows, this.#order, most, this.#breathe) : rows.slice(0, most);
  }

  /** All groups of what is shown, in the natural order of what they have in common; what has none is last. */
  async groups(group: RowGroup): Promise<readonly ShownGroup[]> {
    const rows = await this.#all();
    const groups = new Map<string | undefined, Row[]>();
    const take = (row: Row) => {
      const value = groupOf(row, group);
      const known = groups.get(value);
      if (known) known.push(row);
      else groups.set(value, [row]);
    };
    await inSlices(rows, take, this.#breathe);
    return [...groups]
      .map(([value, of]) => ({ value, rows: of }))
      .sort((one, other) => byValue(one.value, other.value));
  }

  /** Nobody asks any more; who waits for an answer gets what there is. */
  dispose(): void {
    this.#isOver = true;
    this.#failed.dispose();
    this.#kept?.dispose();
  }

  /** What is not left out, in the order of the store. */
  async #all(): Promise<readonly Row[]> {
    for (;;) {
      const kept = this.#kept;
      await kept?.read();
      const { sorted } = this.#store;
      if (!kept) return sorted;
      const rows: Row[] = [];
      const take = (row: Row) => {
        if (kept.has(row.uid)) rows.push(row);
      };
      const isAsked = () => !this.#isOver && this.#kept === kept;
      await inSlices(sorted, take, this.#breathe, isAsked);
      if (this.#isOver || this.#kept === kept) return rows;
    }
  }

  /** Columns tell by their names what is looked at. */
  #beginAnew(): void {
    this.#failed.dispose();
    this.#kept?.dispose();
    this.#columns = this.#store.columns;
    this.#failed = this.#subsetOfFailed();
    this.#kept = this.#subsetKept();
    this.#order = this.#orderByColumn();
  }

  async #count(): Promise<void> {
    const before = `${this.failed} ${this.count}`;
    await Promise.all([this.#failed.read(), this.#kept?.read()]);
    if (!this.#isOver && before !== `${this.failed} ${this.count}`) this.#onDidCount();
  }

  /** Whether rows that have only changed stand elsewhere now. */
  #hasMoved(changed: StoreChange['rows']): boolean {
    const { group } = this.options;
    if (changed === 'all' || (!this.#order && group?.by !== 'label')) return false;
    for (const [uid, before] of changed) {
      const now = this.#store.rows.get(uid);
      if (!before || !now) continue;
      if (group && groupOf(before, group) !== groupOf(now, group)) return true;
      if (this.#order && this.#order.keyOf(before) !== this.#order.keyOf(now)) return true;
    }
    return false;
  }

  #subsetOfFailed(): RowSubset {
    const columns = this.#columns;
    return new RowSubset(this.#store, (row) => healthOf(columns, row) === 'failed', this.#breathe);
  }

  #subsetKept(): RowSubset | undefined {
    const isKept = rowFilter(this.#columns, this.options);
    return isKept && new RowSubset(this.#store, isKept, this.#breathe);
  }

  #orderByColumn(): RowOrder | undefined {
    const { sort } = this.options;
    return sort && rowOrder(this.#columns, sort);
  }
}

/** The first rows in an order, of which no more than twice as many are ever sorted at a time; of equals the first stays first. */
async function firstInOrder(
  rows: readonly Row[],
  { keyOf, compare }: RowOrder,
  most: number,
  breathe: Breathe,
): Promise<readonly Row[]> {
  let best: { readonly row: Row; readonly key: SortKey }[] = [];
  /** Rows that do not come before this one are none of the first. */
  let last: { readonly key: SortKey } | undefined;
  const settle = () => {
    best = best.sort((one, other) => compare(one.key, other.key)).slice(0, most);
    last = best.length === most ? best[most - 1] : undefined;
  };
  const take = (row: Row) => {
    const key = keyOf(row);
    if (last && compare(key, last.key) >= 0) return;
    best.push({ row, key });
    if (best.length >= 2 * most) settle();
  };
  await inSlices(rows, take, breathe);
  settle();
  return best.map(({ row }) => row);
}

function groupOf({ namespace, metadata }: Row, group: RowGroup): string | undefined {
  return group.by === 'namespace' ? namespace : ownLabel(metadata.labels, group.key);
}

function ownLabel(labels: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return labels && Object.hasOwn(labels, key) ? labels[key] : undefined;
}

const natural = new Intl.Collator('en', { numeric: true });

function byValue(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  return natural.compare(one, other);
}
