import { ownField } from '../../../server/src/yaml/own-field.ts';

/** How many replicas a line has told of already. */
export type ToldReplicas = Map<'wanted' | 'ready', string>;

/** Columns that count replicas, and with which of the numbers of a ratio they say the same. */
const replicaColumns: Readonly<Record<string, 'wanted' | 'ready'>> = {
  desired: 'wanted',
  current: 'wanted',
  'up-to-date': 'wanted',
  ready: 'ready',
  available: 'ready',
};

/** Further columns that count something and have no plural as their name. */
const countColumns = new Set(['active', 'total', 'allocated', 'unavailable']);

/** What is counted by a column with another name. */
const counted: Readonly<Record<string, string>> = { data: 'keys' };

/** What is so where a column with another name says `true`. */
const adjectives: Readonly<Record<string, string>> = { suspend: 'suspended' };

/** Of these it matters that they are not so. */
const expected = new Set([
  'ready',
  'available',
  'established',
  'synced',
  'attached',
  'accepted',
  'programmed',
  'healthy',
]);

/** Of these it matters that there are none. */
const missed = new Set(['allowed disruptions']);

/** What servers print where there is nothing. */
const nothing = new Set(['', '<none>', '<unset>', '<nil>', 'n/a', '0']);

/**
 * What a cell says in a line, where no heading says what it is: a number with its column's name, a condition in words; nothing
 * where it says nothing. `told` has the numbers of replicas that the line has said already, and takes in these.
 */
export function wordsOfCell(column: string, cell: string, told: ToldReplicas): string {
  const name = words(column);
  if (cell === '0' && missed.has(name)) return `0 ${name}`;
  if (nothing.has(cell.toLowerCase())) return '';
  const condition = /^(true|false)( \(.*\))?$/i.exec(cell);
  if (condition) return conditionWords(name, condition[1]!, condition[2] ?? '');
  // `<unknown>`, `<pending>`, `<invalid>`
  const mark = /^<([a-z][a-z ]*)>$/i.exec(cell);
  if (mark) return `${name} ${mark[1]}`;
  const ratio = /^(\d+)\/(\d+)$/.exec(cell);
  if (ratio) {
    told.set('ready', ratio[1]!).set('wanted', ratio[2]!);
    return cell;
  }
  if (/^ports?$/.test(name) && /^\d+(?:, ?\d+)*$/.test(cell)) {
    return `${cell.includes(',') ? 'ports' : 'port'} ${cell.replace(/, ?/g, ', ')}`;
  }
  const count = /^(\d+)( \(.*\))?$/.exec(cell);
  if (!count) return cell;
  const [, number = '', more = ''] = count;
  if (number === '0') return '';
  const replicas = ownField(replicaColumns, name);
  if (replicas === undefined) return `${countWords(name, number)}${more}`;
  if (told.get(replicas) === number) return '';
  if (!told.has(replicas)) told.set(replicas, number);
  return `${number} ${name}${more}`;
}

/** `3 webhooks`, `1 webhook`, `2 ready`; what is no count stands behind its name: `revision 3`. */
function countWords(name: string, number: string): string {
  const plural = ownField(counted, name) ?? name;
  if (countColumns.has(plural)) return `${number} ${plural}`;
  if (!/[^s]s$/.test(plural)) return `${plural} ${number}`;
  return `${number} ${number === '1' ? singular(plural) : plural}`;
}

function singular(plural: string): string {
  return plural.replace(/ies$/, 'y').replace(/s$/, '');
}

/** `ready`, `not available (MissingEndpoints)`; that something else is not so says nothing. */
function conditionWords(name: string, value: string, more: string): string {
  if (value.toLowerCase() === 'true') return `${ownField(adjectives, name) ?? name}${more}`;
  return expected.has(name) ? `not ${name}${more}` : '';
}

/** `up-to-date`, `min pods` of the columns `Up-to-date` and `MinPods`; `ports` of `Port(s)`. */
function words(column: string): string {
  return column
    .replace(/\(s\)$/, 's')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
