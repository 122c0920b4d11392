import { warnOfNodeSelector } from '../core/node-label-warnings.ts';
import { checkTolerations } from '../core/pod/tolerations.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import { checkLabels } from '../shared/labels.ts';
import { checkResourceAmount } from '../shared/resource-amount.ts';
import { containerResourceName } from '../shared/resource-name.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule } from '../shared/warning.ts';

/** What the API server refuses a RuntimeClass for. */
export const runtimeClass: Rule = (object, causes, attributes) => {
  const handler = object.at('handler');
  causes.malformed(handler, dnsLabel, { code: 'reference-name' });
  checkImmutable(handler, causes, attributes);
  if (attributes.operation === 'update') return;
  const overhead = object.at('overhead');
  for (const amount of overhead.at('podFixed').entries) {
    const name = String(amount.name);
    const field = overhead.child('limits').key(name);
    for (const problem of containerResourceName(name)) {
      causes.invalid(field, problem, { code: 'resource-name', shown: name, mark: amount, at: 'key' });
    }
    checkResourceAmount(name, amount, causes, field);
  }
  const scheduling = object.at('scheduling');
  checkLabels(scheduling.at('nodeSelector'), causes);
  checkTolerations(scheduling.at('tolerations'), causes);
  checkTolerationsOnce(scheduling.at('tolerations'), causes);
};

/** How long a toleration lasts makes it no other one. */
function checkTolerationsOnce(tolerations: Field, causes: Causes): void {
  const known = new Set<string>();
  for (const toleration of tolerations.items) {
    const [key, operator, value, effect] = ['key', 'operator', 'value', 'effect'].map(
      (name) => toleration.at(name).text,
    );
    if (key === undefined || operator === undefined || value === undefined || effect === undefined) return;
    const text = JSON.stringify([key, operator, value, effect]);
    if (known.has(text)) causes.duplicate(toleration, { code: 'toleration' });
    known.add(text);
  }
}

/** What the API server warns of in a RuntimeClass. */
export const runtimeClassWarnings: WarningRule = (runtimeClass, warnings) => {
  const selector = runtimeClass.in('scheduling', 'nodeSelector');
  warnOfNodeSelector(selector, warnings, () => selector);
};
