import type { KubernetesVersion } from '../../catalog/catalog.ts';
import { legacyCidr, strictLegacyCidr } from '../formats/cidr.ts';
import { type Address, familyOf, legacyIp, parseIp, strictLegacyIp } from '../formats/ip.ts';
import type { Check } from './causes.ts';
import { isEnabledByDefault } from './feature-gates.ts';

/** What a Kubernetes version asks of addresses in the fields that are older than canonical spellings. */
export function ipOf(version: KubernetesVersion): (text: string) => string[] {
  return isStrict(version) ? strictLegacyIp : legacyIp;
}

/** The same for networks. */
export function cidrOf(version: KubernetesVersion): (text: string) => string[] {
  return isStrict(version) ? strictLegacyCidr : legacyCidr;
}

/** An address to which traffic is sent: none that means this machine, this link or nothing at all. */
export const checkEndpointIp: Check = (field, causes) => {
  const { text } = field;
  if (text === undefined) return;
  const address = parseIp(text);
  if (!address) {
    causes.invalid(field, 'must be a valid IP address', { shown: text });
    return;
  }
  const problem = reservedFor(address);
  if (problem === 'unspecified') causes.invalid(field, `may not be unspecified (${text})`);
  else if (problem !== undefined) causes.invalid(field, `may not be in the ${problem}`);
};

function isStrict(version: KubernetesVersion): boolean {
  return isEnabledByDefault('StrictIPCIDRValidation', version);
}

function reservedFor(address: Address): string | undefined {
  const isIpv4 = familyOf(address) === 'IPv4';
  const bytes = isIpv4 ? address.slice(-4) : address;
  const [first = 0, second = 0, third = 0] = bytes;
  if (bytes.every((byte) => byte === 0)) return 'unspecified';
  const isLoopback = isIpv4
    ? first === 127
    : bytes.slice(0, -1).every((byte) => byte === 0) && bytes.at(-1) === 1;
  if (isLoopback) return 'loopback range (127.0.0.0/8, ::1/128)';
  const isLinkLocal = isIpv4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
  if (isLinkLocal) return 'link-local range (169.254.0.0/16, fe80::/10)';
  const isMulticast = isIpv4
    ? first === 224 && second === 0 && third === 0
    : first === 0xff && (second & 0x0f) === 2;
  return isMulticast ? 'link-local multicast range (224.0.0.0/24, ff02::/10)' : undefined;
}
