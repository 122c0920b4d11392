import { field } from '../../manifest/fields.ts';
import { itemsOf, type Migration } from './migration.ts';

/**
 * `admissionregistration.k8s.io/v1` has other defaults: those of v1beta1 are written down. What side effects a webhook
 * has only its author knows.
 */
export const webhooks: Migration = (object, rewriter) => {
  for (const webhook of itemsOf(field(object, 'webhooks')?.value)) {
    const fields = rewriter.fieldsOf(webhook);
    if (!fields) return;
    const lacking = defaults.filter(([name]) => !field(webhook, name));
    if (lacking.length === 0) continue;
    fields.append(lacking.map(([name, value]) => fields.scalar(name, value)));
    rewriter.write(fields);
  }
};

const defaults: readonly [name: string, value: string][] = [
  ['admissionReviewVersions', '["v1beta1"]'],
  ['failurePolicy', 'Ignore'],
  ['matchPolicy', 'Exact'],
  ['timeoutSeconds', '30'],
];
