import { regexError } from './validation-messages.ts';

/** What keeps a text from being a share of a hundred (`25%`), in the API server's words. */
export function percent(text: string): string[] {
  return /^[0-9]+%$/.test(text) ? [] : [form];
}

const form = regexError(
  "a valid percent string must be a numeric string followed by an ending '%'",
  '[0-9]+%',
  '1%',
  '93%',
);
