import { byteLength } from './byte-length.ts';
import { subdomainInBytes } from './dns-subdomain.ts';
import { regexError } from './validation-messages.ts';

/**
 * What keeps a text from being a qualified name, a name with or without `example.com/` before it (the key of a label,
 * the name of a resource), in the API server's words.
 */
export function qualifiedName(text: string): string[] {
  const slash = text.indexOf('/');
  if (slash !== text.lastIndexOf('/')) {
    return [
      `a valid label key ${form} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = slash < 0 ? text : text.slice(slash + 1);
  const problems = slash < 0 ? [] : prefixProblems(text.slice(0, slash));
  if (name === '') problems.push('name part must be non-empty');
  else if (byteLength(name) > 63) problems.push('name part must be no more than 63 bytes');
  if (!/^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(name)) problems.push(`name part ${form}`);
  return problems;
}

function prefixProblems(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  return subdomainInBytes(prefix).map((problem) => `prefix part ${problem}`);
}

const form = regexError(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]',
  'MyName',
  'my.name',
  '123-abc',
);

/** What keeps a text from being a qualified name with a domain before it. */
export function domainPrefixedKey(text: string): string[] {
  const problems = qualifiedName(text);
  if (problems.length > 0 || text.includes('/')) return problems;
  return ['must be a domain-prefixed key (such as "acme.io/foo")'];
}
