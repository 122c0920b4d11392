import type { Schema } from '../../catalog/schema.ts';
import { ownField } from '../../yaml/own-field.ts';

/**
 * Which fields the API server's validation asks for, where that differs from what its OpenAPI documents say: a field is
 * "required" there when Go leaves it out of nothing, not when validation misses it. Measured on kube-apiserver 1.35 by
 * leaving each field out of objects that it accepts, and for what no such object has, read in its validation.
 */

/**
 * Whether a field that OpenAPI calls required is really asked for. `definition` is the full name of the schema that
 * declares it.
 */
export function isRequirementEnforced(definition: string, field: string): boolean {
  const name = shortName(definition);
  return !(ownField(acceptedWithout, name)?.includes(field) || (field === 'items' && name.endsWith('List')));
}

/** Who asks for a field: OpenAPI's `required`, or validation alone; undefined for an optional one. */
export function requiredBy(schema: Schema, field: string): 'schema' | 'validation' | undefined {
  if (schema.required.includes(field)) return 'schema';
  return schema.name && alsoRequired(schema.name).includes(field) ? 'validation' : undefined;
}

/** Fields that OpenAPI calls optional but validation asks for, whatever else the object says. */
export function alsoRequired(definition: string): readonly string[] {
  if (definition === defaultedInAlpha) return none;
  return ownField(requiredByValidation, shortName(definition)) ?? none;
}

/**
 * Whether validation refuses the empty string for an enumerated field. It takes it where Go's zero value means "not
 * set" and is defaulted, and refuses it where the field is a pointer.
 */
export function isEmptyEnumRefused(definition: string, field: string): boolean {
  return ownField(refusesEmpty, shortName(definition))?.includes(field) ?? false;
}

/** Whether validation looks at the value of an enumerated field; what a switched-off feature owns is dropped unseen. */
export function isEnumEnforced(definition: string): boolean {
  return !droppedUnseen.has(shortName(definition));
}

const none: readonly string[] = [];

/** Whose field the first alpha fills in. */
const defaultedInAlpha = 'io.k8s.api.admissionregistration.v1alpha1.ParamRef';

const droppedUnseen = new Set(['resource.DeviceTaint', 'resource.DeviceToleration']);

/** `io.k8s.api.core.v1.Container` and its like in every version of its group: `core.Container`. */
function shortName(definition: string): string {
  const parts = definition.split('.');
  return `${parts.at(-3) ?? ''}.${parts.at(-1) ?? ''}`;
}

const acceptedWithout: Record<string, readonly string[]> = {
  'apiextensions.CustomResourceDefinitionVersion': ['served', 'storage'],
  'apps.ControllerRevision': ['revision'],
  'apps.StatefulSetSpec': ['serviceName'],
  'authentication.TokenRequest': ['spec'],
  'authentication.TokenRequestSpec': ['audiences'],
  'batch.PodFailurePolicy': ['rules'],
  'core.Binding': ['metadata'],
  'core.Event': ['metadata', 'involvedObject'],
  'core.HTTPHeader': ['value'],
  'core.ISCSIPersistentVolumeSource': ['lun'],
  'core.ISCSIVolumeSource': ['lun'],
  'core.LimitRangeSpec': ['limits'],
  'core.ScaleIOPersistentVolumeSource': ['secretRef'],
  'core.ScaleIOVolumeSource': ['secretRef'],
  'core.SleepAction': ['seconds'],
  'core.Sysctl': ['value'],
  // A claim's source without them is dropped unseen; the rules ask for them where it is not.
  'core.TypedLocalObjectReference': ['kind', 'name'],
  'core.TypedObjectReference': ['kind', 'name'],
  'discovery.EndpointSlice': ['endpoints'],
  'discovery.ForNode': ['name'],
  'discovery.ForZone': ['name'],
  // A new one must have it, which is its rule's; one that `v1` has made has not.
  'events.Event': ['eventTime'],
  'meta.GroupResource': ['group'],
  'rbac.ClusterRole': ['rules'],
  'rbac.Role': ['rules'],
  'rbac.RoleRef': ['apiGroup'],
  'resource.CapacityRequestPolicyRange': ['min'],
  'resource.Counter': ['value'],
  'resource.CounterSet': ['name', 'counters'],
  'resource.DeviceCounterConsumption': ['counterSet', 'counters'],
  'resource.DeviceCapacity': ['value'],
  'resource.DeviceTaint': ['key', 'effect'],
  'resource.ResourcePool': ['generation'],
  'scheduling.PriorityClass': ['value'],
  'storage.CSINodeSpec': ['drivers'],
  'storage.TokenRequest': ['audience'],
};

