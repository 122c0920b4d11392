import type { SourceProse } from './prose.ts';

const api = 'io.k8s.api';
const metadata = 'What identifies the object and describes it to people and programs.';
const listMetadata = 'What the server says of the list: its resource version and how to continue it.';

/** What the API says nothing of in any version, in words of our own, by a definition and its fields. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`${api}.certificates.v1.CertificateSigningRequest`]: { metadata },
  [`${api}.certificates.v1.CertificateSigningRequestList`]: { metadata: listMetadata },
  [`${api}.certificates.v1beta1.PodCertificateRequest`]: {
    metadata,
    spec: 'The certificate that is wanted, for which Pod and which key, and by which signer.',
    status: 'The certificate that was issued, or why none was.',
  },
  [`${api}.certificates.v1beta1.PodCertificateRequestList`]: { metadata: listMetadata },
  [`${api}.core.v1.ContainerStateRunning`]: {
    startedAt: 'When the container was started, or started again, for the last time.',
  },
  [`${api}.core.v1.ContainerStateTerminated`]: {
    startedAt: 'When this run of the container began.',
    finishedAt: 'When this run of the container ended.',
  },
  [`${api}.core.v1.ContainerStatus`]: {
    user: "The user and groups with which the container's first process was started.",
  },
  [`${api}.core.v1.ContainerUser`]: {
    linux: "The user and groups of a Linux container's first process.",
  },
  [`${api}.core.v1.NodeStatus`]: {
    features: "What the node's container runtime can do, as the runtime says.",
  },
  [`${api}.core.v1.NodeSystemInfo`]: { swap: 'The swap memory of the node.' },
  [`${api}.core.v1.PodSpec`]: {
    schedulingGroup:
      'The group of Pods with which this Pod is scheduled: all of them, or as many as it asks for, at once.',
  },
  [`${api}.core.v1.PodStatus`]: {
    extendedResourceClaimStatus:
      'The ResourceClaim that was made for the extended resources that the containers ask for and devices provide.',
    resources: 'The requests and limits that are in force for the Pod as a whole.',
  },
  [`${api}.core.v1.VolumeMountStatus`]: { volumeStatus: 'What is mounted, as the kind of volume tells it.' },
  [`${api}.core.v1.VolumeStatus`]: { image: 'The image that is mounted.' },
  [`${api}.networking.v1.IngressRule`]: {
    http: 'The paths of this host and the backend that each of them leads to. Without it, all of its traffic goes to the default backend.',
  },
  [`${api}.networking.v1.ServiceCIDR`]: {
    status: 'Whether addresses are given from the range, and why not, as its controller found.',
  },
  [`${api}.resource.v1.AllocatedDeviceStatus`]: {
    networkData: "What is known of a network device: its interface's name, its addresses.",
  },
  [`${api}.resource.v1.AllocationResult`]: {
    devices: 'The devices that were allocated, for each request, with their configuration.',
    nodeSelector:
      'The nodes from which the allocated devices can be reached. Without it they are available on all nodes.',
  },
  [`${api}.resource.v1.DeviceAllocationConfiguration`]: {
    opaque: "Parameters in the form that the device's driver defines.",
  },
  [`${api}.resource.v1.ResourceClaim`]: {
    status: 'What was allocated for the claim, and who may use it.',
  },
  [`${api}.resource.v1.ResourceClaimStatus`]: {
    allocation: 'What was allocated for the claim. Without it nothing is allocated yet.',
  },
  [`${api}.resource.v1alpha3.DeviceTaintRule`]: {
    status: 'What became of the rule: which Pods it affects, as its controller found.',
  },
  [`${api}.resource.v1alpha3.ResourcePoolStatusRequest`]: {
    metadata,
    spec: 'The pools of devices about which the request asks.',
    status: 'The answer, written once by the controller.',
  },
  [`${api}.resource.v1alpha3.ResourcePoolStatusRequestList`]: { metadata: listMetadata },
  [`${api}.storagemigration.v1beta1.StorageVersionMigration`]: {
    metadata,
    spec: 'The resource whose objects are to be stored anew.',
    status: 'How far the migration is, and whether it succeeded.',
  },
  [`${api}.storagemigration.v1beta1.StorageVersionMigrationList`]: { metadata: listMetadata },
  [`${api}.storagemigration.v1beta1.StorageVersionMigrationSpec`]: {
    resource:
      'The resource whose objects are written again, so that all are stored in the current storage version.',
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.GroupResource': {
    group: 'The API group. The core group is the empty string.',
    resource: 'The name of the resource in paths: in lower case, in plural.',
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta': {
    shardInfo: 'The part of the collection that this list holds, where only a part was asked for.',
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent': {
    type: 'What happened to the object: ADDED, MODIFIED or DELETED; BOOKMARK tells a resource version alone, ERROR has a Status.',
  },
  'io.k8s.apimachinery.pkg.version.Info': {
    buildDate: 'When the program was built.',
    compiler: 'The Go compiler that built it.',
    gitCommit: 'The commit that it was built from.',
    gitTreeState: 'Whether the commit was built as it is (clean) or with changes (dirty).',
    gitVersion: 'The whole version: v1.36.3.',
    goVersion: 'The version of Go that it was built with.',
    platform: 'The operating system and architecture that it runs on.',
  },
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService': {
    status: 'Whether the service answers for its group and version.',
  },
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation': {
    description: 'What is found there.',
    url: 'Where the documentation is.',
  },
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps': {
    $ref: 'A reference to another schema. Not taken in a CustomResourceDefinition: write the schema out.',
    $schema: 'The version of JSON Schema. It has no effect.',
    additionalItems:
      'The schema of the items behind those that a list of schemas describes. Not taken in a structural schema.',
    additionalProperties:
      'The schema of all values of a map, or true for any value. It excludes properties beside it.',
    allOf:
      'The value must match all of these schemas. They only restrict: types and descriptions stand outside of them.',
    anyOf:
      'The value must match one of these schemas at least. They only restrict: types and descriptions stand outside of them.',
    definitions: 'Schemas for references. Not taken in a structural schema.',
    dependencies: 'What must be there when a field is there. Not taken in a structural schema.',
    description: 'What the field is for. kubectl explain and editors show it.',
    enum: 'The values that are taken.',
    example: 'A value as an example. It has no effect.',
    exclusiveMaximum: 'The value must be less than maximum, not equal to it.',
    exclusiveMinimum: 'The value must be more than minimum, not equal to it.',
    externalDocs: 'Where more is written of the field.',
    id: 'The name of the schema. Not taken in a structural schema.',
    items: 'The schema of the items of a list.',
    maxItems: 'A list has at most so many items. It also bounds the estimated cost of rules for its items.',
    maxLength:
      'A string has at most so many characters. It also bounds the estimated cost of rules about it.',
    maxProperties:
      'A map has at most so many entries. It also bounds the estimated cost of rules for its values.',
    maximum: 'The greatest number that is taken.',
    minItems: 'A list has at least so many items.',
    minLength: 'A string has at least so many characters.',
    minProperties: 'A map has at least so many entries.',
    minimum: 'The least number that is taken.',
    multipleOf: 'The number must be a multiple of this one.',
    not: 'The value must not match this schema. It only restricts: types and descriptions stand outside of it.',
    nullable: 'Whether null is a value. Otherwise a null is dropped before defaults are set, or refused.',
    oneOf:
      'The value must match exactly one of these schemas. They only restrict: types and descriptions stand outside of them.',
    pattern:
      'A regular expression in the syntax of RE2 that is found in the string. Anchor it with ^ and $ to match the whole.',
    patternProperties: 'Schemas of fields by patterns of their names. Not taken in a structural schema.',
    properties: 'The fields of an object, each with its schema. What is in none of them is pruned.',
    required: 'The fields that an object must have.',
    title: 'A short name for people. It has no effect.',
    type: 'The type of the value: object, array, string, integer, number or boolean. In a structural schema only fields that keep unknown fields, or are integer or string, have none.',
    uniqueItems: 'Whether items may not be repeated. Only false is taken: use x-kubernetes-list-type: set.',
  },
};

/** Sentences of the project's own for what no package says anything of. */
export const ownProse: SourceProse = new Map(
  Object.entries(texts).map(([name, fields]) => [name, new Map(Object.entries(fields))]),
);
