import { warnOfClaimSpec } from '../core/claim-warnings.ts';
import { warnOfTemplate } from '../core/pod/template-warnings.ts';
import type { WarningRule } from '../shared/warning.ts';

/** What the API server warns of in a DaemonSet. */
export const daemonSetWarnings: WarningRule = (daemonSet, warnings, attributes) =>
  warnOfTemplate(daemonSet, ['spec', 'template'], attributes, warnings);

/** What the API server warns of in a StatefulSet. */
export const statefulSetWarnings: WarningRule = (object, warnings, attributes) => {
  const spec = object.at('spec');
  warnOfTemplate(object, ['spec', 'template'], attributes, warnings);
  for (const claim of spec.at('volumeClaimTemplates').items) {
    // The server leaves out the claim's own `spec`, or misspells it.
    const named = attributes.operation === 'create' ? claim : claim.child('Spec');
    warnOfClaimSpec(claim.at('spec'), warnings, named);
  }
  const limit = spec.at('revisionHistoryLimit');
  if (limit.number === undefined || limit.number >= 0) return;
  const text = 'a negative value retains all historical revisions; a value >= 0 is recommended';
  warnings.of(limit, text, { code: 'unwise-value' });
};
