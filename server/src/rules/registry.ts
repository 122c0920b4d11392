import { admissionPolicy, admissionPolicyBinding } from './admissionregistration/admission-policy.ts';
import { webhookConfiguration } from './admissionregistration/webhook-configuration.ts';
import { customResourceDefinition } from './apiextensions/custom-resource-definition.ts';
import { formatWarnings } from './apiextensions/format-warnings.ts';
import { apiService } from './apiregistration/api-service.ts';
import {
  controllerRevisionRule,
  daemonSetRule,
  deploymentRule,
  replicaSetRule,
  replicationControllerRule,
  statefulSetRule,
} from './apps/apps.ts';
import { daemonSetWarnings, statefulSetWarnings } from './apps/apps-warnings.ts';
import { horizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler.ts';
import { cronJobRule } from './batch/cron-job.ts';
import { jobRule } from './batch/job.ts';
import { cronJobWarnings, jobWarnings } from './batch/job-warnings.ts';
import { certificateSigningRequest } from './certificates/certificate-signing-request.ts';
import { clusterTrustBundle } from './certificates/cluster-trust-bundle.ts';
import { podCertificateRequest } from './certificates/pod-certificate-request.ts';
import { lease } from './coordination/lease.ts';
import { leaseCandidate } from './coordination/lease-candidate.ts';
import { persistentVolumeClaimWarnings } from './core/claim-warnings.ts';
import { configMap } from './core/config-map.ts';
import { endpoints, endpointsWarnings } from './core/endpoints.ts';
import { coreEvent, event } from './core/event.ts';
import { limitRange } from './core/limit-range.ts';
import { namespace } from './core/namespace.ts';
import { node, nodeWarnings } from './core/node.ts';
import { nodePorts } from './core/node-ports.ts';
import { persistentVolume } from './core/persistent-volume.ts';
import { persistentVolumeClaim } from './core/persistent-volume-claim.ts';
import { persistentVolumeWarnings } from './core/persistent-volume-warnings.ts';
import { podRule } from './core/pod/pod.ts';
import { podTemplateRule } from './core/pod/pod-template.ts';
import { podWarnings } from './core/pod/pod-warnings.ts';
import { podTemplateWarnings, workloadWarnings } from './core/pod/template-warnings.ts';
import { resourceQuota, resourceQuotaWarnings } from './core/resource-quota.ts';
import { secret, secretWarnings } from './core/secret.ts';
import { service } from './core/service.ts';
import { serviceAccountWarnings } from './core/service-account.ts';
import { serviceWarnings } from './core/service-warnings.ts';
import { endpointSlice, endpointSliceWarnings } from './discovery/endpoint-slice.ts';
import { flowSchema } from './flowcontrol/flow-schema.ts';
import { priorityLevelConfiguration } from './flowcontrol/priority-level-configuration.ts';
import { ingress, ingressWarnings } from './networking/ingress.ts';
import { ingressClass } from './networking/ingress-class.ts';
import { ipAddress } from './networking/ip-address.ts';
import { networkPolicy, networkPolicyWarnings } from './networking/network-policy.ts';
import { serviceCidr } from './networking/service-cidr.ts';
import { runtimeClass, runtimeClassWarnings } from './node/runtime-class.ts';
import { podDisruptionBudget } from './policy/pod-disruption-budget.ts';
import { role } from './rbac/role.ts';
import { roleBinding } from './rbac/role-binding.ts';
import { deviceClass } from './resource/device-class.ts';
import { deviceTaintRule } from './resource/device-taint-rule.ts';
import { resourceClaim, resourceClaimTemplate } from './resource/resource-claim.ts';
import { resourceSlice, resourceSliceWarnings } from './resource/resource-slice.ts';
import { priorityClass } from './scheduling/priority-class.ts';
import type { AllocationRule } from './shared/allocation.ts';
import type { Rule } from './shared/rule.ts';
import type { WarningRule } from './shared/warning.ts';
import {
  csiDriver,
  csiDriverWarnings,
  csiNode,
  csiStorageCapacity,
  csiStorageCapacityWarnings,
} from './storage/csi.ts';
import { storageClass, storageClassWarnings, volumeAttributesClass } from './storage/storage-class.ts';
import { volumeAttachment } from './storage/volume-attachment.ts';
import { storageVersionMigration } from './storagemigration/storage-version-migration.ts';

/** What is judged of the objects of one kind. */
export interface KindRules {
  /** What the API server refuses them for, beyond their metadata. */
  readonly validation?: Rule;
  /** What it takes with a warning. */
  readonly warnings?: WarningRule;
  /** What it takes in a dry run, and may refuse when the object is created. */
  readonly allocation?: AllocationRule;
  /** A rule says that something of a stored object may not change. What is stored is of no use to any other kind. */
  readonly update?: 'restricted';
}

/** The rules of a kind, by its group and kind whatever the version: `apps/Deployment`, `Pod`. */
export function rulesOf(groupKind: string): KindRules {
  return Object.hasOwn(registry, groupKind) ? registry[groupKind]! : none;
}

const none: KindRules = {};

/** Every rule there is, by group and kind. A kind that is not here is judged by its metadata and its schema alone. */
export const registry: Readonly<Record<string, KindRules>> = {
  ConfigMap: { validation: configMap, update: 'restricted' },
  Endpoints: { validation: endpoints, warnings: endpointsWarnings },
  Event: { validation: coreEvent },
  LimitRange: { validation: limitRange },
  Namespace: { validation: namespace },
  Node: { validation: node, warnings: nodeWarnings, update: 'restricted' },
  PersistentVolume: {
    validation: persistentVolume,
    warnings: persistentVolumeWarnings,
    update: 'restricted',
  },
  PersistentVolumeClaim: {
    validation: persistentVolumeClaim,
    warnings: persistentVolumeClaimWarnings,
    update: 'restricted',
  },
  Pod: { validation: podRule, warnings: podWarnings, update: 'restricted' },
  PodTemplate: { validation: podTemplateRule, warnings: podTemplateWarnings },
  ReplicationController: { validation: replicationControllerRule, warnings: workloadWarnings },
  ResourceQuota: { validation: resourceQuota, warnings: resourceQuotaWarnings, update: 'restricted' },
  Secret: { validation: secret, warnings: secretWarnings, update: 'restricted' },
  Service: {
    validation: service,
    warnings: serviceWarnings,
    allocation: nodePorts,
    update: 'restricted',
  },
  ServiceAccount: { warnings: serviceAccountWarnings },
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': { validation: admissionPolicy },
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': { validation: admissionPolicyBinding },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': { validation: webhookConfiguration },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': { validation: admissionPolicy },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': { validation: admissionPolicyBinding },
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': { validation: webhookConfiguration },
  'apiextensions.k8s.io/CustomResourceDefinition': {
    validation: customResourceDefinition,
    warnings: formatWarnings,
    update: 'restricted',
  },
  'apiregistration.k8s.io/APIService': { validation: apiService },
  'apps/ControllerRevision': { validation: controllerRevisionRule, update: 'restricted' },
  'apps/DaemonSet': { validation: daemonSetRule, warnings: daemonSetWarnings, update: 'restricted' },
  'apps/Deployment': { validation: deploymentRule, warnings: workloadWarnings, update: 'restricted' },
  'apps/ReplicaSet': { validation: replicaSetRule, warnings: workloadWarnings, update: 'restricted' },
  'apps/StatefulSet': { validation: statefulSetRule, warnings: statefulSetWarnings, update: 'restricted' },
  'autoscaling/HorizontalPodAutoscaler': { validation: horizontalPodAutoscaler },
  'batch/CronJob': { validation: cronJobRule, warnings: cronJobWarnings },
  'batch/Job': { validation: jobRule, warnings: jobWarnings, update: 'restricted' },
  'certificates.k8s.io/CertificateSigningRequest': { validation: certificateSigningRequest },
  'certificates.k8s.io/ClusterTrustBundle': { validation: clusterTrustBundle, update: 'restricted' },
  'certificates.k8s.io/PodCertificateRequest': { validation: podCertificateRequest },
  'coordination.k8s.io/Lease': { validation: lease },
  'coordination.k8s.io/LeaseCandidate': { validation: leaseCandidate, update: 'restricted' },
  'discovery.k8s.io/EndpointSlice': {
    validation: endpointSlice,
    warnings: endpointSliceWarnings,
    update: 'restricted',
  },
  'events.k8s.io/Event': { validation: event, update: 'restricted' },
  'flowcontrol.apiserver.k8s.io/FlowSchema': { validation: flowSchema },
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': { validation: priorityLevelConfiguration },
  'networking.k8s.io/IPAddress': { validation: ipAddress, update: 'restricted' },
  'networking.k8s.io/Ingress': { validation: ingress, warnings: ingressWarnings },
  'networking.k8s.io/IngressClass': { validation: ingressClass, update: 'restricted' },
  'networking.k8s.io/NetworkPolicy': { validation: networkPolicy, warnings: networkPolicyWarnings },
  'networking.k8s.io/ServiceCIDR': { validation: serviceCidr, update: 'restricted' },
  'node.k8s.io/RuntimeClass': {
    validation: runtimeClass,
    warnings: runtimeClassWarnings,
    update: 'restricted',
  },
  'policy/PodDisruptionBudget': { validation: podDisruptionBudget },
  'rbac.authorization.k8s.io/ClusterRole': { validation: role },
  'rbac.authorization.k8s.io/ClusterRoleBinding': { validation: roleBinding, update: 'restricted' },
  'rbac.authorization.k8s.io/Role': { validation: role },
  'rbac.authorization.k8s.io/RoleBinding': { validation: roleBinding, update: 'restricted' },
  'resource.k8s.io/DeviceClass': { validation: deviceClass },
  'resource.k8s.io/DeviceTaintRule': { validation: deviceTaintRule },
  'resource.k8s.io/ResourceClaim': { validation: resourceClaim, update: 'restricted' },
  'resource.k8s.io/ResourceClaimTemplate': { validation: resourceClaimTemplate, update: 'restricted' },
  'resource.k8s.io/ResourceSlice': {
    validation: resourceSlice,
    warnings: resourceSliceWarnings,
    update: 'restricted',
  },
  'scheduling.k8s.io/PriorityClass': { validation: priorityClass, update: 'restricted' },
  'storage.k8s.io/CSIDriver': { validation: csiDriver, warnings: csiDriverWarnings, update: 'restricted' },
  'storage.k8s.io/CSINode': { validation: csiNode, update: 'restricted' },
  'storage.k8s.io/CSIStorageCapacity': {
    validation: csiStorageCapacity,
    warnings: csiStorageCapacityWarnings,
    update: 'restricted',
  },
  'storage.k8s.io/StorageClass': {
    validation: storageClass,
    warnings: storageClassWarnings,
    update: 'restricted',
  },
  'storage.k8s.io/VolumeAttachment': { validation: volumeAttachment, update: 'restricted' },
  'storage.k8s.io/VolumeAttributesClass': { validation: volumeAttributesClass, update: 'restricted' },
  'storagemigration.k8s.io/StorageVersionMigration': {
    validation: storageVersionMigration,
    update: 'restricted',
  },
};
