import {
  controllerRevisionRule,
  daemonSetRule,
  deploymentRule,
  replicaSetRule,
  replicationControllerRule,
  statefulSetRule,
} from './apps/apps.ts';
import { cronJobRule } from './batch/cron-job.ts';
import { jobRule } from './batch/job.ts';
import { podRule } from './core/pod/pod.ts';
import { checkPodTemplate } from './core/pod/pod-template.ts';
import type { RulesByKind } from './shared/rule.ts';

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
