import { checkJobRestartPolicy } from './job-restart-policy.ts';
import type { RulesByKind } from './rule.ts';

/** The rules of Pods and of everything that has a Pod template. */
export const workloadRules: RulesByKind = {
  'batch/Job': (job, causes) => checkJobRestartPolicy(job.at('spec'), causes),
  'batch/CronJob': (cronJob, causes) =>
    checkJobRestartPolicy(cronJob.in('spec', 'jobTemplate', 'spec'), causes),
};
