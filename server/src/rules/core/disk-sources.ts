import { dnsLabel } from '../formats/dns-label.ts';
import { inclusiveRangeError } from '../formats/validation-messages.ts';
import type { Causes } from '../shared/causes.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';

/** In what a source of a volume stands: a Pod has its secrets beside it, a PersistentVolume names their namespaces. */
export type VolumeOwner = 'pod' | 'persistent volume';

type SourceCheck = (source: Field, causes: Causes, of: VolumeOwner) => void;

/** The disks and file systems that a Pod's volume and a PersistentVolume may both be made of, by their field. */
export const diskSources = {
  gcePersistentDisk: checkGoogleDisk,
  awsElasticBlockStore(source, causes) {
    checkGiven(source, ['volumeID'], causes);
    checkPartition(source, source, causes);
  },
  glusterfs(source, causes) {
    checkGiven(source, ['endpoints', 'path'], causes);
    const namespace = source.at('endpointsNamespace');
    if (!namespace.isSet) return;
    const detail = 'if the endpointnamespace is set, it must be a valid namespace name';
    if (namespace.text === '') causes.invalid(namespace, detail);
    else causes.malformed(namespace, dnsLabel, { code: 'namespace-name' });
  },
  flocker(source, causes) {
    const [name, id] = [source.at('datasetName'), source.at('datasetUUID')];
    if (name.text === '' && id.text === '') {
      causes.required(source, 'one of datasetName and datasetUUID is required', { code: 'volume-source' });
    }
    if (name.text && id.text) {
      causes.invalid(source, 'datasetName and datasetUUID can not be specified simultaneously', {
        code: 'volume-source',
        shown: 'resource',
      });
    }
    if (name.text?.includes('/')) causes.invalid(name, "must not contain '/'", { code: 'volume-source' });
  },
  rbd: given('monitors', 'image'),
  cephfs: given('monitors'),
  quobyte(source, causes) {
    checkGiven(source, ['registry', 'volume'], causes);
    const registry = source.at('registry');
    if (!registry.text || registry.text.split(',').every((pair) => hostAndPort.test(pair))) return;
    causes.invalid(registry, 'must be a host:port pair or multiple pairs separated by commas');
  },
  iscsi: checkIscsi,
  cinder(source, causes, of) {
    checkGiven(source, ['volumeID'], causes);
    checkSecret(source.at('secretRef'), of, causes);
  },
  fc(source, causes) {
    const [names, ids, lun] = [source.at('targetWWNs'), source.at('wwids'), source.at('lun')];
    if (names.isZero && ids.isZero) {
      causes.required(names, 'must specify either targetWWNs or wwids, but not both');
    }
    if (names.items.length === 0) return;
    if (ids.items.length > 0) {
      causes.invalid(names, 'targetWWNs and wwids can not be specified simultaneously', { against: ids });
    }
    if (lun.isSet) checkUnit(lun, causes);
    else causes.required(lun, 'lun is required if targetWWNs is specified', { mark: names });
  },
  flexVolume(source, causes) {
    checkGiven(source, ['driver'], causes);
    for (const option of source.at('options').entries) {
      const [namespace] = String(option.name).toLowerCase().split('/', 1);
      if (!/(?:^|\.)(?:kubernetes|k8s)\.io$/.test(namespace!)) continue;
      causes.invalid(option, 'kubernetes.io and k8s.io namespaces are reserved', {
        shown: option.name,
        at: 'key',
      });
    }
  },
  azureFile(source, causes) {
    checkGiven(source, ['secretName', 'shareName'], causes);
    const namespace = source.at('secretNamespace');
    if (namespace.isSet && namespace.text === '') causes.required(namespace);
  },
  vsphereVolume: given('volumePath'),
  photonPersistentDisk: given('pdID'),
  portworxVolume: given('volumeID'),
  azureDisk(source, causes) {
    checkGiven(source, ['diskName', 'diskURI'], causes);
    checkEnumIfSet(source.at('cachingMode'), ['None', 'ReadOnly', 'ReadWrite'], causes);
    const [kind, uri] = [source.at('kind'), source.at('diskURI')];
    checkEnumIfSet(kind, ['Dedicated', 'Managed', 'Shared'], causes);
    if (kind.text === undefined || uri.text === undefined) return;
    const [start, form] = kind.text === 'Managed' ? managedDisk : blobDisk;
    if (!uri.text.startsWith(start)) causes.notSupported(uri, [form], { code: 'disk-uri', shown: uri.text });
  },
  storageos(source, causes, of) {
    const [name, namespace] = [source.at('volumeName'), source.at('volumeNamespace')];
    if (name.text === '') causes.required(name);
    else causes.malformed(name, dnsLabel, { code: 'reference-name' });
    if (namespace.text) causes.malformed(namespace, dnsLabel, { code: 'reference-name' });
    checkSecret(source.at('secretRef'), of, causes);
  },
  scaleIO: given('gateway', 'system', 'volumeName'),
} as const satisfies Readonly<Record<string, SourceCheck>>;

