import { byteLength } from './byte-length.ts';
import { regexError } from './validation-messages.ts';

/** What keeps a text from being a key of a ConfigMap or Secret, in the API server's words. */
export function configKey(text: string): string[] {
  const problems: string[] = [];
  if (byteLength(text) > 253) problems.push('must be no more than 253 characters');
  if (!/^[-._a-zA-Z0-9]+$/.test(text)) problems.push(form);
  return [...problems, ...parentFolder(text)];
}

/** A name that becomes a file's must not lead out of its folder. */
function parentFolder(text: string): string[] {
  if (text === '.' || text === '..') return [`must not be '${text}'`];
  return text.startsWith('..') ? ["must not start with '..'"] : [];
}

const form = regexError(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  '[-._a-zA-Z0-9]+',
  'key.name',
  'KEY_NAME',
  'key-name',
);
