import { otherRules } from './other-rules.ts';
import { Causes } from './shared/causes.ts';
import { Field } from './shared/field.ts';
import { groupKindOf } from './shared/group-kind.ts';
import { objectMetadata } from './shared/metadata.ts';
import type { RulesByKind, Subject, Violation } from './shared/rule.ts';
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
