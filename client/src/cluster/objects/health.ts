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
/** Columns that tell `True` or `False`, or how much is left. */
const conditionColumns = new Set(['ready', 'available', 'established', 'synced', 'allowed disruptions']);

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
    'unhealthy',
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
  const { states, conditions, desired, areNodes } = placesIn(columns);
  let health: Health = 'unknown';
  for (const place of states) {
    const cell = row.cells[place];
    health = worse(health, areNodes && isNotReady(cell) ? 'failed' : healthOfWord(cell));
  }
  for (const place of conditions) {
    health = worse(health, healthOfCondition(row.cells[place], row.cells[desired]));
  }
  return health;
}

/** Where the cells are that tell how an object fares. */
interface Places {
  readonly states: readonly number[];
  readonly conditions: readonly number[];
  /** Of the number of what is wanted; -1 where there is no such column. */
  readonly desired: number;
  /** A Node that is not ready has gone, where a Pod is on its way: they have roles. */
  readonly areNodes: boolean;
}

/** Found once for all rows of a list, which have the same columns. */
const places = new WeakMap<readonly Column[], Places>();

function placesIn(columns: readonly Column[]): Places {
  const known = places.get(columns);
  if (known) return known;
  const found: Places = {
    states: columns.flatMap(({ name }, place) => (isStateColumn(name) ? [place] : [])),
    conditions: columns.flatMap(({ name }, place) => (isConditionColumn(name) ? [place] : [])),
    desired: columns.findIndex(({ name }) => name.toLowerCase() === 'desired'),
    areNodes: columns.some(({ name }) => name === 'Roles'),
  };
  places.set(columns, found);
  return found;
}

/** `NotReady`, `NotReady,SchedulingDisabled` */
function isNotReady(cell: unknown): boolean {
  return typeof cell === 'string' && cell.split(',').includes('NotReady');
}

function healthOfWord(cell: unknown): Health {
  if (typeof cell !== 'string') return 'unknown';
  const whole = healthByWord.get(cell.toLowerCase());
  if (whole !== undefined) return whole;
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
function healthOfCondition(cell: unknown, wanted: unknown): Health {
  if (typeof cell === 'number') {
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
