import type { Column } from '../../../server/src/catalog/catalog.ts';
import type { Row } from '../cluster/kube-object.ts';
import { healthOf, isStateColumn } from '../cluster/objects/health.ts';
import { isAge } from './aged-cell.ts';
import { longestCell } from './cells.ts';
import { type RowOptions, readFilter } from './row-options.ts';

/**
 * Whether a row is one that a person wants to see, as far as that is not the server's to select; undefined where all are. A word
 * is looked for in the name, the namespace and what is printed, upper and lower case alike; ages, which change all the time,
 * are not looked at.
 */
export function rowFilter(
  columns: readonly Column[],
  options: RowOptions,
): ((row: Row) => boolean) | undefined {
  const { words, states } = readFilter(options.filter);
  const onlyUnhealthy = options.health === 'unhealthy';
  if (words.length === 0 && states.length === 0 && !onlyUnhealthy) return undefined;
  const looked = columns.flatMap((column, index) => (isAge(column) ? [] : [index]));
  const ofState = columns.flatMap(({ name }, index) => (isStateColumn(name) ? [index] : []));
  const isOfState = (row: Row) => {
    const health = healthOf(columns, row);
    return states.some((state) => health === state || ofState.some((index) => has(row.cells[index], state)));
  };
  return (row) =>
    (!onlyUnhealthy || isUnhealthy(columns, row)) &&
    (states.length === 0 || isOfState(row)) &&
    words.every((word) => hasWord(row, looked, word));
}

/** Whether an object is not as it is wanted: it has failed, or waits for something. */
export function isUnhealthy(columns: readonly Column[], row: Row): boolean {
  const health = healthOf(columns, row);
  return health === 'failed' || health === 'waiting';
}

function hasWord(row: Row, looked: readonly number[], word: string): boolean {
  // Names are in lower case, but for those of a few kinds.
  if (row.name.includes(word) || (row.namespace?.includes(word) ?? false) || has(row.name, word)) return true;
  for (const index of looked) if (has(row.cells[index], word)) return true;
  return false;
}

function has(cell: unknown, word: string): boolean {
  if (typeof cell === 'string') return cell.slice(0, longestCell).toLowerCase().includes(word);
  return cell !== null && cell !== undefined && typeof cell !== 'object' && String(cell).includes(word);
}
