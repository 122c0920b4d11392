import type { Kind } from '../../catalog/catalog.ts';
import { valueAt } from '../../manifest/fields.ts';
import { containerResources } from '../../rules/shared/resource-name.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import type { Path } from '../../yaml/path.ts';
import { definitionOf, type EnclosingObject } from './enclosing-object.ts';
import type { Surroundings } from './surroundings.ts';

/** Values that are usual at a path of the object though the server takes any: verbs, groups and resources, capabilities. */
export function usualValues(
  { catalog, root }: Surroundings,
  object: EnclosingObject,
  path: Path,
): readonly string[] {
  const place = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  const [around, name] = [place.slice(0, -1), place.at(-1)];
  const usual = usualByField.get(`${definitionOf(object, around)}.${name}`);
  if (typeof usual !== 'function') return usual ?? [];
  return usual(catalog.kinds(), valueAt(root, [...object.path, ...around]));
}

/** Values that depend on the kinds that there are, and on what stands in the map around. */
type FindValues = (kinds: readonly Kind[], around: YamlNode | undefined) => readonly string[];

/** The groups whose kinds people grant most come first. */
const groupsOfKinds: FindValues = (kinds) => {
  const groups = new Set(['', 'apps', 'batch', ...kinds.map(({ group }) => group)]);
  return [...groups, '*'];
};

/** The resources of the groups beside, of all where none is named, each with its subresources. */
const resourcesOfGroups: FindValues = (kinds, around) => {
  const groups = textsOf(valueAt(around, ['apiGroups']));
  const isMeant =
    groups.length > 0 && !groups.includes('*') ? (group: string) => groups.includes(group) : all;
  const resources = kinds
    .filter(({ group, plural }) => plural !== '' && isMeant(group))
    .flatMap(({ plural, subresources }) => [plural, ...subresources.map(({ name }) => `${plural}/${name}`)]);
  return [...new Set(resources), '*'];
};

function all(): boolean {
  return true;
}

function textsOf(list: YamlNode | undefined): string[] {
  if (list?.type !== 'list') return [];
  return list.items.flatMap(({ value }) =>
    value?.type === 'scalar' && typeof value.value === 'string' ? [value.value] : [],
  );
}

/** All that a request may do, the common ones first; then what some resources ask for beside. */
const verbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  '*',
  'bind',
  'escalate',
  'impersonate',
  'approve',
  'sign',
  'use',
];

/** Capabilities of Linux, without `CAP_`: those that people add or drop most come first. */
const capabilities = [
  ...['ALL', 'NET_BIND_SERVICE', 'NET_ADMIN', 'NET_RAW', 'SYS_ADMIN', 'SYS_PTRACE', 'SYS_TIME', 'IPC_LOCK'],
  ...['AUDIT_CONTROL', 'AUDIT_READ', 'AUDIT_WRITE', 'BLOCK_SUSPEND', 'BPF', 'CHECKPOINT_RESTORE', 'CHOWN'],
  ...['DAC_OVERRIDE', 'DAC_READ_SEARCH', 'FOWNER', 'FSETID', 'IPC_OWNER', 'KILL', 'LEASE', 'LINUX_IMMUTABLE'],
  ...['MAC_ADMIN', 'MAC_OVERRIDE', 'MKNOD', 'NET_BROADCAST', 'PERFMON', 'SETFCAP', 'SETGID', 'SETPCAP'],
  ...['SETUID', 'SYSLOG', 'SYS_BOOT', 'SYS_CHROOT', 'SYS_MODULE', 'SYS_NICE', 'SYS_PACCT', 'SYS_RAWIO'],
  ...['SYS_RESOURCE', 'SYS_TTY_CONFIG', 'WAKE_ALARM'],
];

/** Types of Secrets that Kubernetes knows. */
const secretTypes = [
  'Opaque',
  'kubernetes.io/tls',
  'kubernetes.io/dockerconfigjson',
  'kubernetes.io/basic-auth',
  'kubernetes.io/ssh-auth',
  'kubernetes.io/service-account-token',
  'kubernetes.io/dockercfg',
  'bootstrap.kubernetes.io/token',
];

const signers = [
  'kubernetes.io/kube-apiserver-client',
  'kubernetes.io/kube-apiserver-client-kubelet',
  'kubernetes.io/kubelet-serving',
];

/** Formats that the server checks a custom resource's strings by, the common ones first, and those of numbers. */
const formats = [
  ...['date-time', 'duration', 'date', 'uri', 'email', 'hostname', 'ipv4', 'ipv6', 'cidr', 'uuid', 'byte'],
  ...['int32', 'int64', 'float', 'double'],
];

/** By the definition's name without its group and version. */
const usualByField: ReadonlyMap<string, readonly string[] | FindValues> = new Map<
  string,
  readonly string[] | FindValues
>([
  ['PolicyRule.verbs', verbs],
  ['PolicyRule.apiGroups', groupsOfKinds],
  ['PolicyRule.resources', resourcesOfGroups],
  ['ResourcePolicyRule.apiGroups', groupsOfKinds],
  ['ResourcePolicyRule.resources', resourcesOfGroups],
  ['RuleWithOperations.apiGroups', groupsOfKinds],
  ['RuleWithOperations.resources', resourcesOfGroups],
  ['NamedRuleWithOperations.apiGroups', groupsOfKinds],
  ['NamedRuleWithOperations.resources', resourcesOfGroups],
  ['Capabilities.add', capabilities],
  ['Capabilities.drop', capabilities],
  // Where the rules name no others: before 1.35 only sidecars have one.
  ['Container.restartPolicy', ['Always']],
  ['Secret.type', secretTypes],
  ['CertificateSigningRequestSpec.signerName', signers],
  ['ResourceMetricSource.name', containerResources.slice(0, 2)],
  ['PodFailurePolicyOnPodConditionsPattern.type', ['DisruptionTarget']],
  ['JSONSchemaProps.format', formats],
  ['MutatingWebhook.admissionReviewVersions', ['v1']],
  ['ValidatingWebhook.admissionReviewVersions', ['v1']],
  ['WebhookConversion.conversionReviewVersions', ['v1']],
]);
