import type { KubernetesVersion } from '../../catalog/catalog.ts';
import { compareKubernetesVersions } from '../../catalog/version.ts';
import { configKey } from '../formats/config-key.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { ip } from '../formats/ip.ts';
import { pathSegment, pathSegmentPrefix } from '../formats/path-segment.ts';
import { rfc1035Label } from '../formats/rfc1035-label.ts';
import type { Causes } from './causes.ts';
import type { Field } from './field.ts';

/**
 * An object that is stored has a name that its kind allows, or a prefix from which the server makes one. `kind` is the group
 * and the kind (`apps/Deployment`, `Pod`).
 */
export function checkObjectName(
  metadata: Field,
  kind: string,
  version: KubernetesVersion,
  causes: Causes,
): void {
  const { name, prefix, spare = prefix } = formatOf(kind, version);
  const given = metadata.at('name');
  const generateName = metadata.at('generateName');
  if (generateName.text !== '') {
    const format = given.text === '' ? prefix : spare;
    causes.malformed(generateName, (text) => format(text), { code: 'object-name' });
    if (given.text === '') return;
  }
  if (given.text !== '') causes.malformed(given, name, { code: 'object-name' });
  else if (!nameless.has(kind)) causes.required(given, 'name or generateName is required');
}

interface NameFormat {
  readonly name: (text: string) => string[];
  readonly prefix: (text: string) => string[];
  /** Of a prefix that nothing is made from, as there is a name; that of others where not told. */
  readonly spare?: (text: string) => string[];
}

/** The server itself names them where nobody does. */
const nameless = new Set(['LimitRange']);

const subdomain: NameFormat = ending(dnsSubdomain);
const label: NameFormat = ending(dnsLabel);
const lax: NameFormat = { ...subdomain, spare: pathSegmentPrefix };
const segment: NameFormat = { name: pathSegment, prefix: pathSegmentPrefix };

const formats: Readonly<Record<string, NameFormat>> = {
  Event: segment,
  Namespace: label,
  ReplicationController: lax,
  'apiregistration.k8s.io/APIService': segment,
  'apps/StatefulSet': label,
  'certificates.k8s.io/CertificateSigningRequest': segment,
  'certificates.k8s.io/ClusterTrustBundle': { name: () => [], prefix: () => [] },
  'coordination.k8s.io/LeaseCandidate': { name: configKey, prefix: configKey },
  'internal.apiserver.k8s.io/StorageVersion': { name: storageVersionName, prefix: storageVersionName },
  'networking.k8s.io/IPAddress': { name: ip, prefix: ip },
  'policy/PodDisruptionBudget': segment,
  'rbac.authorization.k8s.io/ClusterRole': segment,
  'rbac.authorization.k8s.io/ClusterRoleBinding': segment,
  'rbac.authorization.k8s.io/Role': segment,
  'rbac.authorization.k8s.io/RoleBinding': segment,
  'resource.k8s.io/DeviceClass': lax,
};

function formatOf(kind: string, version: KubernetesVersion): NameFormat {
  if (kind === 'Service')
    return compareKubernetesVersions(version, '1.36') < 0 ? ending(rfc1035Label) : label;
  return Object.hasOwn(formats, kind) ? formats[kind]! : subdomain;
}

/** A prefix may end in a dash: more follows it. */
function ending(name: (text: string) => string[]): NameFormat {
  return {
    name,
    prefix: (text) => name(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text),
  };
}

/** A group and a resource of it. */
function storageVersionName(text: string): string[] {
  const dot = text.lastIndexOf('.');
  if (dot < 0) return ['name must be in the form of <group>.<resource>'];
  return [
    ...dnsSubdomain(text.slice(0, dot)).map((problem) => `the group segment ${problem}`),
    ...rfc1035Label(text.slice(dot + 1)).map((problem) => `the resource segment ${problem}`),
  ];
}
