import type { Column } from '../../../server/src/catalog/catalog.ts';
import type { Row } from '../cluster/cluster.ts';
import { age } from './age.ts';

/** A printed cell with the name of its column. */
export interface NamedCell {
  readonly column: string;
  readonly text: string;
}

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

/** One line of an object: its printed cells, empty ones left out, then its namespace where several are shown. */
export function describeRow(
  columns: readonly Column[],
  row: Row,
  now: number,
  namespaces: 'one' | 'several',
): string {
  const cells = cellsOf(columns, row, now, 'narrow')
    .map(({ text }) => text)
    .filter((text) => text !== '' && text !== '<none>');
  if (namespaces === 'several' && row.namespace) cells.push(row.namespace);
  return cells.join(' · ');
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
