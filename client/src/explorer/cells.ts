import type { Column } from '../../../server/src/catalog/catalog.ts';
import type { Row } from '../cluster/kube-object.ts';
import { age } from './age.ts';

/** A printed cell with the name of its column. */
export interface NamedCell {
  readonly column: string;
  readonly text: string;
}

/** Columns that count replicas. */
const replicaColumns = new Set(['desired', 'current', 'ready', 'up-to-date', 'available']);

/** The longest text of one cell: what a server prints may be of any length. */
const longestCell = 200;

/**
 * What the server prints about an object, column by column, without the name. An age is counted from the object's
 * creation, because the printed one is only true when it was sent. `all` takes the columns of the wide output too.
 */
export function cellsOf(
  columns: readonly Column[],
  row: Row,
  now: number,
  width: 'narrow' | 'all',
): NamedCell[] {
  const cells: NamedCell[] = [];
  for (const [index, column] of columns.entries()) {
    if (isName(column, index)) continue;
    if (width === 'narrow' && column.priority > 0) continue;
    cells.push({ column: column.name, text: cellText(column, row, row.cells[index], now) });
  }
  return cells;
}

/**
 * One line of an object: that it is being deleted, its printed cells, those that say nothing left out, then its namespace
 * where several are shown. A bare number stands with the name of its column; a zero says nothing, nor does a number of replicas that repeats
 * one before it.
 */
export function describeRow(
  columns: readonly Column[],
  row: Row,
  now: number,
  namespaces: 'one' | 'several',
): string {
  const counts = new Set<string>();
  const cells = cellsOf(columns, row, now, 'narrow').flatMap(({ column, text }) => {
    if (text === '' || text === '<none>') return [];
    const ratio = /^(\d+)\/\1$/.exec(text);
    if (ratio) counts.add(ratio[1]!);
    const count = /^(\d+)( \(.*\))?$/.exec(text);
    if (!count) return [text];
    const [, number = '', more = ''] = count;
    if (number === '0') return [];
    if (replicaColumns.has(column.toLowerCase())) {
      if (counts.has(number)) return [];
      counts.add(number);
    }
    return [`${number} ${words(column)}${more}`];
  });
  if (namespaces === 'several' && row.namespace) cells.push(row.namespace);
  return [deletionOf(row), ...cells].filter((part) => part !== '').join(' · ');
}

/** Finalizers that fit into a line. */
const mostFinalizers = 10;

/** That an object is being deleted, and which finalizers keep it; empty of all others. */
function deletionOf({ metadata }: Row): string {
  if (metadata.deletionTimestamp === undefined) return '';
  const finalizers = metadata.finalizers ?? [];
  const held = finalizers.slice(0, mostFinalizers);
  if (finalizers.length > mostFinalizers) held.push(`${finalizers.length - mostFinalizers} others`);
  return held.length === 0 ? 'being deleted' : oneLine(`being deleted, held by ${held.join(', ')}`);
}

/** `up-to-date`, `min pods` of the columns `Up-to-date` and `MinPods`. */
function words(column: string): string {
  return column.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function cellText(column: Column, row: Row, cell: unknown, now: number): string {
  if ((column.name === 'Age' || column.name === 'Created At') && row.metadata.creationTimestamp) {
    return age(row.metadata.creationTimestamp, now) ?? '';
  }
  return oneLine(cell);
}

/** The first column of every table is the object's name. */
function isName(column: Column, index: number): boolean {
  return index === 0 && (column.format === 'name' || column.name === 'Name');
}

function oneLine(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestCell ? `${line.slice(0, longestCell)}…` : line;
}
