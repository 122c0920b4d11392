import { warnOfPod } from '../core/pod/pod-warnings.ts';
import { isSpecChanged, podNames } from '../core/pod/template-warnings.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Field } from '../shared/field.ts';
import { warnOfHostName } from '../shared/metadata-warnings.ts';
import type { WarningRule, Warnings } from '../shared/warning.ts';

/** What the API server warns of in a Job. */
export const jobWarnings: WarningRule = (job, warnings, attributes) => {
  if (attributes.operation === 'create') warnOfHostName(job, podNames, warnings);
  warnOfJob(job, ['spec'], attributes, warnings);
};

/** What the API server warns of in a CronJob. */
export const cronJobWarnings: WarningRule = (cronJob, warnings, attributes) => {
  const schedule = cronJob.in('spec', 'schedule');
  if (attributes.operation === 'create') warnOfHostName(cronJob, podNames, warnings);
  warnOfJob(cronJob, ['spec', 'jobTemplate', 'spec'], attributes, warnings);
  if (attributes.operation === 'create' || !schedule.text?.includes('TZ')) return;
  const text =
    'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';
  warnings.about(schedule, text, { code: 'unwise-value' });
};

function warnOfJob(
  object: Field,
  path: readonly string[],
  attributes: AdmissionAttributes,
  warnings: Warnings,
): void {
  const spec = object.in(...path);
  if (!isSpecChanged(object, attributes)) return;
  const isLarge =
    (spec.at('completions').number ?? 0) > 100_000 && (spec.at('parallelism').number ?? 0) > 10_000;
  if (spec.at('completionMode').text === 'Indexed' && isLarge) {
    const text =
      'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';
    warnings.of(spec, text, { code: 'unwise-value', mark: spec.at('completions') });
  }
  warnOfPod(spec.at('template'), 'template', warnings);
}
