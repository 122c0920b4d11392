import { admissionPolicy, admissionPolicyBinding } from './admission-policy.ts';
import { apiService } from './api-service.ts';
import { certificateSigningRequest } from './certificate-signing-request.ts';
import { clusterTrustBundle } from './cluster-trust-bundle.ts';
import { configMap } from './config-map.ts';
import { csiDriver, csiNode, csiStorageCapacity } from './csi.ts';
import { customResourceDefinition } from './custom-resource-definition.ts';
import { deviceClass } from './device-class.ts';
import { deviceTaintRule } from './device-taint-rule.ts';
import { endpointSlice } from './endpoint-slice.ts';
import { endpoints } from './endpoints.ts';
import { coreEvent, event } from './event.ts';
import { flowSchema } from './flow-schema.ts';
import { horizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';
import { ingress } from './ingress.ts';
import { ingressClass } from './ingress-class.ts';
import { ipAddress } from './ip-address.ts';
import { lease } from './lease.ts';
import { leaseCandidate } from './lease-candidate.ts';
import { limitRange } from './limit-range.ts';
import { namespace } from './namespace.ts';
import { networkPolicy } from './network-policy.ts';
import { node } from './node.ts';
import { persistentVolume } from './persistent-volume.ts';
import { persistentVolumeClaim } from './persistent-volume-claim.ts';
import { podCertificateRequest } from './pod-certificate-request.ts';
import { podDisruptionBudget } from './pod-disruption-budget.ts';
import { priorityClass } from './priority-class.ts';
import { priorityLevelConfiguration } from './priority-level-configuration.ts';
import { resourceClaim, resourceClaimTemplate } from './resource-claim.ts';
import { resourceQuota } from './resource-quota.ts';
import { resourceSlice } from './resource-slice.ts';
import { role } from './role.ts';
import { roleBinding } from './role-binding.ts';
import type { RulesByKind } from './rule.ts';
import { runtimeClass } from './runtime-class.ts';
import { secret } from './secret.ts';
import { service } from './service.ts';
import { serviceCidr } from './service-cidr.ts';
import { storageClass, volumeAttributesClass } from './storage-class.ts';
import { storageVersionMigration } from './storage-version-migration.ts';
import { volumeAttachment } from './volume-attachment.ts';
import { webhookConfiguration } from './webhook-configuration.ts';

/** The rules of all kinds that have no Pod template. */
export const otherRules: RulesByKind = {
  ConfigMap: configMap,
  Endpoints: endpoints,
  Event: coreEvent,
  LimitRange: limitRange,
  Namespace: namespace,
  Node: node,
  PersistentVolume: persistentVolume,
  PersistentVolumeClaim: persistentVolumeClaim,
  ResourceQuota: resourceQuota,
  Secret: secret,
  Service: service,
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': admissionPolicy,
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': admissionPolicyBinding,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': webhookConfiguration,
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': admissionPolicy,
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': admissionPolicyBinding,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': webhookConfiguration,
  'apiextensions.k8s.io/CustomResourceDefinition': customResourceDefinition,
  'apiregistration.k8s.io/APIService': apiService,
  'autoscaling/HorizontalPodAutoscaler': horizontalPodAutoscaler,
  'certificates.k8s.io/CertificateSigningRequest': certificateSigningRequest,
  'certificates.k8s.io/ClusterTrustBundle': clusterTrustBundle,
  'certificates.k8s.io/PodCertificateRequest': podCertificateRequest,
  'coordination.k8s.io/Lease': lease,
  'coordination.k8s.io/LeaseCandidate': leaseCandidate,
  'discovery.k8s.io/EndpointSlice': endpointSlice,
  'events.k8s.io/Event': event,
  'flowcontrol.apiserver.k8s.io/FlowSchema': flowSchema,
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': priorityLevelConfiguration,
  'networking.k8s.io/IPAddress': ipAddress,
  'networking.k8s.io/Ingress': ingress,
  'networking.k8s.io/IngressClass': ingressClass,
  'networking.k8s.io/NetworkPolicy': networkPolicy,
  'networking.k8s.io/ServiceCIDR': serviceCidr,
  'node.k8s.io/RuntimeClass': runtimeClass,
  'policy/PodDisruptionBudget': podDisruptionBudget,
  'rbac.authorization.k8s.io/ClusterRole': role,
  'rbac.authorization.k8s.io/ClusterRoleBinding': roleBinding,
  'rbac.authorization.k8s.io/Role': role,
  'rbac.authorization.k8s.io/RoleBinding': roleBinding,
  'resource.k8s.io/DeviceClass': deviceClass,
  'resource.k8s.io/DeviceTaintRule': deviceTaintRule,
  'resource.k8s.io/ResourceClaim': resourceClaim,
  'resource.k8s.io/ResourceClaimTemplate': resourceClaimTemplate,
  'resource.k8s.io/ResourceSlice': resourceSlice,
  'scheduling.k8s.io/PriorityClass': priorityClass,
  'storage.k8s.io/CSIDriver': csiDriver,
  'storage.k8s.io/CSINode': csiNode,
  'storage.k8s.io/CSIStorageCapacity': csiStorageCapacity,
  'storage.k8s.io/StorageClass': storageClass,
  'storage.k8s.io/VolumeAttachment': volumeAttachment,
  'storage.k8s.io/VolumeAttributesClass': volumeAttributesClass,
  'storagemigration.k8s.io/StorageVersionMigration': storageVersionMigration,
};
