import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { Row } from '../kube-object.ts';

/** How an object fares, as far as its printed columns tell. */
export type Health =
  /** It says that all is as wanted. */
  | 'good'
  /** It has done its work and ended. */
  | 'finished'
  /** On its way: starting, waiting, not all replicas ready, being deleted. */
  | 'waiting'
  | 'failed'
  /** No column tells. */
  | 'unknown';

/** Columns that tell a state in a word. */
const stateColumns = new Set([
  'status',
  'phase',
  'state',
  'condition',
  'health',
  'sync status',
  'health status',
]);
/** Columns that tell `True` or `False`. */
const conditionColumns = new Set(['ready', 'available', 'established', 'synced']);

/** Whether a column of this name tells an object's state in a word. */
export function isStateColumn(name: string): boolean {
  return stateColumns.has(name.toLowerCase());
}

/** Whether a column of this name tells whether an object is as wanted, by `True`, `2/3` or a number. */
export function isConditionColumn(name: string): boolean {
  return conditionColumns.has(name.toLowerCase());
}

/** The words of those cells; upper and lower case make no difference, here and there. */
const wordsOf: Record<Exclude<Health, 'unknown'>, readonly string[]> = {
  good: [
    'running',
    'active',
    'bound',
    'ready',
    'available',
    'healthy',
    'established',
    'approved',
    'issued',
    'synced',
    'true',
    'ok',
  ],
  finished: ['succeeded', 'complete', 'completed'],
  waiting: [
    'pending',
    'containercreating',
    'podinitializing',
    'terminating',
    'released',
    'notready',
    'schedulinggated',
    'progressing',
    'unknown',
    'suspended',
    'schedulingdisabled',
    'outofsync',
  ],
  failed: [
    'failed',
    'error',
    'evicted',
    'oomkilled',
    'lost',
    'denied',
    'degraded',
    'nodelost',
    'deadlineexceeded',
    'containercannotrun',
    'unexpectedadmissionerror',
  ],
};
const healthByWord = new Map<string, Health>(
  Object.entries(wordsOf).flatMap(([health, words]) =>
    words.map((word) => [word.toLowerCase(), health as Health]),
  ),
);

/** Judges an object by the server's own columns; the words are those that kinds of every sort print. */
export function healthOf(columns: readonly Column[], row: Row): Health {
  if (row.metadata.deletionTimestamp) return 'waiting';
  let health: Health = 'unknown';
  for (const [index, column] of columns.entries()) {
    const name = column.name.toLowerCase();
    const cell = row.cells[index];
    if (isStateColumn(name)) health = worse(health, healthOfWord(cell));
    else if (isConditionColumn(name)) health = worse(health, healthOfCondition(columns, row, cell));
  }
  return health;
}

function healthOfWord(cell: unknown): Health {
  if (typeof cell !== 'string') return 'unknown';
  let health: Health = 'unknown';
  for (const word of cell.split(',')) {
    const known = healthByWord.get(word.trim().toLowerCase());
    health = worse(health, known ?? healthOfUnknownWord(word));
  }
  return health;
}

/** Reasons of containers are words without end: `ImagePullBackOff`, `Init:0/1`, `ExitCode:2`. */
function healthOfUnknownWord(word: string): Health {
  if (/backoff|^(init:)?err|error|invalid|crash|^exitcode|^signal/i.test(word)) return 'failed';
  if (/^init:|creating|waiting|terminating/i.test(word)) return 'waiting';
  return 'unknown';
}

/** `2/3` of a workload, a count beside the wanted one, or a condition's `True`. */
function healthOfCondition(columns: readonly Column[], row: Row, cell: unknown): Health {
  if (typeof cell === 'number') {
    const wanted = row.cells[columns.findIndex(({ name }) => name.toLowerCase() === 'desired')];
    return typeof wanted === 'number' ? (cell < wanted ? 'waiting' : 'good') : 'unknown';
  }
  if (typeof cell !== 'string') return 'unknown';
  const ratio = /^(\d+)\/(\d+)$/.exec(cell);
  if (ratio) return Number(ratio[1]) < Number(ratio[2]) ? 'waiting' : 'good';
  if (/^false\b/i.test(cell)) return 'waiting';
  return healthByWord.get(cell.toLowerCase()) ?? 'unknown';
}

const severity: readonly Health[] = ['unknown', 'good', 'waiting', 'finished', 'failed'];

/** A Pod that completed prints `0/1` ready: its state outweighs the count. */
function worse(one: Health, other: Health): Health {
  return severity.indexOf(other) > severity.indexOf(one) ? other : one;
}
