import { withPattern } from './wording.ts';

/** What keeps a text from being the name of an HTTP header, in the API server's words. */
export function headerName(text: string): string[] {
  return /^[-A-Za-z0-9]+$/.test(text) ? [] : [form];
}

const form = withPattern(
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  '[-A-Za-z0-9]+',
  'X-Header-Name',
);
