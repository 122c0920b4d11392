/** A value as Go writes JSON: what HTML would read is escaped. `indent` as that of `JSON.stringify`. */
export function goJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(
    value,
    (_key, inner) => (typeof inner === 'bigint' ? Number(inner) : inner),
    indent,
  );
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
