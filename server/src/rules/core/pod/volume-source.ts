import { dnsSubdomain } from '../../formats/dns-subdomain.ts';
import { parseQuantity } from '../../formats/quantity.ts';
import { checkAnnotations } from '../../shared/annotations.ts';
import type { Causes } from '../../shared/causes.ts';
import { checkEnum, checkEnumIfSet } from '../../shared/enum.ts';
import { isEnabledByDefault } from '../../shared/feature-gates.ts';
import type { Field } from '../../shared/field.ts';
import { checkLabels } from '../../shared/labels.ts';
import { metadataOfClaims } from '../../shared/template-metadata.ts';
import { checkClaimSpec } from '../claim-spec.ts';
import { checkGiven, diskSources, given } from '../disk-sources.ts';
import type { PodContext } from './context.ts';
import { checkDownwardFile } from './downward-api.ts';
import { checkFileMode, checkKeyToPath, checkRelativePath, checkWithoutBacksteps } from './file-path.ts';
import { checkProjected } from './projected-volume.ts';

/** What a volume is made of: one source, and that one complete. */
export function checkVolumeSource(volume: Field, within: VolumeOwner, causes: Causes): void {
  const [first, ...more] = sourcesOf(volume);
  if (!volume.map) return;
  if (!first) causes.required(volume, 'must specify a volume type', { code: 'volume-source' });
  else if (Object.hasOwn(sources, first.name)) sources[first.name]!(first, causes, 'pod', within);
  for (const other of more) {
    causes.forbidden(other, 'may not specify more than 1 volume type', { code: 'volume-source' });
  }
}

/** The fields of a volume that say what it is made of, in the order in which the server looks. */
export function sourcesOf(volume: Field): (Field & { readonly name: string })[] {
  const found: (Field & { readonly name: string })[] = [];
  for (const name of sourceNames) {
    if (volume.has(name) === false) continue;
    const source = volume.at(name);
    if (source.isSet) found.push(source as Field & { readonly name: string });
  }
  return found;
}

/** What a volume is of. */
type VolumeOwner = Pick<PodContext, 'of' | 'kubernetesVersion'>;

type SourceCheck = (source: Field, causes: Causes, of: 'pod', within: VolumeOwner) => void;

const sources: Readonly<Record<string, SourceCheck>> = {
  emptyDir(source, causes) {
    const size = parseQuantity(source.at('sizeLimit').value);
    if (size && size.billionths < 0n) {
      causes.forbidden(source.at('sizeLimit'), 'SizeLimit field must be a valid resource quantity', {
        at: 'value',
      });
    }
  },
  hostPath(source, causes) {
    const path = source.at('path');
    if (path.text === '') {
      causes.required(path);
      return;
    }
    checkWithoutBacksteps(path, causes);
    checkEnumIfSet(source.at('type'), hostPathTypes, causes);
  },
  gitRepo(source, causes) {
    checkGiven(source, ['repository'], causes);
    checkRelativePath(source.at('directory'), causes);
  },
  gcePersistentDisk: diskSources.gcePersistentDisk,
  awsElasticBlockStore: diskSources.awsElasticBlockStore,
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
  iscsi: diskSources.iscsi,
  glusterfs: diskSources.glusterfs,
  flocker: diskSources.flocker,
  persistentVolumeClaim: given('claimName'),
  rbd: diskSources.rbd,
  cinder: diskSources.cinder,
  cephfs: diskSources.cephfs,
  quobyte: diskSources.quobyte,
  downwardAPI(source, causes) {
    checkFileMode(source.at('defaultMode'), causes);
    for (const file of source.at('items').items) checkDownwardFile(file, source, causes);
  },
  fc: diskSources.fc,
  flexVolume: diskSources.flexVolume,
  configMap(source, causes) {
    checkGiven(source, ['name'], causes);
    checkFiles(source, causes);
  },
  azureFile: diskSources.azureFile,
  vsphereVolume: diskSources.vsphereVolume,
  photonPersistentDisk: diskSources.photonPersistentDisk,
  portworxVolume: diskSources.portworxVolume,
  azureDisk: diskSources.azureDisk,
  storageos: diskSources.storageos,
  projected: (source, causes, _of, within) => checkProjected(source, within, causes),
  scaleIO: diskSources.scaleIO,
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
  image(source, causes, _of, within) {
    if (!isEnabledByDefault('ImageVolume', within.kubernetesVersion)) return;
    if (within.of === 'pod') checkGiven(source, ['reference'], causes);
    checkEnum(source.at('pullPolicy'), ['Always', 'IfNotPresent', 'Never'], causes);
  },
};

const sourceNames = Object.keys(sources);

const forbiddenInTemplate: ReadonlySet<string> = new Set(metadataOfClaims);

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

function checkFiles(source: Field, causes: Causes): void {
  checkFileMode(source.at('defaultMode'), causes);
  for (const item of source.at('items').items) checkKeyToPath(item, causes);
}
