import { parseDuration } from './duration.ts';

/**
 * What keeps a text from being the schedule of a CronJob: five fields, or a word such as `@daily` or `@every 1h`. In the
 * words of the API server's parser, which finds one problem at a time.
 */
export function cronSchedule(text: string): string[] {
  if (text === '') return ['empty spec string'];
  const spec = withoutTimeZone(text);
  if (spec.startsWith('@')) return descriptor(spec);
  const parts = spec.split(/\s+/).filter(Boolean);
  if (parts.length !== fields.length) {
    return [`expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`];
  }
  for (const [index, part] of parts.entries()) {
    for (const range of part.split(',').filter(Boolean)) {
      const problem = rangeProblem(range, fields[index]!);
      if (problem !== undefined) return [problem];
    }
  }
  return [];
}

interface Field {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const fields: readonly Field[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: months },
  { least: 0, most: 6, names: days },
];
const descriptors = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];

/** A time zone at the start is the business of another rule. */
function withoutTimeZone(text: string): string {
  return /^(?:TZ|CRON_TZ)=/.test(text) ? text.replace(/^\S*/, '').trim() : text;
}

function descriptor(text: string): string[] {
  if (descriptors.includes(text)) return [];
  if (!text.startsWith('@every ')) return [`unrecognized descriptor: ${text}`];
  const duration = text.slice('@every '.length);
  if (parseDuration(duration) !== undefined) return [];
  return [`failed to parse duration ${text}: time: invalid duration ${JSON.stringify(duration)}`];
}

function rangeProblem(text: string, field: Field): string | undefined {
  const [range = '', step, ...more] = text.split('/');
  const [low = '', high, ...others] = range.split('-');
  const isAny = low === '*' || low === '?';
  const start = isAny ? field.least : read(low, field.names);
  if (typeof start === 'string') return start;
  if (!isAny && others.length > 0) return `too many hyphens: ${text}`;
  let end = isAny ? field.most : high === undefined ? start : read(high, field.names);
  if (typeof end === 'string') return end;
  if (more.length > 0) return `too many slashes: ${text}`;
  const stride = step === undefined ? 1 : read(step, []);
  if (typeof stride === 'string') return stride;
  if (step !== undefined && high === undefined) end = field.most;
  if (start < field.least) return `beginning of range (${start}) below minimum (${field.least}): ${text}`;
  if (end > field.most) return `end of range (${end}) above maximum (${field.most}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return stride === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

/** The number a text or one of the names stands for, or what is wrong with it. */
function read(text: string, names: readonly string[]): number | string {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return names === months ? named + 1 : named;
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const number = Number(text);
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}
