import { checkAnnotations } from '../annotations.ts';
import type { Causes, Check } from '../causes.ts';
import { checkChoice, checkChoiceIfSet } from '../choice.ts';
import { checkClaimSpec } from '../claim-spec.ts';
import type { Field } from '../field.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { parseQuantity } from '../formats/quantity.ts';
import { between } from '../formats/wording.ts';
import { checkLabels } from '../labels.ts';
import { checkDownwardFile } from './downward-api.ts';
import { checkFileMode, checkKeyToPath, checkRelativePath, checkWithoutBacksteps } from './file-path.ts';
import { checkProjected } from './projected-volume.ts';

/** What a volume is made of: one source, and that one complete. */
export function checkVolumeSource(volume: Field, of: 'pod' | 'template', causes: Causes): void {
  const [first, ...more] = sourcesOf(volume);
  if (!volume.map) return;
  if (!first) causes.required(volume, 'must specify a volume type', { code: 'volume-source' });
  else if (Object.hasOwn(sources, first.name)) sources[first.name]!(first, causes, of);
  for (const other of more) {
    causes.forbidden(other, 'may not specify more than 1 volume type', { code: 'volume-source' });
  }
}

/** The fields of a volume that say what it is made of, in the order in which the server looks. */
export function sourcesOf(volume: Field): (Field & { readonly name: string })[] {
  return Object.keys(sources).flatMap((name) => {
    const source = volume.at(name);
    return source.isSet ? (source as Field & { readonly name: string }) : [];
  });
}

type SourceCheck = (source: Field, causes: Causes, of: 'pod' | 'template') => void;

const sources: Readonly<Record<string, SourceCheck>> = {
  emptyDir(source, causes) {
    const size = parseQuantity(source.at('sizeLimit').value);
    if (size && size.billionths < 0n) {
      causes.forbidden(source.at('sizeLimit'), 'SizeLimit field must be a valid resource quantity');
    }
  },
  hostPath(source, causes) {
    const path = source.at('path');
    if (path.text === '') {
      causes.required(path);
      return;
    }
    checkWithoutBacksteps(path, causes);
    checkChoiceIfSet(source.at('type'), hostPathTypes, causes);
  },
  gitRepo(source, causes) {
    checkGiven(source, ['repository'], causes);
    checkRelativePath(source.at('directory'), causes);
  },
  gcePersistentDisk(source, causes) {
    checkGiven(source, ['pdName'], causes);
    checkPartition(source, causes);
  },
  awsElasticBlockStore(source, causes) {
    checkGiven(source, ['volumeID'], causes);
    checkPartition(source, causes);
  },
  secret(source, causes) {
    checkGiven(source, ['secretName'], causes);
    checkFiles(source, causes);
  },
  nfs(source, causes) {
    checkGiven(source, ['server', 'path'], causes);
    const path = source.at('path');
    if (path.text !== undefined && !path.text.startsWith('/')) {
      causes.invalid(path, 'must be an absolute path', { code: 'file-path', shown: path.text });
    }
  },
  iscsi: checkIscsi,
  glusterfs: given('endpoints', 'path'),
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
  persistentVolumeClaim: given('claimName'),
  rbd: given('monitors', 'image'),
  cinder: given('volumeID'),
  cephfs: given('monitors'),
  quobyte: given('registry', 'volume'),
  downwardAPI(source, causes) {
    checkFileMode(source.at('defaultMode'), causes);
    for (const file of source.at('items').items) checkDownwardFile(file, source, causes);
  },
  fc(source, causes) {
    if (source.at('targetWWNs').isZero && source.at('wwids').isZero) {
      causes.required(source.at('targetWWNs'), 'must specify either targetWWNs or wwids, but not both');
    }
  },
  flexVolume: given('driver'),
  configMap(source, causes) {
    checkGiven(source, ['name'], causes);
    checkFiles(source, causes);
  },
  azureFile: given('secretName', 'shareName'),
  vsphereVolume: given('volumePath'),
  photonPersistentDisk: given('pdID'),
  portworxVolume: given('volumeID'),
  azureDisk(source, causes) {
    checkGiven(source, ['diskName', 'diskURI'], causes);
    checkChoiceIfSet(source.at('cachingMode'), ['None', 'ReadOnly', 'ReadWrite'], causes);
    const [kind, uri] = [source.at('kind'), source.at('diskURI')];
    checkChoiceIfSet(kind, ['Dedicated', 'Managed', 'Shared'], causes);
    if (kind.text === undefined || uri.text === undefined) return;
    const [start, form] = kind.text === 'Managed' ? managedDisk : blobDisk;
    if (!uri.text.startsWith(start)) causes.notSupported(uri, [form], { code: 'disk-uri', shown: uri.text });
  },
  storageos: given('volumeName'),
  projected: checkProjected,
  scaleIO: given('gateway', 'system', 'volumeName'),
  csi(source, causes) {
    const driver = source.at('driver');
    if (driver.text === '') causes.required(driver);
    else causes.malformed(driver, (text) => dnsSubdomain(text.toLowerCase()), { code: 'reference-name' });
    if ((driver.text?.length ?? 0) > 63) causes.tooLong(driver, 63);
    const secret = source.at('nodePublishSecretRef');
    if (!secret.isSet) return;
    const name = secret.at('name');
    if (name.text === '') causes.required(name);
    else causes.malformed(name, dnsSubdomain, { code: 'reference-name' });
  },
  ephemeral(source, causes) {
    const template = source.at('volumeClaimTemplate');
    if (!template.isSet) {
      causes.required(template);
      return;
    }
    const metadata = template.at('metadata');
    checkAnnotations(metadata.at('annotations'), causes);
    checkLabels(metadata.at('labels'), causes);
    for (const field of metadata.entries) {
      if (field.isZero || !forbiddenInTemplate.has(String(field.name))) continue;
      causes.forbidden(metadata.at(String(field.name)), 'cannot be set', { code: 'template-metadata' });
    }
    checkClaimSpec(template.at('spec'), causes);
  },
  image(source, causes, of) {
    if (of === 'pod') checkGiven(source, ['reference'], causes);
    checkChoice(source.at('pullPolicy'), ['Always', 'IfNotPresent', 'Never'], causes);
  },
};

