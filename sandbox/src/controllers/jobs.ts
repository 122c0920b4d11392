import { type Clock, timestamp } from '../clock.ts';
import type { ObjectStore } from '../object-store.ts';
import { activePods } from './active-pods.ts';
import { startController, writeStatus } from './controller.ts';
import {
  type Condition,
  isControlledBy,
  isFinished,
  isReady,
  type Pod,
  resources,
  type Workload,
  withCondition,
} from './objects.ts';
import { createPods, times } from './pod-limit.ts';
import { newPod } from './pod-template.ts';

interface JobStatus {
  startTime?: string;
  completionTime?: string;
  conditions?: Condition[];
}

/** Runs a Job's pods until enough have succeeded or too many have failed. */
export function startJobs(store: ObjectStore, clock: Clock): { dispose(): void } {
  return startController(store, clock, {
    resource: resources.jobs,
    kind: 'Job',
    owned: [resources.pods],
    reconcile: (object) => reconcile(store, clock, object as Workload),
  });
}

function reconcile(store: ObjectStore, clock: Clock, job: Workload): void {
  const before = (job.status ?? {}) as JobStatus;
  if (before.conditions?.some(({ type, status }) => isEnd(type) && status === 'True')) return;
  const now = timestamp(clock.now());
  const {
    completions,
    parallelism = 1,
    backoffLimit = 6,
    suspend,
  } = job.spec as Record<string, number | undefined>;
  const needed = completions ?? 1;
  const pods = store
    .list(resources.pods, job.metadata.namespace)
    .filter((pod) => isControlledBy(pod, job)) as Pod[];
  const succeeded = pods.filter(({ status }) => status?.phase === 'Succeeded').length;
  const failed = pods.filter(({ status }) => status?.phase === 'Failed').length;
  const active = pods.filter((pod) => !isFinished(pod) && !pod.metadata.deletionTimestamp);
  const restarts = active.flatMap(({ status }) => status?.containerStatuses ?? []);
  const retries = failed + restarts.reduce((sum, { restartCount }) => sum + restartCount, 0);

  if (succeeded >= needed) {
    finish(store, job, before, { succeeded, failed }, completed(before, now), now);
  } else if (retries > backoffLimit) {
    for (const pod of active) store.delete(resources.pods, pod.metadata.namespace, pod.metadata.name ?? '');
    finish(store, job, before, { succeeded, failed }, failedJob(before, now), undefined);
  } else if (suspend) {
    for (const pod of active) store.delete(resources.pods, pod.metadata.namespace, pod.metadata.name ?? '');
    const suspended: Condition = {
      type: 'Suspended',
      status: 'True',
      reason: 'JobSuspended',
      message: 'Job suspended',
    };
    writeJob(
      store,
      job,
      { conditions: withCondition(before.conditions, suspended, now) },
      { succeeded, failed },
    );
  } else {
    const missing = Math.min(parallelism, needed - succeeded) - active.length;
    const ready = active.filter(isReady).length;
    createPods(
      store,
      clock,
      job,
      times(missing, () => podOf(job)),
      () => {
        const running = activePods(store, job).length;
        const counts = { active: running, ready, succeeded, failed };
        writeJob(store, job, { ...before, startTime: before.startTime ?? now }, counts);
      },
    );
  }
}

function podOf(job: Workload): Pod {
  const { name = '', uid = '' } = job.metadata;
  return newPod(job, job.spec.template, {
    generateName: `${name}-`,
    labels: {
      'batch.kubernetes.io/controller-uid': uid,
      'batch.kubernetes.io/job-name': name,
      'controller-uid': uid,
      'job-name': name,
    },
  });
}

function completed({ conditions }: JobStatus, now: string): Condition[] {
  const reason = 'CompletionsReached';
  const message = 'Reached expected number of succeeded pods';
  const met = withCondition(conditions, { type: 'SuccessCriteriaMet', status: 'True', reason, message }, now);
  return withCondition(met, { type: 'Complete', status: 'True', reason, message }, now);
}

function failedJob({ conditions }: JobStatus, now: string): Condition[] {
  const reason = 'BackoffLimitExceeded';
  const message = 'Job has reached the specified backoff limit';
  const target = withCondition(conditions, { type: 'FailureTarget', status: 'True', reason, message }, now);
  return withCondition(target, { type: 'Failed', status: 'True', reason, message }, now);
}

interface Counts {
  active?: number;
  ready?: number;
  succeeded: number;
  failed: number;
}

function finish(
  store: ObjectStore,
  job: Workload,
  before: JobStatus,
  counts: Counts,
  conditions: Condition[],
  completionTime: string | undefined,
): void {
  writeJob(store, job, { ...before, conditions, ...(completionTime && { completionTime }) }, counts);
}

function writeJob(store: ObjectStore, job: Workload, status: JobStatus, counts: Counts): void {
  const { startTime, completionTime, conditions } = status;
  writeStatus(store, resources.jobs, job, {
    conditions,
    startTime,
    completionTime,
    active: counts.active || undefined,
    succeeded: counts.succeeded || undefined,
    failed: counts.failed || undefined,
    terminating: 0,
    uncountedTerminatedPods: {},
    ready: counts.ready ?? 0,
  });
}

function isEnd(type: string): boolean {
  return type === 'Complete' || type === 'Failed';
}
