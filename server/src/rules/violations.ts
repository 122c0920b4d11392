import { rulesOf } from './registry.ts';
import type { AdmissionAttributes } from './shared/admission-attributes.ts';
import { Causes } from './shared/causes.ts';
import { Field } from './shared/field.ts';
import { groupKindOf } from './shared/group-kind.ts';
import { objectMetadata } from './shared/metadata.ts';
import type { Violation } from './shared/violation.ts';

/**
 * What is wrong with an object, in the order of the rules: each fault once, without what the server tells only because of
 * another one. `object` is its root: whoever asks other judges too gives them the same one, because it keeps what has been read.
 */
export function violations(
  attributes: AdmissionAttributes,
  object: Field = Field.root(attributes.object),
): Violation[] {
  return allViolations(attributes, object).filter(({ follows }) => !follows);
}

/** Everything that a server tells of an object, in the order in which it finds it. */
export function allViolations(
  attributes: AdmissionAttributes,
  object: Field = Field.root(attributes.object),
): Violation[] {
  const causes = new Causes();
  objectMetadata(object, causes, attributes);
  rulesOf(groupKindOf(object)).validation?.(object, causes, attributes);
  const found = causes.violations;
  return [...found.filter(({ declared }) => !declared), ...found.filter(({ declared }) => declared)];
}
