import { type Address, formatIp, hasLeadingZero, isMapped, parseIpv4, parseIpv6 } from './ip.ts';

const form = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** A network: an address as it is written, and how many of its bits count. */
export interface Network {
  readonly address: Address;
  readonly length: number;
}

/** What keeps a text from being a network in a field that takes any spelling of one, in the API server's words. */
export function legacyCidr(text: string): string[] {
  return parseCidr(text) ? [] : [form];
}

/** What keeps a text from being a network in the one canonical spelling, in the API server's words. */
export function cidr(text: string): string[] {
  const problems = strictLegacyCidr(text);
  if (problems.length > 0) return problems;
  const network = parseCidr(text)!;
  const canonical = `${formatIp(network.address)}/${network.length}`;
  return canonical === text ? [] : [`must be in canonical form ("${canonical}")`];
}

/** Like `legacyCidr`, without the spellings that programs read differently: what Kubernetes asks for from 1.36 on. */
export function strictLegacyCidr(text: string): string[] {
  const network = parseCidr(text);
  if (!network) return [form];
  const [address, length] = text.split('/') as [string, string];
  if (hasLeadingZero(address) || /^0\d/.test(length))
    return ['must not have leading 0s in IP or prefix length'];
  if (isMapped(address)) return ['must not have an IPv4-mapped IPv6 address'];
  const masked = maskedAddress(network);
  if (masked.some((byte, index) => byte !== network.address[index])) {
    return ['must not have bits set beyond the prefix length'];
  }
  return [];
}

/** A network as Kubernetes reads it (bits beyond its length, leading zeros are let through), or undefined where it is none. */
export function parseCidr(text: string): Network | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const address = parseIpv4(text.slice(0, slash)) ?? parseIpv6(text.slice(0, slash));
  const digits = text.slice(slash + 1);
  if (!address || !/^\d+$/.test(digits) || Number(digits) > 8 * address.length) return undefined;
  return { address, length: Number(digits) };
}

/** Whether one network lies within another without being it. */
export function isStrictlyWithin(inner: Network, outer: Network): boolean {
  if (inner.address.length !== outer.address.length || inner.length <= outer.length) return false;
  const start = maskedAddress(outer);
  return maskedAddress({ ...inner, length: outer.length }).every((byte, index) => byte === start[index]);
}

/** The first address of a network. */
export function maskedAddress({ address, length }: Network): Address {
  return address.map((byte, index) => {
    const bits = Math.min(8, Math.max(0, length - 8 * index));
    return byte & (0xff << (8 - bits)) & 0xff;
  });
}
