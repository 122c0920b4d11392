import { rulesOf } from './registry.ts';
import type { AdmissionAttributes } from './shared/admission-attributes.ts';
import { Causes } from './shared/causes.ts';
import { Field } from './shared/field.ts';
import { groupKindOf } from './shared/group-kind.ts';
import { objectMetadata } from './shared/metadata.ts';
import type { Violation } from './shared/violation.ts';

/**
 * What all rules have to say of an object, in the order of the rules. `object` is its root: whoever asks other judges too gives
 * them the same one, because it keeps what has been read.
 */
export function violations(attributes: AdmissionAttributes, object?: Field): Violation[] {
  return causesIn(attributes, object).violations;
}

/** The same, with what takes too long to judge. */
export function causesIn(
  attributes: AdmissionAttributes,
  object: Field = Field.root(attributes.object),
): Pick<Causes, 'violations' | 'unjudged'> {
  const causes = new Causes();
  objectMetadata(object, causes, attributes);
  rulesOf(groupKindOf(object)).validation?.(object, causes, attributes);
  return causes;
}
