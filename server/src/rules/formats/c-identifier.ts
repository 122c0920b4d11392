import { regexError } from './validation-messages.ts';

/** What keeps a text from being a name as programs in C have them (an attribute of a device), in the API server's words. */
export function cIdentifier(text: string): string[] {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? [] : [form];
}

const form = regexError(
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  '[A-Za-z_][A-Za-z0-9_]*',
  'my_name',
  'MY_NAME',
  'MyName',
);
