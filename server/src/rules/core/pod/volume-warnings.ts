import { trimEnd } from '../../../yaml/trim-end.ts';
import type { Field } from '../../shared/field.ts';
import type { Warnings } from '../../shared/warning.ts';
import { warnOfClaimSpec } from '../claim-warnings.ts';
import { warnOfRemovedSources } from '../persistent-volume-warnings.ts';
import { overlappingPlaces } from './overlapping-paths.ts';

/** The volumes of a Pod: sources that do nothing any more, and files in each other's place. */
export function warnOfVolumes(volumes: Field, warnings: Warnings): void {
  for (const volume of volumes.items) {
    warnOfRemovedSources(volume, removedSources, warnings);
    const claim = volume.in('ephemeral', 'volumeClaimTemplate', 'spec');
    if (claim.isSet) warnOfClaimSpec(claim, warnings);
  }
  for (const volume of volumes.items) warnOfOverlaps(volume, warnings);
}

const removedSources = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

/** A file of a volume, and what it is made of. */
interface File {
  readonly path: string;
  readonly from: string;
  readonly field: Field;
}

function warnOfOverlaps(volume: Field, warnings: Warnings): void {
  const configMap = volume.at('configMap');
  const secret = volume.at('secret');
  const quoted = (field: Field) => JSON.stringify(field.text ?? '');
  warnOfFiles(volume, `ConfigMap ${quoted(configMap.at('name'))}`, filesOf(configMap, ''), warnings);
  warnOfFiles(volume, `Secret ${quoted(secret.at('secretName'))}`, filesOf(secret, ''), warnings);
  warnOfFiles(volume, 'DownwardAPI', filesOf(volume.at('downwardAPI'), ''), warnings);
  const files: File[] = [];
  for (const source of volume.in('projected', 'sources').items) {
    if (source.isZero) {
      const text = `volume ${quoted(volume.at('name'))} (Projected) has no sources provided`;
      warnings.about(source, text, { code: 'unwise-value' });
    }
    for (const one of filesOfSource(source)) files.push(one);
  }
  warnOfFiles(volume, 'Projected', files, warnings);
}

/** What the files of one source are called in a warning: the first kind that the source has. */
function filesOfSource(source: Field): File[] {
  const quoted = (field: Field) => JSON.stringify(field.text ?? '');
  const [configMap, secret, downward] = ['configMap', 'secret', 'downwardAPI'].map((name) => source.at(name));
  if (configMap!.at('items').isSet) return filesOf(configMap!, `ConfigMap ${quoted(configMap!.at('name'))}`);
  if (secret!.at('items').isSet) return filesOf(secret!, `Secret ${quoted(secret!.at('name'))}`);
  if (downward!.at('items').isSet) return filesOf(downward!, 'DownwardAPI');
  const token = source.at('serviceAccountToken');
  if (token.isSet) return fileAt(token.at('path'), 'ServiceAccountToken');
  const bundle = source.at('clusterTrustBundle');
  if (bundle.isSet) {
    const name = bundle.at('name').isSet ? bundle.at('name') : bundle.at('signerName');
    return fileAt(bundle.at('path'), `ClusterTrustBundle ${quoted(name)}`);
  }
  const certificate = source.at('podCertificate');
  return [
    ...fileAt(certificate.at('certificateChainPath'), 'PodCertificate chain'),
    ...fileAt(certificate.at('keyPath'), 'PodCertificate key'),
    ...fileAt(certificate.at('credentialBundlePath'), 'PodCertificate credential bundle'),
  ];
}

function filesOf(source: Field, from: string): File[] {
  return source.at('items').items.flatMap((item) => fileAt(item.at('path'), from));
}

function fileAt(field: Field, from: string): File[] {
  const path = field.text === undefined ? '' : trimEnd(field.text, '/');
  return path ? [{ path, from, field }] : [];
}

function warnOfFiles(volume: Field, description: string, files: readonly File[], warnings: Warnings): void {
  if (files.length < 2) return;
  const name = JSON.stringify(volume.at('name').text ?? '');
  const places = overlappingPlaces(files.map(({ path }) => path));
  for (const [place, file] of files.entries()) {
    for (const other of places.before(place)) {
      if (warnings.isFull) return;
      const text = `volume ${name} (${description}): overlapping paths: ${shown(file)} with ${shown(files[other]!)}`;
      warnings.about(file.field, text, { code: 'overlapping-path' });
    }
  }
}

function shown({ path, from }: File): string {
  return from === '' ? JSON.stringify(path) : `${JSON.stringify(path)} (${from})`;
}
