/** Reads fields of an object that may have any shape: what is not there, or is something else, reads as empty. */
export type Fields = { readonly [field: string]: unknown };

export function field(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (!isFields(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current ?? undefined;
}

export function text(value: unknown, ...path: readonly string[]): string {
  const found = field(value, ...path);
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
}

export function count(value: unknown, ...path: readonly string[]): number {
  const found = field(value, ...path);
  return typeof found === 'number' ? found : 0;
}

export function list(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = field(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function entries(value: unknown, ...path: readonly string[]): [string, unknown][] {
  const found = field(value, ...path);
  return isFields(found) ? Object.entries(found) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
