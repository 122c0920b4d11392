import { byteLength } from './byte-length.ts';
import { isDnsSubdomain } from './dns-subdomain.ts';
import { regexError } from './validation-messages.ts';

/** What keeps a text from being a label of RFC 1123 (a Namespace's name, a container's), in the API server's words. */
export function dnsLabel(text: string): string[] {
  const problems: string[] = [];
  if (byteLength(text) > 63) problems.push('must be no more than 63 characters');
  if (isDnsLabel(text)) return problems;
  return [...problems, isDnsSubdomain(text) ? 'must not contain dots' : form];
}

function isDnsLabel(text: string): boolean {
  return /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text);
}

const form = regexError(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  '[a-z0-9]([-a-z0-9]*[a-z0-9])?',
  'my-name',
  '123-abc',
);
