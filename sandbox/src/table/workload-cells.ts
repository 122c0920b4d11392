import type { CellPrinters } from './cell.ts';
import { containerCells, replicaCells, templateCells } from './container-cells.ts';
import { formatAge, formatDuration } from './duration.ts';
import { count, field, list, text } from './field.ts';
import { autoscalerTargets } from './metric-text.ts';
import { podStatus } from './pod-status.ts';
import { formatLabelSelector, formatLabels, selectorText } from './selector-text.ts';

/** Pods and what makes Pods. */
export const workloadCells: Readonly<Record<string, CellPrinters>> = {
  '/Pod': {
    Ready: (pod, now) => podStatus(pod, now).ready,
    Status: (pod, now) => podStatus(pod, now).status,
    Restarts: (pod, now) => podStatus(pod, now).restarts,
    IP: (pod) => text(list(pod, 'status', 'podIPs')[0], 'ip') || '<none>',
    Node: (pod) => text(pod, 'spec', 'nodeName') || '<none>',
    'Nominated Node': (pod) => text(pod, 'status', 'nominatedNodeName') || '<none>',
    'Readiness Gates': readinessGates,
  },
  '/PodTemplate': {
    ...containerCells('template', 'spec'),
    'Pod Labels': (template) => formatLabels(field(template, 'template', 'metadata', 'labels')),
  },
  '/ReplicationController': {
    ...replicaCells(),
    ...containerCells('spec', 'template', 'spec'),
    Selector: (controller) => formatLabels(field(controller, 'spec', 'selector')),
  },
  'apps/ReplicaSet': { ...replicaCells(), ...templateCells() },
  'apps/Deployment': {
    ...containerCells('spec', 'template', 'spec'),
    Ready: (deployment) =>
      `${count(deployment, 'status', 'readyReplicas')}/${count(deployment, 'spec', 'replicas')}`,
    'Up-to-date': (deployment) => count(deployment, 'status', 'updatedReplicas'),
    Available: (deployment) => count(deployment, 'status', 'availableReplicas'),
    Selector: (deployment) => selectorText(field(deployment, 'spec', 'selector')),
  },
  'apps/DaemonSet': {
    ...templateCells(),
    Desired: (daemonSet) => count(daemonSet, 'status', 'desiredNumberScheduled'),
    Current: (daemonSet) => count(daemonSet, 'status', 'currentNumberScheduled'),
    Ready: (daemonSet) => count(daemonSet, 'status', 'numberReady'),
    'Up-to-date': (daemonSet) => count(daemonSet, 'status', 'updatedNumberScheduled'),
    Available: (daemonSet) => count(daemonSet, 'status', 'numberAvailable'),
    'Node Selector': (daemonSet) =>
      formatLabels(field(daemonSet, 'spec', 'template', 'spec', 'nodeSelector')),
  },
  'apps/StatefulSet': {
    ...containerCells('spec', 'template', 'spec'),
    Ready: (statefulSet) =>
      `${count(statefulSet, 'status', 'readyReplicas')}/${count(statefulSet, 'spec', 'replicas')}`,
  },
  'apps/ControllerRevision': {
    Controller: controllerOf,
    Revision: (revision) => count(revision, 'revision'),
  },
  'batch/Job': {
    ...templateCells(),
    Status: jobStatus,
    Completions: jobCompletions,
    Duration: jobDuration,
  },
  'batch/CronJob': {
    ...containerCells('spec', 'jobTemplate', 'spec', 'template', 'spec'),
    Schedule: (cronJob) => text(cronJob, 'spec', 'schedule'),
    Timezone: (cronJob) => text(cronJob, 'spec', 'timeZone') || '<none>',
    Suspend: (cronJob) => optionalBoolean(field(cronJob, 'spec', 'suspend')),
    Active: (cronJob) => list(cronJob, 'status', 'active').length,
    'Last Schedule': (cronJob, now) => {
      const time = field(cronJob, 'status', 'lastScheduleTime');
      return time === undefined ? '<none>' : formatAge(time, now);
    },
    Selector: (cronJob) => formatLabelSelector(field(cronJob, 'spec', 'jobTemplate', 'spec', 'selector')),
  },
  'autoscaling/HorizontalPodAutoscaler': {
    Reference: (autoscaler) =>
      `${text(autoscaler, 'spec', 'scaleTargetRef', 'kind')}/${text(autoscaler, 'spec', 'scaleTargetRef', 'name')}`,
    Targets: autoscalerTargets,
    MinPods: (autoscaler) => text(autoscaler, 'spec', 'minReplicas') || '<unset>',
    MaxPods: (autoscaler) => count(autoscaler, 'spec', 'maxReplicas'),
    Replicas: (autoscaler) => count(autoscaler, 'status', 'currentReplicas'),
  },
};

function readinessGates(pod: unknown): string {
  const gates = list(pod, 'spec', 'readinessGates').map((gate) => text(gate, 'conditionType'));
  if (gates.length === 0) return '<none>';
  const met = list(pod, 'status', 'conditions').filter(
    (condition) => gates.includes(text(condition, 'type')) && text(condition, 'status') === 'True',
  );
  return `${met.length}/${gates.length}`;
}

function controllerOf(revision: unknown): string {
  const owner = list(revision, 'metadata', 'ownerReferences').find(
    (entry) => field(entry, 'controller') === true,
  );
  if (owner === undefined) return '<none>';
  const [, group] = text(owner, 'apiVersion').split('/').reverse();
  const kind = text(owner, 'kind');
  return `${(group === undefined ? kind : `${kind}.${group}`).toLowerCase()}/${text(owner, 'name')}`;
}

function jobStatus(job: unknown): string {
  const has = (type: string) =>
    list(job, 'status', 'conditions').some(
      (condition) => text(condition, 'type') === type && text(condition, 'status') === 'True',
    );
  if (has('Complete')) return 'Complete';
  if (has('Failed')) return 'Failed';
  if (field(job, 'metadata', 'deletionTimestamp') !== undefined) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(has) ?? 'Running';
}

function jobCompletions(job: unknown): string {
  const succeeded = count(job, 'status', 'succeeded');
  const completions = field(job, 'spec', 'completions');
  if (completions !== undefined) return `${succeeded}/${String(completions)}`;
  const parallelism = count(job, 'spec', 'parallelism');
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function jobDuration(job: unknown, now: Date): string {
  const start = Date.parse(text(job, 'status', 'startTime'));
  if (Number.isNaN(start)) return '';
  const end = Date.parse(text(job, 'status', 'completionTime')) || now.getTime();
  return formatDuration(end - start);
}

function optionalBoolean(value: unknown): string {
  return value === true ? 'True' : value === false ? 'False' : '<unset>';
}
