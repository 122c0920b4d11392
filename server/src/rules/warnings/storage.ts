import { warnOfNodeLabel, warnOfNodeSelector, warnOfNodeTerm } from '../core/node-label-warnings.ts';
import type { Field } from '../shared/field.ts';
import { warnOfFractionOfByte } from '../shared/fraction-of-byte.ts';
import type { WarningRule, Warnings } from '../shared/warning.ts';

const beta = 'volume.beta.kubernetes.io/storage-class';

/** Volumes, claims, classes and what drivers say of themselves. */
export const storageWarnings: Readonly<Record<string, WarningRule>> = {
  PersistentVolume: persistentVolume,
  PersistentVolumeClaim(claim, warnings) {
    const annotation = claim.in('metadata', 'annotations').key(beta);
    if (annotation.isSet) warnings.of(annotation, withoutBeta, { code: 'deprecated-annotation', at: 'key' });
    warnOfClaimSpec(claim.at('spec'), warnings);
  },
  'storage.k8s.io/StorageClass'(storageClass, warnings) {
    for (const topology of storageClass.at('allowedTopologies').items) {
      for (const expression of topology.at('matchLabelExpressions').items) {
        warnOfNodeLabel(expression.at('key'), warnings, 'reason alone');
      }
    }
  },
  'storage.k8s.io/CSIStorageCapacity'(capacity, warnings) {
    const topology = capacity.at('nodeTopology');
    for (const expression of topology.at('matchExpressions').items) {
      warnOfNodeLabel(expression.at('key'), warnings, 'with label');
    }
    const labels = topology.at('matchLabels');
    warnOfNodeSelector(labels, warnings, (label) => labels.at(String(label.name)));
  },
  'storage.k8s.io/CSIDriver'(driver, warnings, { operation }) {
    const spec = driver.at('spec');
    const flag = spec.at('serviceAccountTokenInSecrets');
    if (operation === 'update' || spec.at('tokenRequests').items.length === 0 || flag.isSet) return;
    const text =
      'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';
    warnings.about(flag, text, {
      code: 'unwise-value',
      about: 'absence',
      mark: spec.at('tokenRequests'),
      at: 'key',
    });
  },
};

const withoutBeta = 'deprecated since v1.8; use "storageClassName" attribute instead';

/** What a claim asks for. `place` is how the server names it. */
export function warnOfClaimSpec(spec: Field, warnings: Warnings, place: Field = spec): void {
  for (const list of ['requests', 'limits']) {
    const amount = spec.in('resources', list).key('storage');
    const named = place.at('resources').at(list).key('storage');
    warnOfFractionOfByte(amount, warnings, named);
  }
}

function persistentVolume(volume: Field, warnings: Warnings): void {
  const annotations = volume.in('metadata', 'annotations');
  const spec = volume.at('spec');
  for (const [key, text] of [
    [beta, withoutBeta],
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
}

/** Sources of a volume that do nothing any more, each with the server's words. */
export function warnOfRemovedSources(
  volume: Field,
  sources: Readonly<Record<string, string>>,
  warnings: Warnings,
): void {
  for (const [name, text] of Object.entries(sources)) {
    const source = volume.at(name);
    const named = name === 'storageos' ? volume.child('storageOS') : source;
    if (source.isSet) warnings.of(named, text, { code: 'deprecated-field', at: 'key', mark: source });
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
