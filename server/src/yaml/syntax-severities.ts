/**
 * How severe the problems are that are no errors, by their codes: the API server takes what has them, from its clients at least, or it is only not
 * read here. A document with them is well-formed.
 */
export const syntaxSeverities: ReadonlyMap<string, 'warning' | 'information' | 'hint'> = new Map([
  ['ambiguous-key', 'warning'],
  ['directive', 'warning'],
  ['merge-replaced', 'hint'],
  ['merge-replaces', 'warning'],
  ['not-checked', 'information'],
  ['too-deep', 'warning'],
  ['unread-text', 'warning'],
]);

/** Whether a document with this problem is broken. The reader finds things too that do not make it so: duplicate fields, and those that are no errors. */
export function breaksDocument({ code }: { readonly code: string }): boolean {
  return code !== 'duplicate-key' && !syntaxSeverities.has(code);
}
