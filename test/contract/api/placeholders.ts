import { Special } from './patterns.ts';

/** The value with all placeholders filled, in names of fields too. */
export function filled<T>(value: T, texts: ReadonlyMap<string, string>): T {
  if (typeof value === 'string')
    return value.replace(/\{[a-zA-Z.]+\}/g, (placeholder) => texts.get(placeholder) ?? placeholder) as T;
  if (Array.isArray(value)) return value.map((item) => filled(item, texts)) as T;
  if (value instanceof Special || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [filled(field, texts), filled(inner, texts)]),
  ) as T;
}

/** `base` after a JSON merge patch (RFC 7396). */
export function merged(base: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof base === 'object' && base !== null && !Array.isArray(base);
  const result: Record<string, unknown> = isObject ? { ...base } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete result[field];
    else result[field] = merged(result[field], value);
  }
  return result;
}
