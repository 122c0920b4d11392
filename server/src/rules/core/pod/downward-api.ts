import { qualifiedName } from '../../formats/qualified-name.ts';
import { formatQuantity, parseQuantity } from '../../formats/quantity.ts';
import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { checkFileMode, checkPathInVolume } from './file-path.ts';

/** A file of a downward API volume. The server names the volume, not the file. */
export function checkDownwardFile(file: Field, volume: Field, causes: Causes): void {
  const path = file.at('path');
  const named = volume.child('path');
  if (path.text === '') causes.required(path, '', { named });
  checkPathInVolume(path, causes, named);
  const [fieldRef, resourceFieldRef] = [file.at('fieldRef'), file.at('resourceFieldRef')];
  if (fieldRef.isSet) {
    checkFieldReference(fieldRef, fieldsOfFiles, causes, volume.child('fieldRef'));
    if (resourceFieldRef.isSet) {
      causes.invalid(file, 'fieldRef and resourceFieldRef can not be specified simultaneously', {
        code: 'downward-api',
        shown: 'resource',
        named: volume,
      });
    }
  } else if (resourceFieldRef.isSet)
    checkResourceReference(resourceFieldRef, 'file', causes, volume.child('resourceFieldRef'));
  else if (file.map) {
    causes.required(file, 'one of fieldRef and resourceFieldRef is required', {
      code: 'downward-api',
      named: volume,
    });
  }
  checkFileMode(file.at('mode'), causes, volume.child('mode'));
}

/** A field of the Pod from which an environment variable takes its value. */
export function checkFieldOfVariable(reference: Field, causes: Causes): void {
  checkFieldReference(reference, fieldsOfVariables, causes);
}

/** A container's request or limit, for a variable or a file. */
export function checkResourceReference(
  reference: Field,
  of: 'variable' | 'file',
  causes: Causes,
  named: Field = reference,
): void {
  const resource = reference.at('resource');
  if (of === 'file' && reference.at('containerName').text === '') {
    causes.required(reference.at('containerName'), '', { named: named.child('containerName') });
  } else if (resource.text === '') {
    causes.required(resource, '', { named: named.child('resource') });
  } else if (resource.text !== undefined && !isResource(resource.text)) {
    causes.notSupported(resource, resources, { code: 'downward-api', named: named.child('resource') });
  }
  checkDivisor(reference, causes, named);
}

const fieldsOfFiles = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
const fieldsOfVariables = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
/** What the server can translate between versions, though not all of it is on offer. */
const translated = new Set([
  ...fieldsOfFiles,
  ...fieldsOfVariables,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);

function checkFieldReference(
  reference: Field,
  supported: readonly string[],
  causes: Causes,
  named: Field = reference,
): void {
  const apiVersion = reference.at('apiVersion');
  const fieldPath = reference.at('fieldPath');
  const { text } = fieldPath;
  const at = { code: 'downward-api', named: named.child('fieldPath') } as const;
  if (apiVersion.text === '') {
    causes.required(apiVersion, '', { named: named.child('apiVersion') });
    return;
  }
  if (text === '') {
    causes.required(fieldPath, '', at);
    return;
  }
  if (text === undefined || apiVersion.text === undefined) return;
  const fault = (why: string) =>
    causes.invalid(fieldPath, `error converting fieldPath: ${why}`, { ...at, choices: supported });
  if (apiVersion.text !== 'v1') {
    causes.invalid(fieldPath, `error converting fieldPath: unsupported pod version: ${apiVersion.text}`, at);
    return;
  }
  const [, path = text, key] = /^(.*)\['(.*)'\]$/.exec(text) ?? [];
  if (key !== undefined) {
    if (path !== 'metadata.annotations' && path !== 'metadata.labels') {
      fault(`field label does not support subscript: ${text}`);
      return;
    }
    const name = path === 'metadata.annotations' ? key.toLowerCase() : key;
    for (const problem of qualifiedName(name)) {
      causes.invalid(reference, problem, { code: 'downward-api', shown: name, named, mark: fieldPath });
    }
    return;
  }
  const internal = text === 'spec.host' ? 'spec.nodeName' : text;
  if (!translated.has(internal)) fault(`field label not supported: ${text}`);
  else if (!supported.includes(internal)) {
    causes.notSupported(fieldPath, supported, { ...at, shown: internal });
  }
}

const resources = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

function isResource(text: string): boolean {
  return resources.includes(text) || /^(?:limits|requests)\.hugepages-/.test(text);
}

const memoryDivisors = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

function checkDivisor(reference: Field, causes: Causes, named: Field): void {
  const resource = reference.at('resource').text ?? '';
  const divisor = reference.at('divisor');
  const amount = parseQuantity(divisor.value);
  if (!amount || amount.billionths === 0n) return;
  const [allowed, list, of] = resource.endsWith('.cpu')
    ? [['1m', '1'], '1m and 1', 'cpu resource']
    : [memoryDivisors, memoryDivisors.join(', '), memoryNames.get(resource) ?? hugePages(resource)];
  if (of === undefined || allowed.includes(formatQuantity(amount))) return;
  causes.invalid(divisor, `only divisor's values ${list} are supported with the ${of}`, {
    code: 'downward-api',
    shown: resource,
    named: named.child('divisor'),
  });
}

const memoryNames = new Map(
  ['limits', 'requests'].flatMap((kind) => [
    [`${kind}.memory`, 'memory resource'],
    [`${kind}.ephemeral-storage`, 'local ephemeral storage resource'],
  ]),
);

function hugePages(resource: string): string | undefined {
  return /^(?:limits|requests)\.hugepages-/.test(resource) ? 'hugepages resource' : undefined;
}
