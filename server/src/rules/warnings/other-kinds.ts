import { compareKubernetesVersions } from '../../catalog/version.ts';
import { warnOfNodeSelector } from '../core/node-label-warnings.ts';
import { warnOfKeyPair } from '../core/tls-key-pair.ts';
import { formatQuantity, parseQuantity } from '../formats/quantity.ts';
import { warnOfNetwork } from '../shared/address-warnings.ts';
import type { Field } from '../shared/field.ts';
import type { WarningRule, Warnings } from '../shared/warning.ts';

/** Kinds of which the server has little to say. */
export const otherWarnings: Readonly<Record<string, WarningRule>> = {
  Node(node, warnings) {
    const spec = node.at('spec');
    const id = spec.at('externalID');
    if (id.text) {
      const text = 'this field is deprecated, and is unused by Kubernetes';
      warnings.of(id, text, { code: 'deprecated-field', at: 'key' });
    }
    const [network, networks] = [spec.at('podCIDR'), spec.at('podCIDRs')];
    for (const one of networks.items) warnOfNetwork(one, warnings);
    // The older field becomes the first of the newer one.
    if (networks.isZero) warnOfNetwork(network, warnings, networks.child(0));
  },
  ResourceQuota(quota, warnings, { operation }) {
    const hard = quota.in('spec', 'hard');
    if (operation === 'update') return;
    for (const name of ['cpu', 'memory', 'storage', 'ephemeral-storage']) warnOfBounds(hard, name, warnings);
  },
  Secret(secret, warnings) {
    if (secret.at('type').text === 'kubernetes.io/tls') warnOfKeyPair(secret, warnings);
  },
  ServiceAccount(account, warnings, { old }) {
    const key = 'kubernetes.io/enforce-mountable-secrets';
    const annotation = account.in('metadata', 'annotations').key(key);
    const before = (old?.metadata as { readonly annotations?: Record<string, unknown> } | undefined)
      ?.annotations;
    if (!annotation.isSet || before?.[key] !== undefined) return;
    const text = 'deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets';
    warnings.of(annotation, text, { code: 'deprecated-annotation', at: 'key' });
  },
  'node.k8s.io/RuntimeClass'(runtimeClass, warnings) {
    const selector = runtimeClass.in('scheduling', 'nodeSelector');
    warnOfNodeSelector(selector, warnings, () => selector);
  },
  'resource.k8s.io/ResourceSlice'(slice, warnings, { kubernetesVersion }) {
    const driver = slice.in('spec', 'driver');
    if (driver.text === undefined || driver.text === driver.text.toLowerCase()) return;
    if (compareKubernetesVersions(kubernetesVersion, '1.35') < 0) return;
    const text = `driver names should be lowercase; ${JSON.stringify(driver.text)} contains uppercase characters`;
    warnings.of(driver, text, { code: 'unwise-value' });
  },
};

/** What may be asked for should not be more than what may be used. */
function warnOfBounds(hard: Field, name: string, warnings: Warnings): void {
  const isPlain = name === 'cpu' || name === 'memory';
  const asked = hard.key(`requests.${name}`);
  const request = asked.isSet || !isPlain ? asked : hard.key(name);
  const limit = hard.key(`limits.${name}`);
  const [least, most] = [request, limit].map(({ isSet, value }) =>
    isSet ? parseQuantity(value) : undefined,
  );
  if (!least || !most || least.billionths <= most.billionths) return;
  const text = `ResourceQuota ${request.name} (${formatQuantity(least)}) should be less than ${limit.name} (${formatQuantity(most)})`;
  warnings.about(request, text, { code: 'unwise-value' });
}
