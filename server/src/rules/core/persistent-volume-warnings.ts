import type { Field } from '../shared/field.ts';
import type { WarningRule, Warnings } from '../shared/warning.ts';
import { betaStorageClass, withoutBetaStorageClass } from './claim-warnings.ts';
import { warnOfNodeTerm } from './node-label-warnings.ts';

/** What the API server warns of in a PersistentVolume. */
export const persistentVolumeWarnings: WarningRule = (volume, warnings) => {
  const annotations = volume.in('metadata', 'annotations');
  const spec = volume.at('spec');
  for (const [key, text] of [
    [betaStorageClass, withoutBetaStorageClass],
    [
      'volume.beta.kubernetes.io/mount-options',
      'deprecated since v1.31; use "mountOptions" attribute instead',
    ],
  ] as const) {
    const annotation = annotations.key(key);
    if (annotation.isSet) warnings.of(annotation, text, { code: 'deprecated-annotation', at: 'key' });
  }
  const policy = spec.at('persistentVolumeReclaimPolicy');
  if (policy.text === 'Recycle') {
    const text =
      'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
    warnings.of(policy, text, { code: 'deprecated-field' });
  }
  for (const term of spec.in('nodeAffinity', 'required', 'nodeSelectorTerms').items) {
    warnOfNodeTerm(term, warnings, 'required');
  }
  warnOfRemovedSources(spec, removedSources, warnings);
};

/** Sources of a volume that do nothing any more, each with the server's words. */
export function warnOfRemovedSources(
  volume: Field,
  sources: Readonly<Record<string, string>>,
  warnings: Warnings,
): void {
  for (const [name, text] of Object.entries(sources)) {
    const source = volume.given(name);
    if (!source?.isSet) continue;
    const named = name === 'storageos' ? volume.child('storageOS') : source;
    warnings.of(named, text, { code: 'deprecated-field', at: 'key', mark: source });
  }
}

const removedSources = {
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};
