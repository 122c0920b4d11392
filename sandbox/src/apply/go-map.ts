/** A JSON value as Go prints it with `%v`: `map[a:1 b:[x]]`. */
export function goMap(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goMap).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return value === null ? '<nil>' : String(value);
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `map[${fields.map(([field, inner]) => `${field}:${goMap(inner)}`).join(' ')}]`;
}
