import { byteLength } from '../formats/byte-length.ts';
import { cIdentifier } from '../formats/c-identifier.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import type { CauseOptions, Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';

const longestDomain = 63;
const longestName = 32;

/** The name of an attribute or capacity of a device, with or without a domain: `example.com/model`. */
export function checkDeviceName(text: string, field: Field, remark: CauseOptions, causes: Causes): void {
  const parts = text.split('/');
  if (parts.length > 2) return;
  const [name = '', domain] = parts.reverse();
  const say = (problem: string, shown: string) =>
    causes.invalid(field, problem, { ...remark, code: 'device-attribute', shown });
  if (domain === '') say('the domain must not be empty', '');
  else if (domain !== undefined) {
    if (byteLength(domain) > longestDomain) causes.tooLong(field, longestDomain, remark);
    for (const problem of dnsSubdomain(domain.toLowerCase())) say(problem, domain);
  }
  if (name === '' && domain !== undefined) {
    say('the name must not be empty', '');
    return;
  }
  if (byteLength(name) > longestName) causes.tooLong(field, longestName, remark);
  for (const problem of cIdentifier(name)) say(problem, name);
}

/** The name of a pool of devices: subdomains with slashes between. */
export function checkPoolName(field: Field, causes: Causes): void {
  const longest = 253;
  if (field.text === undefined) return;
  if (field.text === '') {
    causes.required(field);
    return;
  }
  if (byteLength(field.text) > longest) causes.tooLong(field, longest);
  for (const part of field.text.split('/')) {
    for (const problem of dnsSubdomain(part)) {
      causes.invalid(field, problem, { code: 'reference-name', shown: part });
    }
  }
}
