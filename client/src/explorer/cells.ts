import type { Column } from '../../../server/src/catalog/catalog.ts';
import type { Row } from '../cluster/kube-object.ts';
import { isConditionColumn, isStateColumn } from '../cluster/objects/health.ts';
import { age } from './age.ts';
import { aged, isAge } from './aged-cell.ts';
import { type ToldReplicas, wordsOfCell } from './cell-words.ts';

/** A printed cell with the name of its column. */
export interface NamedCell {
  readonly column: string;
  readonly text: string;
}

/** The longest text of one cell: what a server prints may be of any length. */
export const longestCell = 200;

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
  return shownColumns(columns, width).map(({ column, index }) => ({
    column: column.name,
    text: cellText(column, row, row.cells[index], now),
  }));
}

/**
 * One line of an object, what is looked for first in front, because a narrow view cuts its end: that it is being deleted, its
 * state, its namespace where several are shown, what else is printed, its age. What says nothing is left out: nothing, none,
 * no, zero, and a number of replicas that repeats one before it.
 */
export function describeRow(
  columns: readonly Column[],
  row: Row,
  now: number,
  namespaces: 'one' | 'several',
): string {
  const { shown, desired, ready } = readingOf(columns);
  const told: ToldReplicas = new Map();
  const parts = { states: [deletionOf(row)], others: [] as string[], ages: [] as string[] };
  for (const { column, index, group } of shown) {
    const cell = cellText(column, row, row.cells[index], now);
    const isRatio = index === ready && isCount(row.cells[desired]) && isCount(row.cells[ready]);
    parts[group].push(wordsOfCell(column.name, isRatio ? `${cell}/${row.cells[desired]}` : cell, told));
  }
  const namespace = namespaces === 'several' && row.namespace ? row.namespace : '';
  return [...parts.states, namespace, ...parts.others, ...parts.ages]
    .filter((part) => part !== '')
    .join(' · ');
}

function isCount(cell: unknown): boolean {
  return typeof cell === 'number';
}

/** In which order the cells of some columns are read. */
interface Reading {
  readonly shown: readonly (ShownColumn & { readonly group: 'states' | 'others' | 'ages' })[];
  /** Where the numbers of replicas are that are wanted and that are ready; -1 where there is no such column. */
  readonly desired: number;
  readonly ready: number;
}

/** Made once for all rows of a list, which have the same columns. */
const readings = new WeakMap<readonly Column[], Reading>();

function readingOf(columns: readonly Column[]): Reading {
  const known = readings.get(columns);
  if (known) return known;
  const reading: Reading = {
    // A word for the state comes before a number of what is ready, and both before the rest.
    shown: shownColumns(columns, 'narrow')
      .map((shown) => ({ ...shown, group: groupOf(shown.column) }))
      .sort((one, other) => rankOf(one.column) - rankOf(other.column)),
    desired: columns.findIndex(({ name }) => name === 'Desired'),
    ready: columns.findIndex(({ name }) => name === 'Ready'),
  };
  readings.set(columns, reading);
  return reading;
}

function groupOf(column: Column): 'states' | 'others' | 'ages' {
  if (isAge(column)) return 'ages';
  return rankOf(column) < 2 ? 'states' : 'others';
}

function rankOf({ name }: Column): number {
  if (isStateColumn(name)) return 0;
  return isConditionColumn(name) ? 1 : 2;
}

interface ShownColumn {
  readonly column: Column;
  /** Of its cell. */
  readonly index: number;
}

function shownColumns(columns: readonly Column[], width: 'narrow' | 'all'): ShownColumn[] {
  return columns.flatMap((column, index) =>
    isName(column, index) || (width === 'narrow' && column.priority > 0) ? [] : [{ column, index }],
  );
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

function cellText(column: Column, row: Row, cell: unknown, now: number): string {
  const { creationTimestamp } = row.metadata;
  if (isAge(column) && creationTimestamp) return age(creationTimestamp, now) ?? '';
  const text = oneLine(cell);
  return row.printedAt === undefined ? text : aged(column, text, now - row.printedAt);
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
