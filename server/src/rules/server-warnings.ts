import { rulesOf } from './registry.ts';
import type { AdmissionAttributes } from './shared/admission-attributes.ts';
import { Field } from './shared/field.ts';
import { groupKindOf } from './shared/group-kind.ts';
import { customFinalizers, repeatedOwners } from './shared/metadata-warnings.ts';
import { type ServerWarning, Warnings } from './shared/warning.ts';

/**
 * What the API server takes with a warning, in the order of the rules. `custom` objects are judged by what it says of
 * all custom resources. It warns of what it does not refuse: ask `violations` first. `object` is the root, as there.
 */
export function serverWarnings(
  attributes: AdmissionAttributes,
  origin: 'built-in' | 'custom',
  object?: Field,
): ServerWarning[] {
  return warningsIn(attributes, origin, object).found;
}

/** The same, with whether there is more to say than is said. */
export function warningsIn(
  attributes: AdmissionAttributes,
  origin: 'built-in' | 'custom',
  object: Field = Field.root(attributes.object),
): Pick<Warnings, 'found' | 'isFull'> {
  const warnings = new Warnings();
  repeatedOwners(object, warnings, attributes);
  if (origin === 'custom') customFinalizers(object, warnings, attributes);
  else rulesOf(groupKindOf(object)).warnings?.(object, warnings, attributes);
  return warnings;
}
