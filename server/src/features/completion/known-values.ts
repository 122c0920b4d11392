import type { Schema } from '../../catalog/schema.ts';
import type { Path } from '../../yaml/path.ts';
import type { EnclosingObject } from './enclosing-object.ts';
import { shapeOf } from './snippet.ts';
import { supportedValues } from './supported-values.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * The values that a schema names at `path` of the object, of those that validation takes: its enum, booleans, its default; and
 * those that validation alone names. Of a list those of its items. With `closed`, nothing where others may stand as well.
 */
export function knownValues(
  surroundings: Surroundings,
  object: EnclosingObject,
  schema: Schema,
  path: Path,
  wanted: 'any' | 'closed',
): readonly unknown[] {
  const scalar = shapeOf(schema) === 'array' ? schema.items : schema;
  if (!scalar) return [];
  const named = valuesOfSchema(scalar, wanted);
  const supported = supportedValues(surroundings, object, schema, path);
  if (!supported) return named;
  const unnamed = supported.filter((value) => !named.includes(value));
  return [...named.filter((value) => supported.includes(String(value))), ...unnamed];
}

function valuesOfSchema(schema: Schema, wanted: 'any' | 'closed'): readonly unknown[] {
  if (schema.enum) {
    return schema.enum.filter((value) => value !== null && value !== '' && typeof value !== 'object');
  }
  if (schema.types.length === 1 && schema.types[0] === 'boolean') return [true, false];
  if (wanted === 'closed') return [];
  const fallback = schema.default;
  const scalar = ['string', 'number', 'boolean'].includes(typeof fallback);
  return scalar && fallback !== '' ? [fallback] : [];
}
