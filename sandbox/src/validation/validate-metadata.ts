import type { Kind, KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { cause } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';

/** What the API server refuses in `metadata` of a new or changed object, whatever its kind. */
export function validateMetadata(
  object: KubeObject,
  kind: Kind,
  kubernetesVersion: KubernetesVersion,
): StatusCause[] {
  const { metadata } = object;
  const causes: StatusCause[] = [];
  const name = metadata.name ?? '';
  if (name === '') causes.push(cause.required('metadata.name', 'name or generateName is required'));
  else {
    const why = nameProblem(name, kind, kubernetesVersion);
    if (why) causes.push(cause.invalid('metadata.name', name, why));
  }
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    const keyProblem = qualifiedNameProblem(key);
    if (keyProblem) causes.push(cause.invalid('metadata.labels', key, keyProblem));
    const valueProblem = labelValueProblem(value);
    if (valueProblem) causes.push(cause.invalid('metadata.labels', value, valueProblem));
  }
  let size = 0;
  for (const [key, value] of Object.entries(metadata.annotations ?? {})) {
    size += Buffer.byteLength(key) + Buffer.byteLength(String(value));
    const problem = qualifiedNameProblem(key.toLowerCase());
    if (problem) causes.push(cause.invalid('metadata.annotations', key, problem));
  }
  if (size > longestAnnotations) {
    causes.push(cause.tooLong('metadata.annotations', `may not be more than ${longestAnnotations} bytes`));
  }
  for (const finalizer of metadata.finalizers ?? []) {
    const problem = qualifiedNameProblem(finalizer);
    if (problem) causes.push(cause.invalid('metadata.finalizers', finalizer, problem));
  }
  causes.push(...ownerProblems(metadata.ownerReferences ?? []));
  return causes;
}

/** The words of a refusal of a label's value, or undefined. */
export function labelValueProblem(value: string): string | undefined {
  if (value.length > 63) return 'must be no more than 63 bytes';
  if (/^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value)) return undefined;
  return "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
}

const longestAnnotations = 256 * 1024;

const subdomainPattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function ownerProblems(owners: NonNullable<KubeObject['metadata']['ownerReferences']>): StatusCause[] {
  const causes: StatusCause[] = [];
  for (const [index, owner] of owners.entries()) {
    for (const field of ['apiVersion', 'kind', 'name', 'uid'] as const) {
      if (owner[field]) continue;
      causes.push(
        cause.invalid(`metadata.ownerReferences[${index}].${field}`, owner[field] ?? '', 'must not be empty'),
      );
    }
  }
  if (owners.filter((owner) => owner.controller === true).length > 1) {
    causes.push(
      cause.invalid(
        'metadata.ownerReferences',
        owners,
        'Only one reference can have Controller set to true. Found "true" in references for '.concat(
          owners
            .filter((owner) => owner.controller === true)
            .map((owner) => `${owner.kind}/${owner.name}`)
            .join(' and '),
        ),
      ),
    );
  }
  return causes;
}

function nameProblem(
  name: string,
  { group, plural }: Kind,
  kubernetesVersion: KubernetesVersion,
): string | undefined {
  if (`${group}/${plural}` === '/services' && strictServiceNames.has(kubernetesVersion)) {
    return serviceNameProblem(name);
  }
  if (pathSegmentNames.has(`${group}/${plural}`)) return pathSegmentProblem(name);
  if (labelNames.has(`${group}/${plural}`)) return labelProblem(name);
  return subdomainProblem(name);
}

/** Names that may hold anything that fits into a URL, colons above all. */
const pathSegmentNames = new Set([
  'rbac.authorization.k8s.io/roles',
  'rbac.authorization.k8s.io/rolebindings',
  'rbac.authorization.k8s.io/clusterroles',
  'rbac.authorization.k8s.io/clusterrolebindings',
  'certificates.k8s.io/clustertrustbundles',
  'networking.k8s.io/ipaddresses',
  'apiregistration.k8s.io/apiservices',
  'internal.apiserver.k8s.io/storageversions',
]);

const labelNames = new Set(['/namespaces', '/services']);

/** Later versions let the name of a Service begin with a digit, where a feature gate says so. */
const strictServiceNames: ReadonlySet<KubernetesVersion> = new Set(['1.34', '1.35']);

function serviceNameProblem(name: string): string | undefined {
  if (name.length > 63) return 'must be no more than 63 bytes';
  if (/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name)) return undefined;
  return "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
}

function subdomainProblem(name: string): string | undefined {
  if (name.length > 253) return 'must be no more than 253 bytes';
  if (subdomainPattern.test(name)) return undefined;
  return "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
}

function labelProblem(name: string): string | undefined {
  if (name.length > 63) return 'must be no more than 63 bytes';
  if (/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name)) return undefined;
  return "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
}

function pathSegmentProblem(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  const wrong = ['/', '%'].find((character) => name.includes(character));
  return wrong ? `may not contain '${wrong}'` : undefined;
}

function qualifiedNameProblem(text: string): string | undefined {
  const parts = text.split('/');
  const name = parts.at(-1)!;
  if (parts.length > 2) {
    return "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
  }
  if (parts.length === 2) {
    const prefix = parts[0]!;
    if (prefix === '') return 'prefix part must be non-empty';
    const problem = subdomainProblem(prefix);
    if (problem) return `prefix part ${problem}`;
  }
  if (name === '') return 'name part must be non-empty';
  if (name.length > 63) return 'name part must be no more than 63 bytes';
  if (/^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(name)) return undefined;
  return "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
}
