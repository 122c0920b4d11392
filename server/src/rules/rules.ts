import { Causes } from './causes.ts';
import { Field } from './field.ts';
import { groupKindOf } from './group-kind.ts';
import { objectMetadata } from './metadata.ts';
import { otherRules } from './other-rules.ts';
import type { RulesByKind, Subject, Violation } from './rule.ts';
import { workloadRules } from './workload-rules.ts';

/** What all rules have to say of an object, in the order of the rules. */
export function violations(subject: Subject): Violation[] {
  const causes = new Causes();
  const object = Field.root(subject.object);
  objectMetadata(object, causes, subject);
  const kind = groupKindOf(object);
  if (Object.hasOwn(byKind, kind)) byKind[kind]!(object, causes, subject);
  return causes.violations;
}

const byKind: RulesByKind = { ...workloadRules, ...otherRules };