const requiredByValidation: Record<string, readonly string[]> = {
  'admissionregistration.MutatingWebhook': ['clientConfig'],
  'admissionregistration.NamedRuleWithOperations': ['apiGroups', 'apiVersions', 'operations', 'resources'],
  'admissionregistration.ParamKind': ['apiVersion', 'kind'],
  'admissionregistration.ParamRef': ['parameterNotFoundAction'],
  'admissionregistration.RuleWithOperations': ['apiGroups', 'apiVersions', 'operations', 'resources'],
  'admissionregistration.ValidatingAdmissionPolicy': ['spec'],
  'admissionregistration.ValidatingAdmissionPolicyBinding': ['spec'],
  'admissionregistration.ValidatingAdmissionPolicyBindingSpec': ['policyName', 'validationActions'],
  'admissionregistration.ValidatingAdmissionPolicySpec': ['matchConstraints'],
  'admissionregistration.ValidatingWebhook': ['clientConfig'],
  'apiextensions.CustomResourceDefinitionVersion': ['schema'],
  'apiextensions.WebhookConversion': ['clientConfig'],
  'apps.ControllerRevision': ['data'],
  'apps.DaemonSet': ['spec'],
  'apps.Deployment': ['spec'],
  'apps.ReplicaSet': ['spec'],
  'apps.ReplicaSetSpec': ['template'],
  'apps.StatefulSet': ['spec'],
  'autoscaling.HorizontalPodAutoscaler': ['spec'],
  'batch.CronJob': ['spec'],
  'batch.Job': ['spec'],
  'batch.JobTemplateSpec': ['spec'],
  'certificates.CertificateSigningRequestSpec': ['usages'],
  'core.Container': ['image'],
  'core.PersistentVolume': ['spec'],
  'core.PersistentVolumeClaim': ['spec'],
  'core.PersistentVolumeClaimSpec': ['accessModes', 'resources'],
  'core.PersistentVolumeSpec': ['accessModes', 'capacity'],
  'core.Pod': ['spec'],
  'core.PodTemplate': ['template'],
  'core.PodTemplateSpec': ['spec'],
  'core.ReplicationController': ['spec'],
  'core.ReplicationControllerSpec': ['template'],
  'core.Service': ['spec'],
  'core.VolumeNodeAffinity': ['required'],
  'flowcontrol.FlowSchema': ['spec'],
  'networking.HTTPIngressPath': ['backend'],
  'networking.IPAddress': ['spec'],
  'networking.Ingress': ['spec'],
  'networking.IngressClass': ['spec'],
  'networking.IngressClassSpec': ['controller'],
  'networking.IngressServiceBackend': ['port'],
  'networking.ServiceCIDR': ['spec'],
  'networking.ServiceCIDRSpec': ['cidrs'],
  'rbac.AggregationRule': ['clusterRoleSelectors'],
  'resource.DeviceClaimConfiguration': ['opaque'],
  'resource.DeviceClassConfiguration': ['opaque'],
  'resource.DeviceSelector': ['cel'],
  'storage.VolumeAttachmentSpec': ['source'],
  'storage.VolumeAttributesClass': ['parameters'],
};

const refusesEmpty: Record<string, readonly string[]> = {
  'admissionregistration.MutatingWebhook': [
    'failurePolicy',
    'matchPolicy',
    'sideEffects',
    'reinvocationPolicy',
  ],
  'admissionregistration.RuleWithOperations': ['scope'],
  'admissionregistration.ValidatingWebhook': ['failurePolicy', 'matchPolicy', 'sideEffects'],
  'core.AzureDiskVolumeSource': ['kind'],
  'core.SeccompProfile': ['type'],
  'core.ServiceSpec': ['internalTrafficPolicy', 'ipFamilyPolicy'],
  'core.VolumeMount': ['mountPropagation'],
  'networking.HTTPIngressPath': ['pathType'],
  'networking.NetworkPolicyPort': ['protocol'],
  'scheduling.PriorityClass': ['preemptionPolicy'],
};
