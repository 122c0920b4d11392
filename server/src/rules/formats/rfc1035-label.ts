import { byteLength } from './byte-length.ts';
import { regexError } from './validation-messages.ts';

/** What keeps a text from being a label of RFC 1035 (a Service's name up to 1.35), in the API server's words. */
export function rfc1035Label(text: string): string[] {
  const problems: string[] = [];
  if (byteLength(text) > 63) problems.push('must be no more than 63 characters');
  if (!/^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(text)) problems.push(form);
  return problems;
}

const form = regexError(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  'my-name',
  'abc-123',
);
