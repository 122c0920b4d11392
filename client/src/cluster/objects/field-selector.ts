/** What selects by fields that have these values, as the query of a list takes it: `metadata.name=web`. */
export function fieldSelectorText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join(',');
}

/** What means something to a field selector means itself after a backslash. */
function escaped(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}
