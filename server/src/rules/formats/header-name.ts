import { regexError } from './validation-messages.ts';

/** What keeps a text from being the name of an HTTP header, in the API server's words. */
export function headerName(text: string): string[] {
  return /^[-A-Za-z0-9]+$/.test(text) ? [] : [form];
}

const form = regexError(
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  '[-A-Za-z0-9]+',
  'X-Header-Name',
);
