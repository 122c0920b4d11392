import type { Schema } from '../../../server/src/catalog/schema.ts';

/** A field of a Go struct that a value is read into. */
export interface GoField {
  readonly struct: string;
  /** The group of its package, as the name of its schema has it: `rbac`. */
  readonly group: string;
  /** The version whose package has the struct: `v1`. */
  readonly version: string;
  /** Its JSON path without indexes; the fields of an embedded struct stand under its name. */
  readonly path: string;
  /** The last name of the path. */
  readonly name: string;
}

/** What is read at first. */
export function rootField(struct: string): GoField {
  return { struct, group: '', version: '', path: '', name: '' };
}

/** The field with a name of what is read into `parent`, which has this schema. */
export function fieldOf(parent: GoField, schema: Schema, name: string): GoField {
  const [group = '', version = '', struct = parent.struct] = schema.name?.split('.').slice(-3) ?? [
    parent.group,
    parent.version,
  ];
  const steps = [parent.path, ...embeddedIn(struct, name), name].filter((step) => step !== '');
  return { struct, group, version, path: steps.join('.'), name };
}

/** The type of a field in Go's words: `[]v1.IPFamily`. */
export function goType(schema: Schema, { group, struct, name, version }: GoField): string {
  const named = namedTypes.get(`${group}/${struct}.${name}`) ?? namedTypes.get(`${struct}.${name}`);
  return typeOf(schema, named && !named.includes('.') ? `${version}.${named}` : named);
}

/** `named` is the type of its texts, where they have one of their own, or of the map as a whole. */
function typeOf(schema: Schema, named: string | undefined): string {
  if (schema.types.includes('array'))
    return `[]${schema.items ? typeOf(schema.items, named) : 'interface {}'}`;
  if (schema.types.includes('object')) {
    if (schema.values && schema.propertyNames.length === 0) {
      return (
        named ?? `map[string]${schema.values === 'any' ? 'interface {}' : typeOf(schema.values, undefined)}`
      );
    }
    return schema.name === undefined ? 'map[string]interface {}' : schema.name.split('.').slice(-2).join('.');
  }
  if (schema.types.includes('boolean')) return 'bool';
  if (schema.types.includes('integer')) return schema.format ?? 'int64';
  if (schema.types.includes('number')) return 'float64';
  return schema.format === 'byte' ? '[]uint8' : (named ?? 'string');
}

/** The structs inside a struct that a field of it is in, where Go writes their fields beside its own. */
function embeddedIn(struct: string, name: string): readonly string[] {
  const found = embedded.get(struct);
  if (!found || found.own.includes(name)) return [];
  return [found.struct, ...embeddedIn(found.struct, name)];
}

const embedded: ReadonlyMap<string, { struct: string; own: readonly string[] }> = new Map([
  ['ConfigMapEnvSource', { struct: 'LocalObjectReference', own: ['optional'] }],
  ['ConfigMapKeySelector', { struct: 'LocalObjectReference', own: ['key', 'optional'] }],
  ['ConfigMapProjection', { struct: 'LocalObjectReference', own: ['items', 'optional'] }],
  ['ConfigMapVolumeSource', { struct: 'LocalObjectReference', own: ['defaultMode', 'items', 'optional'] }],
  ['DeviceAllocationConfiguration', { struct: 'DeviceConfiguration', own: ['requests', 'source'] }],
  ['DeviceClaimConfiguration', { struct: 'DeviceConfiguration', own: ['requests'] }],
  ['DeviceClassConfiguration', { struct: 'DeviceConfiguration', own: [] }],
  ['EphemeralContainer', { struct: 'EphemeralContainerCommon', own: ['targetContainerName'] }],
  ['IngressRule', { struct: 'IngressRuleValue', own: ['host'] }],
  ['NamedRuleWithOperations', { struct: 'RuleWithOperations', own: ['resourceNames'] }],
  [
    'PersistentVolumeSpec',
    {
      struct: 'PersistentVolumeSource',
      own: [
        'accessModes',
        'capacity',
        'claimRef',
        'mountOptions',
        'nodeAffinity',
        'persistentVolumeReclaimPolicy',
        'storageClassName',
        'volumeAttributesClassName',
        'volumeMode',
      ],
    },
  ],
  [
    'Probe',
    {
      struct: 'ProbeHandler',
      own: [
        'failureThreshold',
        'initialDelaySeconds',
        'periodSeconds',
        'successThreshold',
        'terminationGracePeriodSeconds',
        'timeoutSeconds',
      ],
    },
  ],
  ['RuleWithOperations', { struct: 'Rule', own: ['operations'] }],
  ['SecretEnvSource', { struct: 'LocalObjectReference', own: ['optional'] }],
  ['SecretKeySelector', { struct: 'LocalObjectReference', own: ['key', 'optional'] }],
  ['SecretProjection', { struct: 'LocalObjectReference', own: ['items', 'optional'] }],
  ['Volume', { struct: 'VolumeSource', own: ['name'] }],
]);

