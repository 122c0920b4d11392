import { podRule } from './pod/pod.ts';
import { checkPodTemplate } from './pod/pod-template.ts';
import type { RulesByKind } from './rule.ts';
import {
  controllerRevisionRule,
  daemonSetRule,
  deploymentRule,
  replicaSetRule,
  replicationControllerRule,
  statefulSetRule,
} from './workload/apps.ts';
import { cronJobRule } from './workload/cron-job.ts';
import { jobRule } from './workload/job.ts';

/** The rules of Pods and of everything that has a Pod template. */
export const workloadRules: RulesByKind = {
  Pod: podRule,
  PodTemplate(template, causes, subject) {
    if (template.at('template').map) checkPodTemplate(template.at('template'), subject, causes);
  },
  ReplicationController: replicationControllerRule,
  'apps/ControllerRevision': controllerRevisionRule,
  'apps/DaemonSet': daemonSetRule,
  'apps/Deployment': deploymentRule,
  'apps/ReplicaSet': replicaSetRule,
  'apps/StatefulSet': statefulSetRule,
  'batch/CronJob': cronJobRule,
  'batch/Job': jobRule,
};
