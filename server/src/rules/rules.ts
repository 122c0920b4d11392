import { Causes } from './causes.ts';
import { Field } from './field.ts';
import { objectName } from './object-name.ts';
import { otherRules } from './other-rules.ts';
import type { Rule, RulesByKind, Subject, Violation } from './rule.ts';
import { workloadRules } from './workload-rules.ts';

/** What all rules have to say of an object, in the order of the rules. */
export function violations(subject: Subject): Violation[] {
  const causes = new Causes();
  const object = Field.root(subject.object);
  for (const rule of ofEveryKind) rule(object, causes, subject);
  rulesOf(object)?.(object, causes, subject);
  return causes.violations;
}

const ofEveryKind: readonly Rule[] = [objectName];

const byKind: RulesByKind = { ...workloadRules, ...otherRules };

function rulesOf(object: Field): Rule | undefined {
  const group = /^([^/]+)\//.exec(object.at('apiVersion').text ?? '')?.[1];
  const kind = `${group === undefined ? '' : `${group}/`}${object.at('kind').text ?? ''}`;
  return Object.hasOwn(byKind, kind) ? byKind[kind] : undefined;
}
