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
export function violations(attributes: AdmissionAttributes, object?: Field): Violation[] {
  return causesIn(attributes, object).violations;
}

/** The same, with what takes too long to judge, and whether there is more to say than is said. */
export function causesIn(
  attributes: AdmissionAttributes,
  object: Field = Field.root(attributes.object),
): Pick<Causes, 'violations' | 'unjudged' | 'isFull'> {
  const { violations: found, unjudged, isFull } = judged(attributes, object);
  return { violations: found.filter(({ follows }) => !follows), unjudged, isFull };
}

/** Everything that a server tells of an object, in the order in which it finds it. */
export function allViolations(
  attributes: AdmissionAttributes,
  object: Field = Field.root(attributes.object),
): Violation[] {
  const { violations: found } = judged(attributes, object);
  return [...found.filter(({ declared }) => !declared), ...found.filter(({ declared }) => declared)];
}

function judged(attributes: AdmissionAttributes, object: Field): Causes {
  const causes = new Causes();
  objectMetadata(object, causes, attributes);
  rulesOf(groupKindOf(object)).validation?.(object, causes, attributes);
  return causes;
}
