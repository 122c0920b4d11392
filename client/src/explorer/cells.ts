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
  const told: ToldReplicas = new Map();
  const desired = desiredOf(columns, row);
  const states: string[] = [];
  const others: string[] = [];
  const ages: string[] = [];
  for (const { column, index } of inReadingOrder(shownColumns(columns, 'narrow'))) {
    const cell = cellText(column, row, row.cells[index], now);
    const isReady = desired !== undefined && column.name === 'Ready';
    const text = wordsOfCell(column.name, isReady ? `${cell}/${desired}` : cell, told);
    if (text === '') continue;
    if (isAge(column)) ages.push(text);
    else if (rankOf(column) === 0 || rankOf(column) === 1) states.push(text);
    else others.push(text);
  }
  const namespace = namespaces === 'several' && row.namespace ? [row.namespace] : [];
  return [deletionOf(row), ...states, ...namespace, ...others, ...ages]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The number of replicas that are wanted, where a column has it, and another one that of the ready ones. */
function desiredOf(columns: readonly Column[], { cells }: Row): number | undefined {
  const [desired, ready] = ['Desired', 'Ready'].map(
    (name) => cells[columns.findIndex((column) => column.name === name)],
  );
  return typeof desired === 'number' && typeof ready === 'number' ? desired : undefined;
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

/** A word for the state comes before a number of what is ready, and both before the rest. */
function inReadingOrder(columns: readonly ShownColumn[]): ShownColumn[] {
  return [...columns].sort((one, other) => rankOf(one.column) - rankOf(other.column));
}

function rankOf({ name }: Column): number {
  if (isStateColumn(name)) return 0;
  return isConditionColumn(name) ? 1 : 2;
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
