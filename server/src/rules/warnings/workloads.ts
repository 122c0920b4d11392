import { warnOfPod } from '../core/pod/pod-warnings.ts';
import type { Field } from '../shared/field.ts';
import { isSame, storedAt } from '../shared/immutable.ts';
import { warnOfHostName } from '../shared/metadata-warnings.ts';
import type { Subject } from '../shared/rule.ts';
import type { WarningRule, Warnings } from '../shared/warning.ts';
import { warnOfClaimSpec } from './storage.ts';

/** Pods and everything that has a Pod template. Of a stored object the server looks again where its spec has changed. */
export const workloadWarnings: Readonly<Record<string, WarningRule>> = {
  Pod(pod, warnings, { operation }) {
    if (operation === 'update') return;
    warnOfHostName(pod, "the Pod's hostname", warnings);
    warnOfPod(pod, 'pod', warnings);
  },
  PodTemplate(object, warnings, subject) {
    warnOfTemplate(object, ['template'], subject, warnings);
  },
  ReplicationController: workload,
  'apps/Deployment': workload,
  'apps/ReplicaSet': workload,
  'apps/DaemonSet'(daemonSet, warnings, subject) {
    warnOfTemplate(daemonSet, ['spec', 'template'], subject, warnings);
  },
  'apps/StatefulSet': statefulSet,
  'batch/Job'(job, warnings, subject) {
    if (subject.operation === 'create') warnOfHostName(job, podNames, warnings);
    warnOfJob(job, ['spec'], subject, warnings);
  },
  'batch/CronJob'(cronJob, warnings, subject) {
    const schedule = cronJob.in('spec', 'schedule');
    if (subject.operation === 'create') warnOfHostName(cronJob, podNames, warnings);
    warnOfJob(cronJob, ['spec', 'jobTemplate', 'spec'], subject, warnings);
    if (subject.operation === 'create' || !schedule.text?.includes('TZ')) return;
    const text =
      'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';
    warnings.about(schedule, text, { code: 'unwise-value' });
  },
};

const podNames = 'Pod names and hostnames';

function workload(object: Field, warnings: Warnings, subject: Subject): void {
  if (subject.operation === 'create') warnOfHostName(object, podNames, warnings);
  warnOfTemplate(object, ['spec', 'template'], subject, warnings);
}

function statefulSet(object: Field, warnings: Warnings, subject: Subject): void {
  const spec = object.at('spec');
  warnOfTemplate(object, ['spec', 'template'], subject, warnings);
  for (const claim of spec.at('volumeClaimTemplates').items) {
    // The server leaves out the claim's own `spec`, or misspells it.
    const named = subject.operation === 'create' ? claim : claim.child('Spec');
    warnOfClaimSpec(claim.at('spec'), warnings, named);
  }
  const limit = spec.at('revisionHistoryLimit');
  if (limit.number === undefined || limit.number >= 0) return;
  const text = 'a negative value retains all historical revisions; a value >= 0 is recommended';
  warnings.of(limit, text, { code: 'unwise-value' });
}

function warnOfTemplate(object: Field, path: readonly string[], subject: Subject, warnings: Warnings): void {
  if (isChanged(object, subject)) warnOfPod(object.in(...path), 'template', warnings);
}

function warnOfJob(object: Field, path: readonly string[], subject: Subject, warnings: Warnings): void {
  const spec = object.in(...path);
  if (!isChanged(object, subject)) return;
  const isLarge =
    (spec.at('completions').number ?? 0) > 100_000 && (spec.at('parallelism').number ?? 0) > 10_000;
  if (spec.at('completionMode').text === 'Indexed' && isLarge) {
    const text =
      'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';
    warnings.of(spec, text, { code: 'unwise-value', mark: spec.at('completions') });
  }
  warnOfPod(spec.at('template'), 'template', warnings);
}

function isChanged(object: Field, { operation, old }: Subject): boolean {
  if (operation === 'create' || !old) return true;
  const part = object.at(object.at('spec').isSet ? 'spec' : 'template');
  return !isSame(part, storedAt(part, old));
}
