import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { checkEndpointIp, ipOf } from '../shared/address.ts';
import { warnOfAddress } from '../shared/address-warnings.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import {
  checkApplicationProtocol,
  checkEndpointPortName,
  checkPortNumber,
  checkProtocol,
} from '../shared/port.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule } from '../shared/warning.ts';

/** What the API server refuses Endpoints for. */
export const endpoints: Rule = (object, causes, attributes) => {
  for (const subset of object.at('subsets').items) {
    const addresses = subset.at('addresses');
    const notReady = subset.at('notReadyAddresses');
    if (!subset.map) continue;
    if (addresses.isZero && notReady.isZero) {
      causes.required(subset, 'must specify `addresses` or `notReadyAddresses`');
    }
    for (const address of [...addresses.items, ...notReady.items]) checkAddress(address, causes, attributes);
    for (const port of subset.at('ports').items) checkPort(port, subset.at('ports').items, causes);
  }
};

function checkAddress(address: Field, causes: Causes, { kubernetesVersion }: AdmissionAttributes): void {
  if (!address.map) return;
  causes.malformed(address.at('ip'), ipOf(kubernetesVersion), { code: 'ip-address' });
  const hostname = address.at('hostname');
  if (hostname.text) causes.malformed(hostname, dnsLabel);
  const nodeName = address.at('nodeName');
  if (nodeName.isSet) causes.malformed(nodeName, dnsSubdomain, { code: 'reference-name' });
  checkEndpointIp(address.at('ip'), causes);
}

function checkPort(port: Field, ports: readonly Field[], causes: Causes): void {
  if (!port.map) return;
  checkEndpointPortName(port, ports, causes);
  checkPortNumber(port.at('port'), causes);
  checkProtocol(port.at('protocol'), causes);
  checkApplicationProtocol(port.at('appProtocol'), causes);
}

/** What the API server warns of in Endpoints. */
export const endpointsWarnings: WarningRule = (endpoints, warnings) => {
  if (endpoints.in('metadata', 'labels', managedBy).text === 'endpoint-controller') return;
  for (const subset of endpoints.at('subsets').items) {
    for (const list of ['addresses', 'notReadyAddresses']) {
      for (const address of subset.at(list).items) warnOfAddress(address.at('ip'), warnings);
    }
  }
};

const managedBy = 'endpoints.kubernetes.io/managed-by';
