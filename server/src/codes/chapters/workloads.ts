import { chapter, of } from '../code-entry.ts';

const failurePolicy = {
  rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [5] } }],
};

/** Workloads. */
export const workloads = chapter('Workloads', {
  'rolling-update': of(
    'The settings of a rollout contradict each other or its type.',
    'Deployment',
    { 'spec/strategy': { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
    { 'spec/strategy': { type: 'Recreate' } },
  ),
  percent: of(
    'A percentage is a whole number up to 100 with `%`.',
    'Deployment',
    { 'spec/strategy': { rollingUpdate: { maxSurge: '10' } } },
    { 'spec/strategy': { rollingUpdate: { maxSurge: '10%' } } },
  ),
  'progress-deadline': of(
    'The deadline of a rollout is longer than the time in which a Pod becomes available.',
    'Deployment',
    { 'spec/minReadySeconds': 20, 'spec/progressDeadlineSeconds': 10 },
    { 'spec/minReadySeconds': 10, 'spec/progressDeadlineSeconds': 20 },
  ),
  'completion-mode': of(
    'The mode of a Job does not go with its other fields.',
    'Job',
    { 'spec/backoffLimitPerIndex': 1 },
    { 'spec/backoffLimitPerIndex': 1, 'spec/completionMode': 'Indexed', 'spec/completions': 2 },
  ),
  'failure-policy': of(
    'A rule for failed Pods has exactly one condition and an action that goes with it.',
    'Job',
    { 'spec/podFailurePolicy': { rules: [{ action: 'FailJob' }] } },
  ),
  'success-policy': of(
    'A policy for success asks for more than the Job completes, or for indexes that it does not have.',
    'Job',
    {
      'spec/completionMode': 'Indexed',
      'spec/completions': 2,
      'spec/successPolicy': { rules: [{ succeededCount: 3 }] },
    },
    {
      'spec/completionMode': 'Indexed',
      'spec/completions': 2,
      'spec/successPolicy': { rules: [{ succeededCount: 1 }] },
    },
  ),
  'pod-replacement-policy': of(
    'With a policy for failed Pods, they are replaced when they have failed.',
    'Job',
    { 'spec/podReplacementPolicy': 'TerminatingOrFailed', 'spec/podFailurePolicy': failurePolicy },
    { 'spec/podReplacementPolicy': 'Failed', 'spec/podFailurePolicy': failurePolicy },
  ),
  'managed-by': of(
    'The controller of a Job is named by a DNS name, `/` and a path.',
    'Job',
    { 'spec/managedBy': 'me' },
    { 'spec/managedBy': 'example.com/me' },
  ),
  'cron-schedule': of(
    'A schedule has five fields: minute, hour, day, month, weekday, or is a word such as `@daily`.',
    'CronJob',
    { 'spec/schedule': '61 * * * *' },
  ),
  'time-zone': of(
    'The time zone is none that is known.',
    'CronJob',
    { 'spec/timeZone': 'Local' },
    { 'spec/timeZone': 'Etc/UTC' },
  ),
  'autoscaler-replicas': of(
    'The least number of replicas is not more than the most.',
    'HorizontalPodAutoscaler',
    { 'spec/minReplicas': 5 },
  ),
});
