import { checkConditions, checkConditionTypes } from './conditions.ts';
import { countsRule } from './counts.ts';
import { ingressStatus, serviceStatus } from './load-balancer.ts';
import {
  apiServiceStatus,
  disruptionBudgetStatus,
  migrationStatus,
  namespaceStatus,
  podStatus,
  storageVersionStatus,
  taintRuleStatus,
} from './particular.ts';
import { podCertificateStatus } from './pod-certificate-status.ts';
import type { StatusRule } from './status-rule.ts';

const countsOfReplicaSets = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
];
const partsOfReplicaSets = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];

/** What the API server refuses in the status of a kind, by its group and plural. Kinds that are not here may say anything. */
export const statusRules: ReadonlyMap<string, StatusRule> = new Map<string, StatusRule>([
  ['/namespaces', namespaceStatus],
  ['/pods', podStatus],
  ['/services', serviceStatus],
  ['networking.k8s.io/ingresses', ingressStatus],
  [
    '/replicationcontrollers',
    countsRule({
      numbers: countsOfReplicaSets,
      ofReplicas: partsOfReplicaSets,
      ready: 'readyReplicas',
    }),
  ],
  [
    'apps/replicasets',
    countsRule({
      numbers: [...countsOfReplicaSets, 'terminatingReplicas'],
      ofReplicas: partsOfReplicaSets,
      ready: 'readyReplicas',
    }),
  ],
  [
    'apps/deployments',
    countsRule({
      numbers: [
        'observedGeneration',
        'replicas',
        'updatedReplicas',
        'readyReplicas',
        'availableReplicas',
        'unavailableReplicas',
        'terminatingReplicas',
        'collisionCount',
      ],
      ofReplicas: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
      ready: 'readyReplicas',
      collisions: true,
    }),
  ],
  [
    'apps/statefulsets',
    countsRule({
      numbers: [
        'replicas',
        'readyReplicas',
        'currentReplicas',
        'updatedReplicas',
        'availableReplicas',
        'observedGeneration',
        'collisionCount',
      ],
      ofReplicas: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
      ready: 'status.readyReplicas',
      collisions: true,
    }),
  ],
  [
    'apps/daemonsets',
    countsRule({
      numbers: [
        'currentNumberScheduled',
        'numberMisscheduled',
        'desiredNumberScheduled',
        'numberReady',
        'observedGeneration',
        'updatedNumberScheduled',
        'numberAvailable',
        'numberUnavailable',
        'collisionCount',
      ],
      collisions: true,
    }),
  ],
  ['autoscaling/horizontalpodautoscalers', countsRule({ numbers: ['currentReplicas', 'desiredReplicas'] })],
  ['policy/poddisruptionbudgets', disruptionBudgetStatus],
  [
    'admissionregistration.k8s.io/validatingadmissionpolicies',
    ({ status }, causes) => checkConditions(status.at('conditions'), causes),
  ],
  ['resource.k8s.io/devicetaintrules', taintRuleStatus],
  [
    'flowcontrol.apiserver.k8s.io/flowschemas',
    ({ status }, causes) => checkConditionTypes(status.at('conditions'), causes),
  ],
  [
    'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations',
    ({ status }, causes) => checkConditionTypes(status.at('conditions'), causes),
  ],
  ['apiregistration.k8s.io/apiservices', apiServiceStatus],
  ['internal.apiserver.k8s.io/storageversions', storageVersionStatus],
  ['storagemigration.k8s.io/storageversionmigrations', migrationStatus],
  ['certificates.k8s.io/podcertificaterequests', podCertificateStatus],
]);
