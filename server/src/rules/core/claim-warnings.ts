import type { Field } from '../shared/field.ts';
import { warnOfFractionOfByte } from '../shared/fraction-of-byte.ts';
import type { WarningRule, Warnings } from '../shared/warning.ts';

/** What the API server warns of in a PersistentVolumeClaim. */
export const persistentVolumeClaimWarnings: WarningRule = (claim, warnings) => {
  const annotation = claim.in('metadata', 'annotations').key(betaStorageClass);
  if (annotation.isSet)
    warnings.of(annotation, withoutBetaStorageClass, { code: 'deprecated-annotation', at: 'key' });
  warnOfClaimSpec(claim.at('spec'), warnings);
};

/** The annotation that named a class of storage before there was a field. */
export const betaStorageClass = 'volume.beta.kubernetes.io/storage-class';

/** The server's words about that annotation. */
export const withoutBetaStorageClass = 'deprecated since v1.8; use "storageClassName" attribute instead';

/** What a claim asks for. `place` is how the server names it. */
export function warnOfClaimSpec(spec: Field, warnings: Warnings, place: Field = spec): void {
  for (const list of ['requests', 'limits']) {
    const amount = spec.in('resources', list).key('storage');
    const named = place.at('resources').at(list).key('storage');
    warnOfFractionOfByte(amount, warnings, named);
  }
}
