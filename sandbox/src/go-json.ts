/** A value as Go writes JSON: what HTML would read is escaped. `indent` as that of `JSON.stringify`. */
export function goJson(value: unknown, indent?: number): string {
  // Of a large object there are very many texts, of which most are written as they are.
  if (isText(value) && plainText.test(value)) return `"${value}"`;
  const text = isText(value) ? JSON.stringify(value) : JSON.stringify(value, withNumbers, indent);
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const plainText = /^[\w ./:=-]*$/;

/** Most values are, and `JSON.stringify` is slow with a function. */
function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function withNumbers(_key: string, inner: unknown): unknown {
  return typeof inner === 'bigint' ? Number(inner) : inner;
}