/** What the metadata of a claim's template has beside labels and annotations. */
const forbiddenInTemplate = new Set([
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
]);

const managedDisk = [
  '/subscriptions/',
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
] as const;
const blobDisk = [
  'https://',
  'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd',
] as const;

/** What `hostPath.type` may say, in Pods and in PersistentVolumes. */
export const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

function given(...names: readonly string[]): Check {
  return (source, causes) => checkGiven(source, names, causes);
}

function checkGiven(source: Field, names: readonly string[], causes: Causes): void {
  for (const name of names) if (source.at(name).isZero) causes.required(source.at(name));
}

function checkFiles(source: Field, causes: Causes): void {
  checkFileMode(source.at('defaultMode'), causes);
  for (const item of source.at('items').items) checkKeyToPath(item, causes);
}

function checkPartition(source: Field, causes: Causes): void {
  const partition = source.at('partition');
  const { number } = partition;
  if (number === undefined || (number >= 0 && number <= 255)) return;
  causes.invalid(partition, between(0, 255), { code: 'number-range' });
}

function checkIscsi(source: Field, causes: Causes): void {
  checkGiven(source, ['targetPortal', 'iqn'], causes);
  const name = source.at('iqn');
  if (name.text) {
    if (!/^(?:iqn|eui|naa)/.test(name.text)) {
      causes.invalid(name, 'must be valid format starting with iqn, eui, or naa', { code: 'iscsi-name' });
    } else if (!iscsiName.test(name.text)) {
      causes.invalid(name, 'must be valid format', { code: 'iscsi-name' });
    }
  }
  const lun = source.at('lun');
  if (lun.number !== undefined && (lun.number < 0 || lun.number > 255)) {
    causes.invalid(lun, between(0, 255), { code: 'number-range' });
  }
  const asksForSecret = source.at('chapAuthDiscovery').isTrue || source.at('chapAuthSession').isTrue;
  if (asksForSecret && !source.at('secretRef').isSet) causes.required(source.at('secretRef'));
}

const iscsiName =
  /^iqn\.\d{4}-\d{2}\.[a-zA-Z0-9.-]+:[^,;*&$|\s]+$|^eui.[a-zA-Z0-9]{16}$|^naa.[a-zA-Z0-9]{32}$/;
