import { dnsSubdomain } from '../../../../server/src/rules/formats/dns-subdomain.ts';
import { parseIp } from '../../../../server/src/rules/formats/ip.ts';
import { ipOf } from '../../../../server/src/rules/shared/address.ts';
import type { Causes } from '../../../../server/src/rules/shared/causes.ts';
import type { Field } from '../../../../server/src/rules/shared/field.ts';
import type { StatusRule, WrittenStatus } from './status-rule.ts';

/** Where an Ingress is reached. */
export const ingressStatus: StatusRule = (written, causes) => {
  for (const point of written.status.in('loadBalancer', 'ingress').items) {
    checkAddress(point.at('ip'), written, causes);
    checkHost(point.at('hostname'), causes);
  }
};

/** Where a Service is reached, which only one with a load balancer tells. */
export const serviceStatus: StatusRule = (written, causes) => {
  const points = written.status.in('loadBalancer', 'ingress');
  if (points.items.length > 0 && written.object.in('spec', 'type').text !== 'LoadBalancer') {
    causes.forbidden(points, "may only be used when `spec.type` is 'LoadBalancer'");
    return;
  }
  for (const point of points.items) {
    checkAddress(point.at('ip'), written, causes);
    checkMode(point, causes);
    checkHost(point.at('hostname'), causes);
  }
};

/** What is there already may stay as it is. */
function checkAddress(address: Field, { before, version }: WrittenStatus, causes: Causes): void {
  const known = before.in('loadBalancer', 'ingress').items.map((point) => point.at('ip').text);
  if (address.text && !known.includes(address.text)) causes.malformed(address, ipOf(version));
}

function checkMode(point: Field, causes: Causes): void {
  const [address, mode] = [point.at('ip'), point.at('ipMode')];
  if (!mode.isSet) {
    if (address.text) causes.required(mode, 'must be specified when `ip` is set');
  } else if (!address.text) causes.forbidden(mode, 'may not be specified when `ip` is not set');
  else if (!modes.includes(mode.text ?? '')) causes.notSupported(mode, modes, { shown: mode.text ?? '' });
}

const modes = ['Proxy', 'VIP'];

function checkHost(host: Field, causes: Causes): void {
  if (!host.text) return;
  causes.malformed(host, dnsSubdomain);
  if (parseIp(host.text)) causes.invalid(host, 'must be a DNS name, not an IP address');
}
