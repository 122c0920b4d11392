import { admissionPolicy, admissionPolicyBinding } from './admissionregistration/admission-policy.ts';
import { webhookConfiguration } from './admissionregistration/webhook-configuration.ts';
import { customResourceDefinition } from './apiextensions/custom-resource-definition.ts';
import { apiService } from './apiregistration/api-service.ts';
import { horizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler.ts';
import { certificateSigningRequest } from './certificates/certificate-signing-request.ts';
import { clusterTrustBundle } from './certificates/cluster-trust-bundle.ts';
import { podCertificateRequest } from './certificates/pod-certificate-request.ts';
import { lease } from './coordination/lease.ts';
import { leaseCandidate } from './coordination/lease-candidate.ts';
import { configMap } from './core/config-map.ts';
import { endpoints } from './core/endpoints.ts';
import { coreEvent, event } from './core/event.ts';
import { limitRange } from './core/limit-range.ts';
import { namespace } from './core/namespace.ts';
import { node } from './core/node.ts';
import { persistentVolume } from './core/persistent-volume.ts';
import { persistentVolumeClaim } from './core/persistent-volume-claim.ts';
import { resourceQuota } from './core/resource-quota.ts';
import { secret } from './core/secret.ts';
import { service } from './core/service.ts';
import { endpointSlice } from './discovery/endpoint-slice.ts';
import { flowSchema } from './flowcontrol/flow-schema.ts';
import { priorityLevelConfiguration } from './flowcontrol/priority-level-configuration.ts';
import { ingress } from './networking/ingress.ts';
import { ingressClass } from './networking/ingress-class.ts';
import { ipAddress } from './networking/ip-address.ts';
import { networkPolicy } from './networking/network-policy.ts';
import { serviceCidr } from './networking/service-cidr.ts';
import { runtimeClass } from './node/runtime-class.ts';
import { podDisruptionBudget } from './policy/pod-disruption-budget.ts';
import { role } from './rbac/role.ts';
import { roleBinding } from './rbac/role-binding.ts';
import { deviceClass } from './resource/device-class.ts';
import { deviceTaintRule } from './resource/device-taint-rule.ts';
import { resourceClaim, resourceClaimTemplate } from './resource/resource-claim.ts';
import { resourceSlice } from './resource/resource-slice.ts';
import { priorityClass } from './scheduling/priority-class.ts';
import type { RulesByKind } from './shared/rule.ts';
import { csiDriver, csiNode, csiStorageCapacity } from './storage/csi.ts';
import { storageClass, volumeAttributesClass } from './storage/storage-class.ts';
import { volumeAttachment } from './storage/volume-attachment.ts';
import { storageVersionMigration } from './storagemigration/storage-version-migration.ts';

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
