/** Headers as Node's HTTP takes them, each line of one name for itself, which impersonated groups need. */
export function headerLines(headers: readonly (readonly [string, string])[]): Record<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const [name, value] of headers) lines.set(name, [...(lines.get(name) ?? []), value]);
  return Object.fromEntries(lines);
}
