/**
 * Whether a text is what a pattern says, in which each `*` stands for any text; case does not count. In time that grows with the
 * text and the pattern, not with what lies between them.
 */
export function matchesWildcards(pattern: string, text: string): boolean {
  const parts = pattern.toLowerCase().split('*');
  const lower = text.toLowerCase();
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return lower === first;
  if (lower.length < first.length + last.length) return false;
  if (!lower.startsWith(first) || !lower.endsWith(last)) return false;
  const end = lower.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = lower.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
