import { byteLength } from './byte-length.ts';
import { regexError } from './validation-messages.ts';

/** What keeps a text from being the value of a label, in the API server's words. */
export function labelValue(text: string): string[] {
  const problems: string[] = [];
  if (byteLength(text) > 63) problems.push('must be no more than 63 bytes');
  if (!/^(?:(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(text)) problems.push(form);
  return problems;
}

const form = regexError(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?',
  'MyValue',
  'my_value',
  '12345',
);
