import { dnsLabel } from '../../formats/dns-label.ts';
import { qualifiedName } from '../../formats/qualified-name.ts';
import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { checkLabelSelector } from '../../shared/label-selector.ts';
import { checkNodeSelector, checkPreferredTerm } from '../node-selector.ts';
import { checkLabelKeys } from './label-keys.ts';

/** Near which nodes and Pods a Pod wants to run. */
export function checkAffinity(affinity: Field, causes: Causes): void {
  if (!affinity.isSet) return;
  const ofNodes = affinity.at('nodeAffinity');
  const required = ofNodes.at('requiredDuringSchedulingIgnoredDuringExecution');
  if (required.isSet && required.map) checkNodeSelector(required, causes);
  for (const term of ofNodes.at('preferredDuringSchedulingIgnoredDuringExecution').items) {
    checkWeight(term, causes);
    checkPreferredTerm(term.at('preference'), causes);
  }
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const ofPods = affinity.at(kind);
    for (const term of ofPods.at('requiredDuringSchedulingIgnoredDuringExecution').items) {
      checkPodTerm(term, causes);
    }
    for (const term of ofPods.at('preferredDuringSchedulingIgnoredDuringExecution').items) {
      checkWeight(term, causes);
      checkPodTerm(term.at('podAffinityTerm'), causes);
    }
  }
}

function checkWeight(term: Field, causes: Causes): void {
  const weight = term.at('weight');
  const number = weight.isSet ? weight.number : 0;
  if (number === undefined || (number >= 1 && number <= 100)) return;
  causes.invalid(weight, 'must be in the range 1-100', { code: 'number-range', shown: number });
}

function checkPodTerm(term: Field, causes: Causes): void {
  checkLabelSelector(term.at('labelSelector'), causes);
  checkLabelSelector(term.at('namespaceSelector'), causes);
  for (const namespace of term.at('namespaces').items) {
    for (const problem of namespace.text === undefined ? [] : dnsLabel(namespace.text)) {
      causes.invalid(term.child('namespace'), problem, {
        code: 'reference-name',
        shown: namespace.text,
        mark: namespace,
      });
    }
  }
  checkLabelKeys(term, causes);
  const topologyKey = term.at('topologyKey');
  if (topologyKey.text === '') causes.required(topologyKey, 'can not be empty');
  causes.malformed(topologyKey, qualifiedName, { code: 'label-key' });
}
