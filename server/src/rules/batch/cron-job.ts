import { cronSchedule } from '../formats/cron-schedule.ts';
import { checkNonNegative } from '../shared/bounds.ts';
import type { Causes } from '../shared/causes.ts';
import { checkEnum } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import { storedAt } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import { checkJobSpec } from './job.ts';

/** The rest of a Job's name that its CronJob adds takes eleven characters. */
const longestName = 52;

/** A CronJob. */
export const cronJobRule: Rule = (cronJob, causes, attributes) => {
  const spec = cronJob.at('spec');
  if (!spec.map) return;
  const schedule = spec.at('schedule');
  if (schedule.text === '') causes.required(schedule);
  else causes.malformed(schedule, cronSchedule, { code: 'cron-schedule' });
  if (schedule.text?.includes('TZ') && !storedAt(schedule, attributes.old).text?.includes('TZ')) {
    const why = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    causes.invalid(schedule, why, { code: 'cron-schedule' });
  }
  checkNonNegative(spec.at('startingDeadlineSeconds'), causes);
  checkTimeZone(spec.at('timeZone'), causes);
  checkEnum(spec.at('concurrencyPolicy'), ['Allow', 'Forbid', 'Replace'], causes);
  checkTemplate(spec.in('jobTemplate', 'spec'), causes);
  if (spec.in('jobTemplate', 'spec').map) checkJobSpec(spec.in('jobTemplate', 'spec'), attributes, causes);
  checkNonNegative(spec.at('successfulJobsHistoryLimit'), causes);
  checkNonNegative(spec.at('failedJobsHistoryLimit'), causes);
  const name = cronJob.in('metadata', 'name');
  if (attributes.operation === 'create' && (name.text?.length ?? 0) > longestName) {
    causes.invalid(name, `must be no more than ${longestName} characters`, { code: 'object-name' });
  }
};

function checkTemplate(spec: Field, causes: Causes): void {
  const [selector, manual] = [spec.at('selector'), spec.at('manualSelector')];
  if (selector.isSet) {
    causes.invalid(selector, '`selector` will be auto-generated', { code: 'job-selector', at: 'key' });
  }
  if (manual.isTrue) causes.notSupported(manual, ['nil', 'false'], { code: 'job-selector' });
}

function checkTimeZone(zone: Field, causes: Causes): void {
  if (!zone.isSet || zone.text === undefined) return;
  const remark = { code: 'time-zone' } as const;
  if (zone.text === '') {
    causes.invalid(zone, 'timeZone must be nil or non-empty string', remark);
    return;
  }
  const isName = zone.text
    .split('/')
    .every((part) => part !== '.' && part !== '..' && /^[A-Za-z._0-9+][A-Za-z._0-9+-]{0,13}$/.test(part));
  if (!isName || !isKnown(zone.text)) causes.invalid(zone, `unknown time zone ${zone.text}`, remark);
  else if (zone.text.toLowerCase() === 'local') {
    const why = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    causes.invalid(zone, why, remark);
  }
}

/** The language's own list; the server's differs in few and old names. */
function isKnown(zone: string): boolean {
  const known = zonesByName();
  if (known.has(zone) || zone.toLowerCase() === 'local') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    return false;
  }
  if (known.size < mostZones) known.add(zone);
  return true;
}

/**
 * Zones that are known to be there: the main name of each, and other names once they were asked for. Asking for one makes a
 * format of dates, the first of which takes as long as checking a hundred objects.
 */
function zonesByName(): Set<string> {
  knownZones ??= new Set(['UTC', 'Etc/UTC', ...Intl.supportedValuesOf('timeZone')]);
  return knownZones;
}

let knownZones: Set<string> | undefined;
/** There are some six hundred, in any case of their letters. */
const mostZones = 1000;
