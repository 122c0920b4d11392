import { parseCidr } from '../formats/cidr.ts';
import { familyOf } from '../formats/ip.ts';
import { labelValue } from '../formats/label-value.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import { cidrOf } from '../shared/address.ts';
import { warnOfNetwork } from '../shared/address-warnings.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { isSame, storedAt } from '../shared/immutable.ts';
import { checkResourceAmount } from '../shared/resource-amount.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule } from '../shared/warning.ts';

/** What the API server refuses a Node for. */
export const node: Rule = (object, causes, attributes) => {
  checkTaints(object, causes);
  for (const amount of [
    ...object.in('status', 'capacity').entries,
    ...object.in('status', 'allocatable').entries,
  ]) {
    checkResourceAmount(String(amount.name), amount, causes);
  }
  if (isOnlyPodNetwork(object.at('spec'))) checkOnlyPodNetwork(object.at('spec'), causes, attributes);
  else checkPodNetworks(object.in('spec', 'podCIDRs'), causes, attributes);
  if (attributes.old) checkNodeUnchanged(object, causes, attributes);
};

/** Who a Node is, once that is known. */
function checkNodeUnchanged(object: Field, causes: Causes, { old }: AdmissionAttributes): void {
  const spec = object.at('spec');
  const code = 'immutable-field';
  const isGivenUp = (field: Field) => {
    const stored = storedAt(field, old);
    return !stored.isZero && !isSame(field, stored);
  };
  const networks = spec.at('podCIDRs');
  const first = spec.at('podCIDR');
  const meant = isOnlyPodNetwork(spec) ? first : networks;
  if (isGivenUp(meant)) {
    const detail = 'node updates may not change podCIDR except from "" to valid';
    causes.forbidden(networks, detail, { code, mark: meant, at: 'value' });
  }
  const provider = spec.at('providerID');
  if (isGivenUp(provider)) {
    const detail = 'node updates may not change providerID except from "" to valid';
    causes.forbidden(provider, detail, { code, at: 'value' });
  }
  causes.again(object, checkTaints);
  const external = spec.at('externalID');
  if (!isSame(external, storedAt(external, old))) causes.forbidden(external, 'may not be updated', { code });
}

/** The server looks for taints in the metadata, by its words. */
function checkTaints(object: Field, causes: Causes): void {
  const place = object.at('metadata').child('taints');
  const seen = new Set<string>();
  for (const taint of object.in('spec', 'taints').items) {
    const named = place.child(taint.name);
    const key = taint.at('key');
    const effect = taint.at('effect');
    if (!taint.map || key.text === undefined || effect.text === undefined) continue;
    for (const problem of qualifiedName(key.text)) {
      causes.invalid(named.child('key'), problem, { code: 'label-key', shown: key.text, mark: key });
    }
    const problems = labelValue(taint.at('value').text ?? '');
    if (problems.length > 0) {
      const remark = { code: 'label-value', shown: taint.at('value').text, mark: taint.at('value') } as const;
      causes.invalid(named.child('value'), problems.join(';'), remark);
    }
    const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
    if (effect.text === '') causes.required(named.child('effect'), '', { mark: effect });
    else if (!effects.includes(effect.text)) {
      causes.notSupported(named.child('effect'), effects, { shown: effect.text, mark: effect });
    }
    const id = `${effect.text} ${key.text}`;
    if (seen.has(id)) {
      const detail = 'taints must be unique by key and effect pair';
      causes.duplicate(named, { shown: taint.value, mark: taint }, detail);
    }
    seen.add(id);
  }
}

/** The older field is the list's first item; where it is another, or there is no list, it stands for all of it. */
function isOnlyPodNetwork(spec: Field): boolean {
  const network = spec.at('podCIDR');
  return !network.isZero && network.text !== spec.at('podCIDRs').items[0]?.text;
}

function checkOnlyPodNetwork(spec: Field, causes: Causes, { kubernetesVersion }: AdmissionAttributes): void {
  const network = spec.at('podCIDR');
  if (!network.text) return;
  const named = spec.at('podCIDRs').child(0);
  for (const problem of cidrOf(kubernetesVersion)(network.text)) {
    causes.invalid(named, problem, { code: 'cidr', shown: network.text, mark: network });
  }
}

function checkPodNetworks(list: Field, causes: Causes, { kubernetesVersion }: AdmissionAttributes): void {
  for (const item of list.items) causes.malformed(item, cidrOf(kubernetesVersion), { code: 'cidr' });
  const networks = list.items.map((item) => parseCidr(item.text ?? ''));
  const families = networks.map((network) => network && familyOf(network.address));
  if (families.length < 2 || families.includes(undefined)) return;
  if (families.length === 2 && families[0] !== families[1]) return;
  causes.invalid(list, 'may specify no more than one CIDR for each IP family');
}

/** What the API server warns of in a Node. */
export const nodeWarnings: WarningRule = (node, warnings) => {
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
};
