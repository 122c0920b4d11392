import { ownField } from '../../yaml/own-field.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { formatQuantity } from '../formats/quantity.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import { checkDriverName } from '../shared/driver-name.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import { isSame, marksOf, storedAt } from '../shared/immutable.ts';
import { quantityAt } from '../shared/resource-amount.ts';
import type { Rule } from '../shared/rule.ts';
import { diskSources, type VolumeOwner } from './disk-sources.ts';
import { checkNodeSelector } from './node-selector.ts';
import { hostPathTypes } from './pod/volume-source.ts';
import { checkVolumeAccess } from './volume-access.ts';

/** What the API server refuses a PersistentVolume for. */
export const persistentVolume: Rule = (object, causes, { old }) => {
  const spec = object.at('spec');
  if (!spec.map) return;
  checkVolumeAccess(spec, '', causes);
  checkCapacity(spec.at('capacity'), causes);
  const policy = spec.at('persistentVolumeReclaimPolicy');
  if (policy.text) checkEnumIfSet(policy, ['Delete', 'Recycle', 'Retain'], causes);
  checkNodeAffinity(spec.at('nodeAffinity'), causes);
  checkSources(spec, causes);
  checkAttributesClass(spec, causes);
  if (!old) return;
  const changed = sources
    .map((name) => spec.at(name))
    .filter((source) => !isSame(source, storedAt(source, old)));
  const marks = marksOf(changed);
  if (marks) {
    const detail = 'spec.persistentvolumesource is immutable after creation';
    const field = spec.child('persistentvolumesource');
    const change = {
      type: 'core.PersistentVolumeSource',
      before: storedAt(spec, old).value,
      after: spec.value,
    };
    causes.forbidden(field, detail, { ...marks, change });
  }
  const mode = spec.at('volumeMode');
  if (!isSame(mode, storedAt(mode, old))) {
    const field = object.child('volumeMode');
    causes.invalid(field, 'field is immutable', { code: 'immutable-field', shown: mode.value, mark: mode });
  }
  checkNodeAffinityUnchanged(object, spec.at('nodeAffinity'), causes, old);
};

/** Where a volume can be reached from, once it is known. Only the older names of its labels give way to those of today. */
function checkNodeAffinityUnchanged(
  object: Field,
  affinity: Field,
  causes: Causes,
  old: AdmissionAttributes['old'],
): void {
  const stored = storedAt(affinity, old);
  if (stored.isZero || isSame(affinity, stored) || writesOldLabels(stored)) return;
  causes.invalid(
    object.child('nodeAffinity'),
    'field is immutable, except for updating from beta label to GA',
    { code: 'immutable-field', shown: affinity.value, mark: affinity, at: 'key' },
  );
}

function writesOldLabels({ value }: Field): boolean {
  return /"(?:failure-domain\.beta|beta\.kubernetes\.io)[./]/.test(JSON.stringify(value));
}

function checkCapacity(capacity: Field, causes: Causes): void {
  if (!capacity.map) return;
  if (capacity.isZero) causes.required(capacity);
  const isOfStorage = capacity.has('storage') !== false;
  const other = capacity.entries.find(({ name }) => name !== 'storage');
  if (!isOfStorage || other) {
    causes.notSupported(capacity, ['storage'], other && { mark: other, at: 'key' });
  }
  for (const amount of capacity.entries) {
    const size = quantityAt(amount);
    if (!size || size.billionths > 0n) continue;
    causes.invalid(amount, 'must be greater than zero', {
      code: 'number-range',
      shown: formatQuantity(size),
    });
  }
}

function checkNodeAffinity(affinity: Field, causes: Causes): void {
  if (!affinity.isSet || !affinity.map) return;
  const required = affinity.at('required');
  if (!required.isSet) causes.required(required, 'must specify required node constraints');
  else checkNodeSelector(required, causes);
}

/** In the order in which the server looks at them: the first one stands, the others are too many. */
const sources = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
];

function checkSources(spec: Field, causes: Causes): void {
  const written = sources.map((name) => spec.at(name)).filter((source) => source.isSet);
  const [first, ...others] = written;
  if (!first) {
    causes.required(spec, 'must specify a volume type', { code: 'volume-source' });
    return;
  }
  for (const source of written) {
    // This one the server takes beside another.
    if (source === first || source.name === 'flexVolume') checkSourceOf(source, causes);
  }
  const affinity = spec.at('nodeAffinity');
  if (first.name === 'local' && !affinity.isSet) {
    causes.required(affinity, 'Local volume requires node affinity', { mark: first });
  }
  for (const source of others) {
    if (source.name === 'flexVolume') continue;
    causes.forbidden(source, 'may not specify more than 1 volume type', { code: 'volume-source' });
  }
  const isRoot = /^\/*(?:\.?\/*)*$/.test(spec.in('hostPath', 'path').text || 'none');
  const policy = spec.at('persistentVolumeReclaimPolicy');
  if (isRoot && policy.text === 'Recycle') {
    causes.forbidden(policy, "may not be 'recycle' for a hostPath mount of '/'", { at: 'value' });
  }
}

function checkSourceOf(source: Field, causes: Causes): void {
  if (source.map) ownField(checkSource, String(source.name))?.(source, causes, 'persistent volume');
}

type SourceCheck = (source: Field, causes: Causes, of: VolumeOwner) => void;

const checkSource: Readonly<Record<string, SourceCheck>> = {
  ...diskSources,
  hostPath(source, causes) {
    const path = source.at('path');
    if (!source.map) return;
    if (path.text === '') {
      causes.required(path);
      return;
    }
    checkNoStepBack(path, causes);
    checkEnumIfSet(source.at('type'), hostPathTypes, causes);
  },
  local(source, causes) {
    const path = source.at('path');
    if (!source.map) return;
    if (path.text === '') causes.required(path);
    else checkNoStepBack(path, causes);
  },
  nfs(source, causes) {
    if (!source.map) return;
    const path = source.at('path');
    for (const field of [source.at('server'), path]) if (field.text === '') causes.required(field);
    if (path.text !== undefined && !path.text.startsWith('/')) {
      causes.invalid(path, 'must be an absolute path', { code: 'file-path', shown: path.text });
    }
  },
  csi(source, causes) {
    if (!source.map) return;
    checkDriverName(source.at('driver'), causes);
    if (source.at('volumeHandle').text === '') causes.required(source.at('volumeHandle'));
    for (const name of secretsOfDriver) checkSecretReference(source.at(name), causes);
  },
};

const secretsOfDriver = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
];

function checkSecretReference(secret: Field, causes: Causes): void {
  if (!secret.isSet || !secret.map) return;
  const [name, namespace] = [secret.at('name'), secret.at('namespace')];
  if (name.text === '') causes.required(name);
  else causes.malformed(name, dnsSubdomain, { code: 'reference-name' });
  if (namespace.text === '') causes.required(namespace);
  else causes.malformed(namespace, dnsLabel, { code: 'reference-name' });
}

function checkNoStepBack(path: Field, causes: Causes): void {
  if (path.text?.split('/').includes('..'))
    causes.invalid(path, "must not contain '..'", { code: 'file-path' });
}

function checkAttributesClass(spec: Field, causes: Causes): void {
  const name = spec.at('volumeAttributesClassName');
  if (!name.isSet || name.text === undefined) return;
  if (name.text === '') causes.required(name, 'an empty string is disallowed');
  else causes.malformed(name, dnsSubdomain, { code: 'reference-name' });
  if (spec.at('csi').isSet) return;
  causes.required(spec.at('csi'), 'has to be specified when using volumeAttributesClassName', { mark: name });
}
