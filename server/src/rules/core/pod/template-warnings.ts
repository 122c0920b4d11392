import type { AdmissionAttributes } from '../../shared/admission-attributes.ts';
import type { Field } from '../../shared/field.ts';
import { isSame, storedAt } from '../../shared/immutable.ts';
import { warnOfHostName } from '../../shared/metadata-warnings.ts';
import type { WarningRule, Warnings } from '../../shared/warning.ts';
import { warnOfPod } from './pod-warnings.ts';

/** What the API server warns of in an object whose Pods are named after it. */
export const workloadWarnings: WarningRule = (object, warnings, attributes) => {
  if (attributes.operation === 'create') warnOfHostName(object, podNames, warnings);
  warnOfTemplate(object, ['spec', 'template'], attributes, warnings);
};

/** What the API server warns of in a PodTemplate. */
export const podTemplateWarnings: WarningRule = (object, warnings, attributes) =>
  warnOfTemplate(object, ['template'], attributes, warnings);

/** What the names of such objects become. */
export const podNames = 'Pod names and hostnames';

/** Of a Pod template; of a stored object the server looks again where its spec has changed. */
export function warnOfTemplate(
  object: Field,
  path: readonly string[],
  attributes: AdmissionAttributes,
  warnings: Warnings,
): void {
  if (isSpecChanged(object, attributes)) warnOfPod(object.in(...path), 'template', warnings);
}

/** Whether an object is new, or its spec is not what is stored. */
export function isSpecChanged(object: Field, { operation, old }: AdmissionAttributes): boolean {
  if (operation === 'create' || !old) return true;
  const part = object.at(object.at('spec').isSet ? 'spec' : 'template');
  return !isSame(part, storedAt(part, old));
}
