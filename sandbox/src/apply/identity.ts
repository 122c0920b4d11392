import { ownField } from '../../../server/src/yaml/own-field.ts';
import { shapeOf } from './structure.ts';

/**
 * What two items of a list have in common when they are the same one: the value of their merge key where they are maps and
 * there is one, else their whole value. A map without its merge key is like no other: undefined.
 */
export function identityOf(item: unknown, mergeKey: string | undefined): string | undefined {
  if (mergeKey === undefined || shapeOf(item) !== 'map') return `value ${canonical(item)}`;
  const key = ownField(item as Record<string, unknown>, mergeKey);
  return key === undefined ? undefined : `key ${canonical(key)}`;
}

/** A text that equal JSON values share, whatever the order of their fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
