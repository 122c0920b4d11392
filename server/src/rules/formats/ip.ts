/** The bytes of an address: 4 or 16. */
export type Address = readonly number[];

const form = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

/** What keeps a text from being an IP address in a field that takes any spelling of one, in the API server's words. */
export function legacyIp(text: string): string[] {
  return parseIp(text) ? [] : [form];
}

/** Like `legacyIp`, without the spellings that programs read differently: what Kubernetes asks for from 1.36 on. */
export function strictLegacyIp(text: string): string[] {
  if (!parseIp(text)) return [form];
  const problems: string[] = [];
  if (hasLeadingZero(text)) problems.push('must not have leading 0s');
  if (isMapped(text)) problems.push('must not be an IPv4-mapped IPv6 address');
  return problems;
}

/** What keeps a text from being an IP address in the one canonical spelling, in the API server's words. */
export function ip(text: string): string[] {
  const problems = strictLegacyIp(text);
  const canonical = formatIp(parseIp(text) ?? []);
  if (problems.length > 0 || canonical === text) return problems;
  return [`must be in canonical form ("${canonical}")`];
}

/** The bytes of an address as Kubernetes reads it (leading zeros are let through), or undefined where it is none. */
export function parseIp(text: string): Address | undefined {
  const first = /[.:]/.exec(text)?.[0];
  if (first === '.') return parseIpv4(text);
  return first === ':' ? parseIpv6(text) : undefined;
}

/** The family of an address: an IPv4 address written as an IPv6 one is IPv4. */
export function familyOf(address: Address): 'IPv4' | 'IPv6' {
  return address.length === 4 || isMappedAddress(address) ? 'IPv4' : 'IPv6';
}

/** The canonical spelling of an address (RFC 5952). */
export function formatIp(address: Address): string {
  const bytes = isMappedAddress(address) ? address.slice(12) : address;
  return bytes.length === 4 ? bytes.join('.') : formatIpv6(bytes);
}

/** Whether an octet is written with a zero before it. */
export function hasLeadingZero(text: string): boolean {
  return text.includes('.') && /(?:^|[.:])0\d/.test(text.slice(text.lastIndexOf(':') + 1));
}

/** Whether an IPv4 address is written as an IPv6 one. */
export function isMapped(text: string): boolean {
  const address = parseIp(text);
  return address?.length === 16 && isMappedAddress(address);
}

/** Reads dotted decimal; undefined where it is none. */
export function parseIpv4(text: string): Address | undefined {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

/** Reads hexadecimal groups, one run of zeros left out, the last four bytes dotted or not; undefined where it is none. */
export function parseIpv6(text: string): Address | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = groups(halves[0]!, halves.length === 1);
  const tail = halves.length === 2 ? groups(halves[1]!, true) : [];
  if (!head || !tail) return undefined;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

function groups(text: string, mayEndDotted: boolean): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (/^[0-9A-Fa-f]+$/.test(part) && Number.parseInt(part, 16) <= 0xffff) {
      const group = Number.parseInt(part, 16);
      bytes.push(group >> 8, group & 0xff);
      continue;
    }
    const dotted = mayEndDotted && index === parts.length - 1 ? parseIpv4(part) : undefined;
    if (!dotted) return undefined;
    bytes.push(...dotted);
  }
  return bytes;
}

function isMappedAddress(address: Address): boolean {
  return (
    address.length === 16 &&
    address.slice(0, 10).every((byte) => byte === 0) &&
    address[10] === 0xff &&
    address[11] === 0xff
  );
}

function formatIpv6(bytes: Address): string {
  const words = Array.from({ length: 8 }, (_, index) => (bytes[2 * index]! << 8) | bytes[2 * index + 1]!);
  const run = longestRunOfZeros(words);
  const hex = (part: readonly number[]) => part.map((word) => word.toString(16)).join(':');
  if (run.length < 2) return hex(words);
  return `${hex(words.slice(0, run.start))}::${hex(words.slice(run.start + run.length))}`;
}

function longestRunOfZeros(words: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  for (let start = 0; start < words.length; start++) {
    let length = 0;
    while (words[start + length] === 0) length++;
    if (length > longest.length) longest = { start, length };
  }
  return longest;
}
