import { isStrictlyWithin, parseCidr } from '../formats/cidr.ts';
import { portNumber } from '../formats/port.ts';
import { cidrOf } from '../shared/address.ts';
import { warnOfNetwork } from '../shared/address-warnings.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import { checkLabelSelector } from '../shared/label-selector.ts';
import { checkPortNumberOrName } from '../shared/port.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule, Warnings } from '../shared/warning.ts';

/** What the API server refuses a NetworkPolicy for. */
export const networkPolicy: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  checkLabelSelector(spec.at('podSelector'), causes);
  for (const rule of spec.at('ingress').items) {
    for (const port of rule.at('ports').items) checkPort(port, causes);
    for (const peer of rule.at('from').items) checkPeer(peer, causes, attributes);
  }
  for (const rule of spec.at('egress').items) {
    for (const port of rule.at('ports').items) checkPort(port, causes);
    for (const peer of rule.at('to').items) checkPeer(peer, causes, attributes);
  }
  const types = spec.at('policyTypes');
  if (types.items.length > 2) {
    causes.invalid(types, 'may not specify more than two policyTypes');
    return;
  }
  for (const type of types.items) checkEnumIfSet(type, ['Ingress', 'Egress'], causes);
};

function checkPort(item: Field, causes: Causes): void {
  const port = item.at('port');
  const endPort = item.at('endPort');
  checkEnumIfSet(item.at('protocol'), ['TCP', 'UDP', 'SCTP'], causes);
  if (port.isSet) checkPortNumberOrName(port, causes);
  if (!endPort.isSet || endPort.number === undefined) return;
  const code = 'port-range';
  if (!port.isSet) causes.invalid(endPort, 'may not be specified when `port` is not specified', { code });
  else if (typeof port.value === 'string') {
    causes.invalid(endPort, 'may not be specified when `port` is non-numeric', { code });
  } else if (port.number !== undefined) {
    if (endPort.number < port.number) {
      // The server prints the other field's value here.
      causes.invalid(endPort, 'must be greater than or equal to `port`', { code, shown: port.number });
    }
    for (const problem of portNumber(endPort.number))
      causes.invalid(endPort, problem, { code: 'port-number' });
  }
}

function checkPeer(peer: Field, causes: Causes, attributes: AdmissionAttributes): void {
  if (!peer.map) return;
  const pods = peer.at('podSelector');
  const namespaces = peer.at('namespaceSelector');
  const block = peer.at('ipBlock');
  checkLabelSelector(pods, causes);
  checkLabelSelector(namespaces, causes);
  if (block.isSet) checkBlock(block, causes, attributes);
  if (!pods.isSet && !namespaces.isSet && !block.isSet) causes.required(peer, 'must specify a peer');
  else if (block.isSet && (pods.isSet || namespaces.isSet)) {
    causes.forbidden(peer, 'may not specify both ipBlock and another peer', { mark: block });
  }
}

function checkBlock(block: Field, causes: Causes, { kubernetesVersion }: AdmissionAttributes): void {
  if (!block.map) return;
  const cidr = block.at('cidr');
  if (cidr.text === '') {
    causes.required(cidr);
    return;
  }
  if (cidr.text === undefined) return;
  const format = cidrOf(kubernetesVersion);
  causes.malformed(cidr, format, { code: 'cidr' });
  const outer = parseCidr(cidr.text);
  if (!outer) return;
  for (const except of block.at('except').items) {
    if (except.text === undefined) continue;
    causes.malformed(except, format, { code: 'cidr' });
    const inner = parseCidr(except.text);
    if (inner && !isStrictlyWithin(inner, outer)) {
      causes.invalid(except, 'must be a strict subset of `cidr`', { code: 'cidr' });
    }
  }
}

/** What the API server warns of in a NetworkPolicy. */
export const networkPolicyWarnings: WarningRule = (policy, warnings) => {
  for (const [direction, peers] of [
    ['ingress', 'from'],
    ['egress', 'to'],
  ] as const) {
    for (const rule of policy.in('spec', direction).items) {
      for (const peer of rule.at(peers).items) warnOfBlock(peer.at('ipBlock'), warnings);
    }
  }
};

function warnOfBlock(block: Field, warnings: Warnings): void {
  warnOfNetwork(block.at('cidr'), warnings);
  for (const except of block.at('except').items) warnOfNetwork(except, warnings);
}
