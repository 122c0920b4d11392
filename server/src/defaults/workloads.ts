import type { Draft } from './draft.ts';
import type { FillKind } from './fill-kind.ts';
import { fillClaimSpec, fillPodSpec, hasLabels } from './pod.ts';

/** The kinds of `apps/v1`. */
export const appsDefaults: Readonly<Record<string, FillKind>> = {
  Deployment(deployment, version) {
    const spec = fillWorkload(deployment, version);
    if (!spec) return;
    spec.fill({ replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
    const strategy = spec.make('strategy');
    strategy?.fillText({ type: 'RollingUpdate' });
    if (strategy?.value.type !== 'RollingUpdate') return;
    strategy.make('rollingUpdate')?.fill({ maxUnavailable: '25%', maxSurge: '25%' });
  },
  ReplicaSet(replicaSet, version) {
    fillWorkload(replicaSet, version)?.fill({ replicas: 1 });
  },
  DaemonSet(daemonSet, version) {
    const spec = fillWorkload(daemonSet, version);
    if (!spec) return;
    spec.fill({ revisionHistoryLimit: 10 });
    const strategy = spec.make('updateStrategy');
    strategy?.fillText({ type: 'RollingUpdate' });
    if (strategy?.value.type !== 'RollingUpdate') return;
    strategy.make('rollingUpdate')?.fill({ maxUnavailable: 1, maxSurge: 0 });
  },
  StatefulSet(statefulSet, version) {
    const spec = fillWorkload(statefulSet, version);
    if (!spec) return;
    spec.fillText({ podManagementPolicy: 'OrderedReady' });
    spec.fill({ replicas: 1, revisionHistoryLimit: 10 });
    spec
      .make('persistentVolumeClaimRetentionPolicy')
      ?.fillText({ whenDeleted: 'Retain', whenScaled: 'Retain' });
    const strategy = spec.make('updateStrategy');
    if (strategy?.text('type') === '') {
      strategy.fillText({ type: 'RollingUpdate' });
      strategy.make('rollingUpdate');
    }
    const rollingUpdate = strategy?.value.type === 'RollingUpdate' ? strategy.at('rollingUpdate') : undefined;
    rollingUpdate?.fill({ partition: 0 });
    for (const claim of spec.each('volumeClaimTemplates')) {
      claim.fillText({ apiVersion: 'v1', kind: 'PersistentVolumeClaim' });
      fillClaimSpec(claim);
      claim.make('status')?.fillText({ phase: 'Pending' });
    }
  },
};

/** The kinds of `batch/v1`. */
export const batchDefaults: Readonly<Record<string, FillKind>> = {
  Job(job, version) {
    const spec = fillWorkload(job, version);
    if (!spec) return;
    if (!spec.has('completions') && !spec.has('parallelism')) spec.fill({ completions: 1 });
    spec.fill({
      parallelism: 1,
      backoffLimit: spec.has('backoffLimitPerIndex') ? 2147483647 : 6,
      completionMode: 'NonIndexed',
      suspend: false,
      manualSelector: false,
      podReplacementPolicy: spec.has('podFailurePolicy') ? 'Failed' : 'TerminatingOrFailed',
    });
    fillFailurePolicy(spec.at('podFailurePolicy'));
    const labels = spec.at('template')?.at('metadata')?.at('labels')?.value;
    if (labels && !hasLabels(job.at('metadata'))) job.at('metadata')?.fill({ labels });
  },
  CronJob(cronJob, version) {
    const spec = cronJob.at('spec');
    if (!spec) return;
    spec.fillText({ concurrencyPolicy: 'Allow' });
    spec.fill({ suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 });
    const template = spec.at('jobTemplate');
    if (!template) return;
    fillWorkload(template, version);
    fillFailurePolicy(template.at('spec')?.at('podFailurePolicy'));
  },
};

function fillWorkload(workload: Draft, version: string): Draft | undefined {
  const spec = workload.at('spec');
  const podSpec = spec?.at('template')?.at('spec');
  if (podSpec) fillPodSpec(podSpec, version);
  return spec;
}

function fillFailurePolicy(policy: Draft | undefined): void {
  for (const rule of policy?.each('rules') ?? []) {
    for (const condition of rule.each('onPodConditions')) condition.fillText({ status: 'True' });
  }
}