/**
 * The fields whose texts have a type of their own in k8s.io/api 0.35.4, by the type: of the version of its struct, or the one
 * that is named. A document of OpenAPI knows them as strings.
 */
const fieldsOfTypes: Readonly<Record<string, string>> = {
  APIServiceConditionType: 'APIServiceCondition.type',
  AddressType: 'EndpointSlice.addressType',
  AllocationConfigSource: 'DeviceAllocationConfiguration.source',
  AppArmorProfileType: 'AppArmorProfile.type',
  AzureDataDiskCachingMode: 'AzureDiskVolumeSource.cachingMode',
  AzureDataDiskKind: 'AzureDiskVolumeSource.kind',
  Capability: 'Capabilities.add Capabilities.drop',
  CauseType: 'StatusCause.reason',
  ClaimResourceStatus: 'PersistentVolumeClaimStatus.allocatedResourceStatuses',
  CompletionMode: 'JobSpec.completionMode',
  ComponentConditionType: 'ComponentCondition.type',
  ConcurrencyPolicy: 'CronJobSpec.concurrencyPolicy',
  ConditionStatus:
    'APIServiceCondition.status ComponentCondition.status Condition.status CustomResourceDefinitionCondition.status FlowSchemaCondition.status NamespaceCondition.status NodeCondition.status PersistentVolumeClaimCondition.status PodCondition.status PriorityLevelConfigurationCondition.status ReplicationControllerCondition.status StorageVersionCondition.status TableRowCondition.status',
  ContainerRestartPolicy: 'Container.restartPolicy EphemeralContainer.restartPolicy',
  ContainerRestartRuleAction: 'ContainerRestartRule.action',
  ContainerRestartRuleOnExitCodesOperator: 'ContainerRestartRuleOnExitCodes.operator',
  ConversionStrategyType: 'CustomResourceConversion.strategy',
  CoordinatedLeaseStrategy: 'LeaseSpec.strategy',
  CustomResourceDefinitionConditionType: 'CustomResourceDefinitionCondition.type',
  DNSPolicy: 'PodSpec.dnsPolicy',
  DaemonSetConditionType: 'DaemonSetCondition.type',
  DaemonSetUpdateStrategyType: 'DaemonSetUpdateStrategy.type',
  DeletionPropagation: 'DeleteOptions.propagationPolicy',
  DeploymentConditionType: 'DeploymentCondition.type',
  DeploymentStrategyType: 'DeploymentStrategy.type',
  DeviceAllocationMode:
    'DeviceRequest.allocationMode DeviceSubRequest.allocationMode ExactDeviceRequest.allocationMode',
  DeviceTaintEffect: 'DeviceTaint.effect DeviceToleration.effect',
  DeviceTolerationOperator: 'DeviceToleration.operator',
  ExtraValue: 'CertificateSigningRequestSpec.extra SubjectAccessReviewSpec.extra UserInfo.extra',
  FSGroupPolicy: 'CSIDriverSpec.fsGroupPolicy',
  FailurePolicyType:
    'MutatingAdmissionPolicySpec.failurePolicy MutatingWebhook.failurePolicy ValidatingAdmissionPolicySpec.failurePolicy ValidatingWebhook.failurePolicy',
  FieldSelectorOperator: 'FieldSelectorRequirement.operator',
  FieldValueErrorReason: 'ValidationRule.reason',
  FinalizerName: 'NamespaceSpec.finalizers',
  FlowDistinguisherMethodType: 'FlowDistinguisherMethod.type',
  FlowSchemaConditionType: 'FlowSchemaCondition.type',
  FullyQualifiedName: 'DeviceConstraint.distinctAttribute DeviceConstraint.matchAttribute',
  HPAScalingPolicyType: 'HPAScalingPolicy.type',
  HorizontalPodAutoscalerConditionType: 'HorizontalPodAutoscalerCondition.type',
  HostPathType: 'HostPathVolumeSource.type',
  IPFamily: 'ServiceSpec.ipFamilies',
  IPFamilyPolicy: 'ServiceSpec.ipFamilyPolicy',
  IncludeObjectPolicy: 'TableOptions.includeObject',
  JSONSchemaURL: 'JSONSchemaProps.$schema',
  JobConditionType: 'JobCondition.type',
  KeyUsage: 'CertificateSigningRequestSpec.usages',
  LabelSelectorOperator: 'LabelSelectorRequirement.operator',
  LimitResponseType: 'LimitResponse.type',
  LimitType: 'LimitRangeItem.type',
  LoadBalancerIPMode: 'LoadBalancerIngress.ipMode',
  ManagedFieldsOperationType: 'ManagedFieldsEntry.operation',
  MatchPolicyType: 'MatchResources.matchPolicy MutatingWebhook.matchPolicy ValidatingWebhook.matchPolicy',
  MetricSourceType: 'MetricSpec.type MetricStatus.type',
  MetricTargetType: 'MetricTarget.type',
  MountPropagationMode: 'VolumeMount.mountPropagation',
  NamespaceConditionType: 'NamespaceCondition.type',
  NamespacePhase: 'NamespaceStatus.phase',
  NodeAddressType: 'NodeAddress.type',
  NodeConditionType: 'NodeCondition.type',
  NodeInclusionPolicy:
    'TopologySpreadConstraint.nodeAffinityPolicy TopologySpreadConstraint.nodeTaintsPolicy',
  NodePhase: 'NodeStatus.phase',
  NodeSelectorOperator: 'NodeSelectorRequirement.operator',
  OSName: 'PodOS.name',
  OperationType: 'RuleWithOperations.operations',
  ParameterNotFoundActionType: 'ParamRef.parameterNotFoundAction',
  PatchType: 'Mutation.patchType',
  PathType: 'HTTPIngressPath.pathType',
  PersistentVolumeAccessMode:
    'PersistentVolumeClaimSpec.accessModes PersistentVolumeClaimStatus.accessModes PersistentVolumeSpec.accessModes',
  PersistentVolumeClaimConditionType: 'PersistentVolumeClaimCondition.type',
  PersistentVolumeClaimModifyVolumeStatus: 'ModifyVolumeStatus.status',
  PersistentVolumeClaimPhase: 'PersistentVolumeClaimStatus.phase',
  PersistentVolumeClaimRetentionPolicyType:
    'StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled',
  PersistentVolumeMode: 'PersistentVolumeClaimSpec.volumeMode PersistentVolumeSpec.volumeMode',
  PersistentVolumePhase: 'PersistentVolumeStatus.phase',
  PersistentVolumeReclaimPolicy: 'PersistentVolumeSpec.persistentVolumeReclaimPolicy',
  PodConditionType: 'PodCondition.type PodReadinessGate.conditionType',
  PodFSGroupChangePolicy: 'PodSecurityContext.fsGroupChangePolicy',
  PodFailurePolicyAction: 'PodFailurePolicyRule.action',
  PodFailurePolicyOnExitCodesOperator: 'PodFailurePolicyOnExitCodesRequirement.operator',
  PodManagementPolicyType: 'StatefulSetSpec.podManagementPolicy',
  PodPhase: 'PodStatus.phase',
  PodQOSClass: 'PodStatus.qosClass',
  PodReplacementPolicy: 'JobSpec.podReplacementPolicy',
  PodResizeStatus: 'PodStatus.resize',
  PodSELinuxChangePolicy: 'PodSecurityContext.seLinuxChangePolicy',
  PolicyType: 'NetworkPolicySpec.policyTypes',
  PreemptionPolicy: 'PodSpec.preemptionPolicy',
  PriorityLevelConfigurationConditionType: 'PriorityLevelConfigurationCondition.type',
  PriorityLevelEnablement: 'PriorityLevelConfigurationSpec.type',
  ProcMountType: 'SecurityContext.procMount',
  Protocol: 'ContainerPort.protocol PortStatus.protocol ServicePort.protocol',
  PullPolicy: 'Container.imagePullPolicy EphemeralContainer.imagePullPolicy ImageVolumeSource.pullPolicy',
  RecursiveReadOnlyMode: 'VolumeMount.recursiveReadOnly VolumeMountStatus.recursiveReadOnly',
  ReinvocationPolicyType: 'MutatingWebhook.reinvocationPolicy',
  ReplicaSetConditionType: 'ReplicaSetCondition.type',
  ReplicationControllerConditionType: 'ReplicationControllerCondition.type',
  RequestConditionType: 'CertificateSigningRequestCondition.type',
  ResourceHealthStatus: 'ResourceHealth.health',
  ResourceID: 'ResourceHealth.resourceID',
  ResourceList:
    'ContainerStatus.allocatedResources LimitRangeItem.default LimitRangeItem.defaultRequest LimitRangeItem.max LimitRangeItem.maxLimitRequestRatio LimitRangeItem.min NodeStatus.allocatable NodeStatus.capacity PersistentVolumeClaimStatus.allocatedResources PersistentVolumeClaimStatus.capacity PersistentVolumeSpec.capacity PodSpec.overhead PodStatus.allocatedResources ResourceQuotaSpec.hard ResourceQuotaStatus.hard ResourceQuotaStatus.used ResourceRequirements.limits ResourceRequirements.requests VolumeResourceRequirements.limits VolumeResourceRequirements.requests',
  ResourceName: 'ContainerResizePolicy.resourceName ResourceStatus.name',
  ResourceQuotaScope: 'ResourceQuotaSpec.scopes ScopedResourceSelectorRequirement.scopeName',
  ResourceResizeRestartPolicy: 'ContainerResizePolicy.restartPolicy',
  ResourceScope: 'CustomResourceDefinitionSpec.scope',
  ResourceVersionMatch: 'ListOptions.resourceVersionMatch',
  RestartPolicy: 'PodSpec.restartPolicy',
  RowConditionType: 'TableRowCondition.type',
  ScalingPolicySelect: 'HPAScalingRules.selectPolicy',
  ScopeSelectorOperator: 'ScopedResourceSelectorRequirement.operator',
  ScopeType: 'NamedRuleWithOperations.scope Rule.scope RuleWithOperations.scope',
  SeccompProfileType: 'SeccompProfile.type',
  SecretType: 'Secret.type',
  ServiceAffinity: 'ServiceSpec.sessionAffinity',
  ServiceExternalTrafficPolicy: 'ServiceSpec.externalTrafficPolicy',
  ServiceInternalTrafficPolicy: 'ServiceSpec.internalTrafficPolicy',
  ServiceType: 'ServiceSpec.type',
  SideEffectClass: 'MutatingWebhook.sideEffects ValidatingWebhook.sideEffects',
  Signal: 'ContainerStatus.stopSignal Lifecycle.stopSignal',
  StatefulSetConditionType: 'StatefulSetCondition.type',
  StatefulSetUpdateStrategyType: 'StatefulSetUpdateStrategy.type',
  StatusReason: 'Status.reason',
  StorageMedium: 'EmptyDirVolumeSource.medium',
  StorageVersionConditionType: 'StorageVersionCondition.type',
  SubjectKind: 'flowcontrol/Subject.kind',
  SupplementalGroupsPolicy: 'PodSecurityContext.supplementalGroupsPolicy',
  TaintEffect: 'Taint.effect Toleration.effect',
  TerminationMessagePolicy: 'Container.terminationMessagePolicy EphemeralContainer.terminationMessagePolicy',
  TolerationOperator: 'Toleration.operator',
  URIScheme: 'HTTPGetAction.scheme',
  UnhealthyPodEvictionPolicyType: 'PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy',
  UniqueVolumeName: 'AttachedVolume.name NodeStatus.volumesInUse',
  UnsatisfiableConstraintAction: 'TopologySpreadConstraint.whenUnsatisfiable',
  ValidationAction: 'ValidatingAdmissionPolicyBindingSpec.validationActions',
  VolumeBindingMode: 'StorageClass.volumeBindingMode',
  VolumeLifecycleMode: 'CSIDriverSpec.volumeLifecycleModes',
  'types.NodeName': 'PodCertificateRequestSpec.nodeName',
  'types.UID':
    'BoundObjectReference.uid ConfigMapNodeConfigSource.uid ConversionRequest.uid ConversionResponse.uid DeviceRequestAllocationResult.shareID ObjectMeta.uid ObjectReference.uid OwnerReference.uid PodCertificateRequestSpec.nodeUID PodCertificateRequestSpec.podUID PodCertificateRequestSpec.serviceAccountUID Preconditions.uid ResourceClaimConsumerReference.uid StatusDetails.uid UncountedTerminatedPods.failed UncountedTerminatedPods.succeeded',
  'v1.ConditionStatus':
    'CertificateSigningRequestCondition.status DaemonSetCondition.status DeploymentCondition.status HorizontalPodAutoscalerCondition.status JobCondition.status PodFailurePolicyOnPodConditionsPattern.status ReplicaSetCondition.status StatefulSetCondition.status',
  'v1.CoordinatedLeaseStrategy': 'LeaseCandidateSpec.strategy',
  'v1.OperationType': 'NamedRuleWithOperations.operations',
  'v1.PersistentVolumeReclaimPolicy': 'StorageClass.reclaimPolicy',
  'v1.PodConditionType': 'PodFailurePolicyOnPodConditionsPattern.type',
  'v1.PreemptionPolicy': 'PriorityClass.preemptionPolicy',
  'v1.Protocol': 'EndpointPort.protocol IngressPortStatus.protocol NetworkPolicyPort.protocol',
  'v1.ReinvocationPolicyType': 'MutatingAdmissionPolicySpec.reinvocationPolicy',
  'v1.ResourceList': 'Overhead.podFixed',
  'v1.ResourceName':
    'ContainerResourceMetricSource.name ContainerResourceMetricStatus.name ResourceMetricSource.name ResourceMetricStatus.name',
  'v1.StatusReason': 'Validation.reason',
};

/** Whether a type (`v1.NamespacePhase`) is a text with a name. */
export function isNamedText(type: string): boolean {
  return type !== 'v1.ResourceList' && namedTexts.has(type.slice(type.indexOf('.') + 1));
}

const namedTexts: ReadonlySet<string> = new Set(
  Object.keys(fieldsOfTypes).map((type) => type.slice(type.indexOf('.') + 1)),
);

const namedTypes: ReadonlyMap<string, string> = new Map(
  Object.entries(fieldsOfTypes).flatMap(([type, fields]) =>
    fields.split(' ').map((field): [string, string] => [field, type]),
  ),
);
