import { jobRestartPolicy } from './job-restart-policy.ts';
import { objectName } from './object-name.ts';
import type { Rule, Subject, Violation } from './rule.ts';

/** What all rules have to say of an object, in the order of the rules. */
export function violations(subject: Subject): Violation[] {
  return rules.flatMap((rule) => [...rule(subject)]);
}

const rules: readonly Rule[] = [objectName, jobRestartPolicy];