const managedDisk = [
  '/subscriptions/',
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
] as const;
const blobDisk = [
  'https://',
  'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd',
] as const;
const hostAndPort = /^(?:\[[^[\]]*\]|[^:[\]]*):[^:]*$/;

/** Asks for fields that may not be empty; gives a check that does. */
export function given(...names: readonly string[]): (source: Field, causes: Causes) => void {
  return (source, causes) => checkGiven(source, names, causes);
}

/** Asks for fields that may not be empty. */
export function checkGiven(source: Field, names: readonly string[], causes: Causes): void {
  for (const name of names) if (source.at(name).isZero) causes.required(source.at(name));
}

/** Where a disk's user is named; a PersistentVolume has to say in which namespace. */
function checkSecret(secret: Field, of: VolumeOwner, causes: Causes): void {
  if (!secret.isSet || !secret.map) return;
  checkGiven(secret, of === 'pod' ? ['name'] : ['name', 'namespace'], causes);
}

/** The server has another name for it. */
function checkGoogleDisk(source: Field, causes: Causes): void {
  const named = source.beside('persistentDisk');
  const name = source.at('pdName');
  if (name.isZero) causes.required(named.child('pdName'), '', { mark: name });
  checkPartition(source, named, causes);
}

/** 0 is none. */
function checkPartition(source: Field, named: Field, causes: Causes): void {
  const partition = source.at('partition');
  const { number } = partition;
  if (number === undefined || (number >= 0 && number <= 255)) return;
  causes.invalid(partition, inclusiveRangeError(1, 255), {
    code: 'number-range',
    named: named.child('partition'),
  });
}

function checkUnit(lun: Field, causes: Causes): void {
  if (lun.number === undefined || (lun.number >= 0 && lun.number <= 255)) return;
  causes.invalid(lun, inclusiveRangeError(0, 255), { code: 'number-range' });
}

function checkIscsi(source: Field, causes: Causes, of: VolumeOwner): void {
  checkGiven(source, ['targetPortal', 'iqn'], causes);
  const secret = source.at('secretRef');
  const name = source.at('iqn');
  if (name.text) checkIscsiName(name, causes, of);
  checkUnit(source.at('lun'), causes);
  const asksForSecret = source.at('chapAuthDiscovery').isTrue || source.at('chapAuthSession').isTrue;
  if (asksForSecret && !secret.isSet) causes.required(secret);
  if (of === 'persistent volume' && secret.isSet && secret.map) checkGiven(secret, ['name'], causes);
}

function checkIscsiName(name: Field, causes: Causes, of: VolumeOwner): void {
  const { text = '' } = name;
  const code = 'iscsi-name';
  if (iscsiName.test(text)) return;
  const isUnlike = of === 'pod' && !/^(?:iqn|eui|naa)/.test(text);
  const detail = isUnlike ? 'must be valid format starting with iqn, eui, or naa' : 'must be valid format';
  causes.invalid(name, detail, { code });
}

const iscsiName =
  /^iqn\.\d{4}-\d{2}\.[a-zA-Z0-9.-]+:[^,;*&$|\s]+$|^eui.[a-zA-Z0-9]{16}$|^naa.[a-zA-Z0-9]{32}$/;
