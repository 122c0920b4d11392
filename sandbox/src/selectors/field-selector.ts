import { ownField } from '../../../server/src/yaml/own-field.ts';
import { badRequest } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';

/** Whether an object satisfies a selector. */
export type FieldSelector = (object: KubeObject) => boolean;

/**
 * Reads a `fieldSelector` parameter: `metadata.name=x,status.phase!=Running`. Throws a 400 where a field cannot
 * be selected by.
 */
export function parseFieldSelector(text: string, resource: Resource): FieldSelector {
  // A term without field and value selects everything.
  const terms = splitTerms(text)
    .map((term) => parseTerm(term))
    .filter(({ field, value }) => field !== '' || value !== '');
  const known = selectableFields(resource);
  for (const { field } of terms) {
    if (known.has(field)) continue;
    throw badRequest(refusal(field, resource));
  }
  return (object) =>
    terms.every(({ field, operator, value }) => {
      const actual = known.get(field)!(object);
      return operator === 'equal' ? actual === value : actual !== value;
    });
}

/** Each conversion has its own words for a field that it does not know. */
function refusal(field: string, { origin, kind, storage }: Resource): string {
  const key = `${storage.group}/${storage.plural}`;
  if (key === 'batch/jobs') return `field label ${JSON.stringify(field)} not supported for Job`;
  if (key === 'resource.k8s.io/resourceslices') {
    return `field label not supported for ${kind.apiVersion}, Kind=${kind.kind}: ${field}`;
  }
  if (origin === 'custom' || namedFields[key]) return `field label not supported: ${field}`;
  return `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

type ReadField = (object: KubeObject) => string;

interface Term {
  readonly field: string;
  readonly operator: 'equal' | 'unequal';
  readonly value: string;
}

/** Terms end at commas; a backslash takes a comma, an equals sign or itself literally. The server looks at them in their order. */
function splitTerms(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .filter((term) => term !== '')
    .sort();
}

function parseTerm(term: string): Term {
  const match = /^((?:[^=!\\]|\\.)*?)(!=|==|=)(.*)$/.exec(term);
  if (!match) throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`);
  const value = match[3]!.replace(/\\([\\,=])/g, '$1');
  return { field: match[1]!, operator: match[2] === '!=' ? 'unequal' : 'equal', value };
}

function selectableFields(resource: Resource): Map<string, ReadField> {
  const fields = new Map<string, ReadField>([['metadata.name', (object) => object.metadata.name ?? '']]);
  if (hasNamespaceField(resource)) {
    fields.set('metadata.namespace', (object) => object.metadata.namespace ?? '');
  }
  for (const path of resource.selectableFields ?? []) {
    fields.set(path, readPath(path.split('.')));
  }
  for (const [name, path] of Object.entries(namedFields[storageKey(resource)] ?? {})) {
    fields.set(name, Array.isArray(path) ? readFirst(path) : readPath(path.split('.')));
  }
  return fields;
}

/** What converts fields of its own knows namespaces only where there are some; what converts none always knows them. */
function hasNamespaceField(resource: Resource): boolean {
  if (withoutNamespace.has(storageKey(resource))) return false;
  const isConverted = resource.origin === 'custom' || namedFields[storageKey(resource)] !== undefined;
  return resource.kind.scope === 'Namespaced' || !isConverted;
}

const withoutNamespace = new Set(['certificates.k8s.io/podcertificaterequests']);

function storageKey({ storage }: Resource): string {
  return `${storage.group}/${storage.plural}`;
}

function readPath(path: readonly string[]): ReadField {
  return (object) => {
    let value: unknown = object;
    for (const part of path) {
      if (typeof value !== 'object' || value === null) return '';
      value = ownField(value as Record<string, unknown>, part);
    }
    return value === undefined || value === null ? '' : String(value);
  };
}

function readFirst(paths: readonly string[]): ReadField {
  const readers = paths.map((path) => readPath(path.split('.')));
  return (object) => readers.map((read) => read(object)).find((text) => text !== '') ?? '';
}

/** What kube-apiserver's conversions let select by, beside name and namespace: label, and the field it reads. */
const namedFields: Record<string, Record<string, string | string[]>> = {
  '/pods': {
    'spec.nodeName': 'spec.nodeName',
    'spec.restartPolicy': 'spec.restartPolicy',
    'spec.schedulerName': 'spec.schedulerName',
    'spec.serviceAccountName': 'spec.serviceAccountName',
    'spec.hostNetwork': 'spec.hostNetwork',
    'status.phase': 'status.phase',
    'status.podIP': 'status.podIP',
    'status.podIPs': 'status.podIP',
    'status.nominatedNodeName': 'status.nominatedNodeName',
  },
  '/nodes': { 'spec.unschedulable': 'spec.unschedulable' },
  '/namespaces': { 'status.phase': 'status.phase' },
  '/secrets': { type: 'type' },
  '/replicationcontrollers': { 'status.replicas': 'status.replicas' },
  '/services': { 'spec.clusterIP': 'spec.clusterIP', 'spec.type': 'spec.type' },
  '/events': {
    'involvedObject.kind': ['involvedObject.kind', 'regarding.kind'],
    'involvedObject.namespace': ['involvedObject.namespace', 'regarding.namespace'],
    'involvedObject.name': ['involvedObject.name', 'regarding.name'],
    'involvedObject.uid': ['involvedObject.uid', 'regarding.uid'],
    'involvedObject.apiVersion': ['involvedObject.apiVersion', 'regarding.apiVersion'],
    'involvedObject.resourceVersion': ['involvedObject.resourceVersion', 'regarding.resourceVersion'],
    'involvedObject.fieldPath': ['involvedObject.fieldPath', 'regarding.fieldPath'],
    reason: 'reason',
    reportingComponent: ['reportingComponent', 'reportingController'],
    source: ['source.component', 'deprecatedSource.component', 'reportingComponent'],
    type: 'type',
  },
  'batch/jobs': { 'status.successful': 'status.succeeded' },
  'certificates.k8s.io/certificatesigningrequests': { 'spec.signerName': 'spec.signerName' },
  'certificates.k8s.io/podcertificaterequests': {
    'spec.signerName': 'spec.signerName',
    'spec.podName': 'spec.podName',
    'spec.nodeName': 'spec.nodeName',
  },
  'certificates.k8s.io/clustertrustbundles': { 'spec.signerName': 'spec.signerName' },
  'resource.k8s.io/resourceslices': { 'spec.nodeName': 'spec.nodeName', 'spec.driver': 'spec.driver' },
};
