import { fullyQualifiedName } from '../formats/domain.ts';
import type { Causes } from '../shared/causes.ts';
import { checkNotSeen } from '../shared/duplicates.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import { checkLabelSelector } from '../shared/label-selector.ts';
import type { Rule } from '../shared/rule.ts';
import { checkReviewVersions, checkWebhookClient } from '../shared/webhook-client.ts';
import { checkAdmissionRule, checkMatchConditions } from './admission-rule.ts';

/** What the API server refuses a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration for. */
export const webhookConfiguration: Rule = (object, causes) => {
  const names = new Set<string>();
  for (const webhook of object.at('webhooks').items) {
    checkWebhook(webhook, causes);
    checkNotSeen(webhook.at('name'), names, causes);
  }
};

function checkWebhook(webhook: Field, causes: Causes): void {
  if (!webhook.map) return;
  const name = webhook.at('name');
  const effects = webhook.at('sideEffects');
  const timeout = webhook.at('timeoutSeconds');
  if (name.text === '') causes.required(name);
  else causes.malformed(name, fullyQualifiedName, { code: 'webhook-name' });
  for (const rule of webhook.at('rules').items) checkAdmissionRule(rule, causes);
  checkEnumIfSet(webhook.at('failurePolicy'), ['Fail', 'Ignore'], causes);
  checkEnumIfSet(webhook.at('matchPolicy'), ['Equivalent', 'Exact'], causes);
  checkEnumIfSet(webhook.at('reinvocationPolicy'), ['IfNeeded', 'Never'], causes);
  if (!effects.isSet) causes.required(effects, 'must specify one of None, NoneOnDryRun');
  else checkEnumIfSet(effects, ['None', 'NoneOnDryRun'], causes);
  if (timeout.number !== undefined && (timeout.number < 1 || timeout.number > 30)) {
    causes.invalid(timeout, 'the timeout value must be between 1 and 30 seconds', { code: 'number-range' });
  }
  checkLabelSelector(webhook.at('namespaceSelector'), causes);
  checkLabelSelector(webhook.at('objectSelector'), causes);
  checkWebhookClient(webhook.at('clientConfig'), webhook.at('clientConfig'), causes);
  checkMatchConditions(webhook.at('matchConditions'), causes);
  const versions = webhook.at('admissionReviewVersions');
  checkReviewVersions(versions, versions, 'of admission', causes);
}
