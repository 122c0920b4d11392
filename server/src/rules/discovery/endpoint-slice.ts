import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { fullyQualifiedDomainName } from '../formats/domain.ts';
import { familyOf, ip, parseIp } from '../formats/ip.ts';
import { labelValue } from '../formats/label-value.ts';
import { checkEndpointIp, ipOf } from '../shared/address.ts';
import { warnOfAddress } from '../shared/address-warnings.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import { checkUnique } from '../shared/duplicates.ts';
import { checkEnum } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable, isSame, storedAt } from '../shared/immutable.ts';
import { checkLabels } from '../shared/labels.ts';
import { checkApplicationProtocol, checkProtocol } from '../shared/port.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule } from '../shared/warning.ts';

const mostEndpoints = 1000;
const mostAddresses = 100;
const mostPorts = 20_000;
const mostHints = 8;

/** What the API server refuses an EndpointSlice for. */
export const endpointSlice: Rule = (object, causes, attributes) => {
  checkEnum(object.at('addressType'), ['FQDN', 'IPv4', 'IPv6'], causes);
  checkPorts(object.at('ports'), causes);
  const list = object.at('endpoints');
  const isStored = attributes.old !== undefined && isSame(list, storedAt(list, attributes.old));
  if (!isStored) checkEndpoints(list, object.at('addressType').text, causes, attributes);
  checkImmutable(object.at('addressType'), causes, attributes);
};

/** The server leaves those alone that are as they were. */
function checkEndpoints(
  list: Field,
  type: string | undefined,
  causes: Causes,
  attributes: AdmissionAttributes,
): void {
  if (list.items.length > mostEndpoints) causes.tooMany(list, list.items.length, mostEndpoints);
  else for (const endpoint of list.items) checkEndpoint(endpoint, type, causes, attributes);
}

function checkPorts(ports: Field, causes: Causes): void {
  if (ports.items.length > mostPorts) {
    causes.tooMany(ports, ports.items.length, mostPorts);
    return;
  }
  for (const port of ports.items) {
    if (!port.map) continue;
    if (port.at('name').text) causes.malformed(port.at('name'), dnsLabel, { code: 'port-name' });
    checkProtocol(port.at('protocol'), causes);
    checkApplicationProtocol(port.at('appProtocol'), causes);
  }
  checkUnique(ports, (port) => port.at('name'), causes);
}

function checkEndpoint(
  endpoint: Field,
  type: string | undefined,
  causes: Causes,
  attributes: AdmissionAttributes,
): void {
  const addresses = endpoint.at('addresses');
  if (!endpoint.map) return;
  if (addresses.isZero) causes.required(addresses, 'must contain at least 1 address');
  else if (addresses.items.length > mostAddresses) {
    causes.tooMany(addresses, addresses.items.length, mostAddresses);
  }
  for (const address of addresses.items) checkAddress(address, addresses, type, causes, attributes);
  const nodeName = endpoint.at('nodeName');
  if (nodeName.isSet) causes.malformed(nodeName, dnsSubdomain, { code: 'reference-name' });
  checkLabels(endpoint.at('deprecatedTopology'), causes);
  const hostname = endpoint.at('hostname');
  if (hostname.isSet) causes.malformed(hostname, dnsLabel);
  checkHints(endpoint.in('hints', 'forZones'), labelValue, causes);
  checkHints(endpoint.in('hints', 'forNodes'), dnsSubdomain, causes);
}

function checkAddress(
  address: Field,
  addresses: Field,
  type: string | undefined,
  causes: Causes,
  { kubernetesVersion }: AdmissionAttributes,
): void {
  const { text } = address;
  if (text === undefined) return;
  if (type === 'FQDN') {
    causes.malformed(address, fullyQualifiedDomainName);
    return;
  }
  if (type !== 'IPv4' && type !== 'IPv6') return;
  const format = type === 'IPv4' ? ipOf(kubernetesVersion) : ip;
  if (format(text).length > 0) {
    causes.malformed(address, format, { code: 'ip-address' });
    return;
  }
  if (familyOf(parseIp(text)!) !== type) {
    causes.invalid(addresses, `must be an ${type} address`, { shown: text, mark: address });
  }
  checkEndpointIp(address, causes);
}

function checkHints(hints: Field, format: (text: string) => readonly string[], causes: Causes): void {
  if (hints.items.length > mostHints) {
    causes.tooMany(hints, hints.items.length, mostHints);
    return;
  }
  for (const hint of hints.items) if (hint.map) causes.malformed(hint.at('name'), format);
  checkUnique(hints, (hint) => hint.at('name'), causes);
}

/** What the API server warns of in an EndpointSlice. */
export const endpointSliceWarnings: WarningRule = (slice, warnings, { operation }) => {
  const type = slice.at('addressType');
  if (type.text === 'FQDN' && operation === 'create') {
    const text = 'spec.addressType: FQDN endpoints are deprecated';
    warnings.about(type, text, { code: 'deprecated-field' });
  }
  const manager = slice.in('metadata', 'labels', 'endpointslice.kubernetes.io/managed-by').text ?? '';
  if (/^endpointslice(?:mirroring)?-controller\.k8s\.io$/.test(manager)) return;
  for (const endpoint of slice.at('endpoints').items) {
    for (const address of endpoint.at('addresses').items) warnOfAddress(address, warnings);
  }
};
