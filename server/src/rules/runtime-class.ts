import { dnsLabel } from './formats/dns-label.ts';
import { checkUnchanged } from './immutable.ts';
import { checkLabels } from './labels.ts';
import { checkResourceAmount } from './resource-amount.ts';
import { containerResourceName } from './resource-name.ts';
import type { Rule } from './rule.ts';

/** What the API server refuses a RuntimeClass for. */
export const runtimeClass: Rule = (object, causes, subject) => {
  const handler = object.at('handler');
  checkUnchanged(handler, causes, subject);
  if (subject.operation === 'update') return;
  causes.malformed(handler, dnsLabel, { code: 'reference-name' });
  const overhead = object.at('overhead');
  for (const amount of overhead.at('podFixed').entries) {
    const name = String(amount.name);
    const field = overhead.child('limits').child(name);
    for (const problem of containerResourceName(name)) {
      causes.invalid(field, problem, { code: 'resource-name', shown: name, mark: amount, at: 'key' });
    }
    checkResourceAmount(name, amount, causes, field);
  }
  checkLabels(object.in('scheduling', 'nodeSelector'), causes);
};
