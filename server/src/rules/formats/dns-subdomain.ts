import { byteLength } from './byte-length.ts';
import { isJoined } from './joined.ts';
import { regexError } from './validation-messages.ts';

const longest = 253;
const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomain = `${label}(\\.${label})*`;
const underscored = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';

/** What keeps a text from being a subdomain of RFC 1123 (the names of most kinds), in the API server's words. */
export function dnsSubdomain(text: string): string[] {
  return isDnsSubdomain(text) ? tooLong(text, 'characters') : [...tooLong(text, 'characters'), lowerCase];
}

/** Like `dnsSubdomain`, in the words that the server has for qualified names and for what its types declare: it counts bytes. */
export function subdomainInBytes(text: string): string[] {
  return isDnsSubdomain(text) ? tooLong(text, 'bytes') : [...tooLong(text, 'bytes'), lowerCase];
}

/** What keeps a text from being a subdomain of RFC 1123 in letters of any case. */
export function caselessSubdomain(text: string): string[] {
  return isDnsSubdomain(text.toLowerCase()) ? tooLong(text, 'bytes') : [...tooLong(text, 'bytes'), anyCase];
}

/** Like `dnsSubdomain`, where a label may have underscores (what a Pod's DNS searches). */
export function dnsSubdomainWithUnderscore(text: string): string[] {
  const isValid = isJoined(text, '.', (part) => /^_?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/.test(part));
  return isValid ? tooLong(text, 'characters') : [...tooLong(text, 'characters'), withUnderscore];
}

/** What keeps a text from being `*.` before a subdomain (the host of an Ingress). */
export function wildcardSubdomain(text: string): string[] {
  const isValid = text.startsWith('*.') && isDnsSubdomain(text.slice(2));
  return isValid ? tooLong(text, 'characters') : [...tooLong(text, 'characters'), wildcard];
}

/** Whether it has the form of a subdomain; its length does not count. */
export function isDnsSubdomain(text: string): boolean {
  return isJoined(text, '.', isLabel);
}

function isLabel(text: string): boolean {
  return /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text);
}

function tooLong(text: string, unit: 'bytes' | 'characters'): string[] {
  return byteLength(text) > longest ? [`must be no more than ${longest} ${unit}`] : [];
}

const lowerCase = regexError(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  subdomain,
  'example.com',
);
const anyCase = regexError(
  "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  subdomain,
  'Example.com',
);
const withUnderscore = regexError(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  `${underscored}(\\.${underscored})*`,
  'example.com',
);
const wildcard = regexError(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  `\\*\\.${subdomain}`,
  '*.example.com',
);
