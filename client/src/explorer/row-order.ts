import type { Column } from '../../../server/src/catalog/catalog.ts';
import type { Row } from '../cluster/kube-object.ts';
import { readDuration } from './age.ts';
import { isAge } from './aged-cell.ts';
import type { RowSort } from './row-options.ts';

/** By what rows are compared: a number comes before a text, and what says nothing comes last. */
export type SortKey = number | string | undefined;

/** How rows are sorted: by the key of each. */
export interface RowOrder {
  keyOf(row: Row): SortKey;
  /** Less than 0 where the first comes first; what says nothing comes last in both directions. */
  compare(one: SortKey, other: SortKey): number;
}

/** The name of the column that no server prints. */
export const namespaceColumn = 'Namespace';

/** What servers print where there is nothing. */
const nothing = new Set(['', '<none>', '<unset>', '<nil>', '<unknown>', '<invalid>']);

/** `web-2` before `web-10`, upper and lower case alike. */
const natural = new Intl.Collator('en', { numeric: true });

/** The order by a column; undefined where there is none of this name. */
export function rowOrder(columns: readonly Column[], sort: RowSort): RowOrder | undefined {
  const keyOf = keyOfColumn(columns, sort.column);
  if (!keyOf) return undefined;
  const sign = sort.direction === 'descending' ? -1 : 1;
  return {
    keyOf,
    compare(one, other) {
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined);
      if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
      if (typeof one === 'string' && typeof other === 'string') return sign * natural.compare(one, other);
      return sign * (typeof one === 'number' ? -1 : 1);
    },
  };
}

function keyOfColumn(columns: readonly Column[], name: string): RowOrder['keyOf'] | undefined {
  if (name === namespaceColumn) return ({ namespace }) => namespace;
  const index = columns.findIndex((column) => column.name === name);
  const column = columns[index];
  if (!column) return undefined;
  if (isAge(column)) return ageOf;
  if (index === 0) return (row) => row.name;
  return ({ cells, printedAt = 0 }) => {
    const key = keyOfCell(cells[index]);
    // How long ago something was, counted from one moment for all.
    return isSince(column, cells[index]) && typeof key === 'number' ? key - printedAt : key;
  };
}

/** The younger the less; an object without a time says nothing. */
function ageOf({ metadata }: Row): SortKey {
  const created = Date.parse(metadata.creationTimestamp ?? '');
  return Number.isNaN(created) ? undefined : -created;
}

function isSince(column: Column, cell: unknown): boolean {
  const tellsTime = column.type === 'date' || /\b(?:seen|schedule)$/i.test(column.name);
  return tellsTime && typeof cell === 'string' && readDuration(cell) !== undefined;
}

/** A number, a ratio, a time or an amount as a number; other texts as they are. */
export function keyOfCell(cell: unknown): SortKey {
  if (typeof cell === 'number') return Number.isNaN(cell) ? undefined : cell;
  if (typeof cell === 'boolean') return Number(cell);
  if (typeof cell !== 'string') return cell === null || cell === undefined ? undefined : JSON.stringify(cell);
  const text = cell.trim();
  if (nothing.has(text.toLowerCase())) return undefined;
  // No number begins with anything else.
  if (!/^[-+.\d]/.test(text)) return text;
  return numberOf(text) ?? ratioOf(text) ?? readDuration(text) ?? amountOf(text) ?? text;
}

/** `3`, and `3 (5m ago)` of restarts. */
function numberOf(text: string): number | undefined {
  const number = /^([-+]?\d+(?:\.\d+)?)(?: \(.*\))?$/.exec(text);
  return number ? Number(number[1]) : undefined;
}

/** `2/3`: what is less complete is less; none of none is complete. */
function ratioOf(text: string): number | undefined {
  const ratio = /^(\d+)\/(\d+)$/.exec(text);
  if (!ratio) return undefined;
  const wanted = Number(ratio[2]);
  return wanted === 0 ? 1 : Number(ratio[1]) / wanted;
}

const units: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
  '%': 1,
};

/** `100Mi`, `1.5Gi`, `80%`; `250m` alone, which is a time too, is read as one. */
function amountOf(text: string): number | undefined {
  const amount = /^([-+]?\d*\.?\d+)([num]|[kMGTPE]|[KMGTPE]i|%)$/.exec(text);
  return amount ? Number(amount[1]) * units[amount[2]!]! : undefined;
}
