import type { Schema } from '../../catalog/schema.ts';
import { formatBreach } from '../../rules/apiextensions/value-keywords.ts';
import { parseQuantity } from '../../rules/formats/quantity.ts';
import { timeProblem } from '../../rules/formats/time.ts';
import type { ScalarNode } from '../../yaml/nodes.ts';

const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const microTime = 'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime';

/**
 * What is wrong with the form of a scalar that has the right type: integers beyond their width, quantities, times,
 * base64. Only what the server refuses while it decodes an object or, in a custom one, by its schema.
 */
export function formatProblem(
  { value, text }: ScalarNode,
  schema: Schema,
  origin: 'built-in' | 'custom',
): { code: 'out-of-range' | 'bad-format'; message: string } | undefined {
  if (typeof value === 'number' || typeof value === 'bigint')
    return rangeProblem(value, text, schema, origin);
  if (typeof value !== 'string') return undefined;
  if (origin === 'custom') return customProblem(value, schema);
  if (schema.name === quantity && !parseQuantity(value))
    return badFormat(value, 'a quantity such as 500m, 1.5 or 128Mi');
  if (schema.format === 'date-time' && timeProblem(value, schema.name === microTime ? 'MicroTime' : 'Time')) {
    return badFormat(value, 'a time such as 2026-01-31T12:00:00Z');
  }
  if (schema.format === 'byte' && !isBase64(value)) return badFormat(value, 'base64');
  return undefined;
}

function customProblem(value: string, { raw }: Schema) {
  const breach = formatBreach(value, raw);
  return breach && badFormat(value, breach.form);
}

/** Go's own integers have a width; in custom objects `format` is not enforced. */
function rangeProblem(value: number | bigint, text: string, schema: Schema, origin: 'built-in' | 'custom') {
  if (origin === 'custom' || !schema.types.includes('integer')) return undefined;
  const bits = schema.format === 'int32' || schema.intOrString ? 32 : 64;
  // A power of two is exact as a number, and any number compares to a bigint by its exact value.
  const limit = 2 ** (bits - 1);
  if (value >= -limit && value < limit) return undefined;
  return { code: 'out-of-range', message: `${text} does not fit into an integer of ${bits} bits.` } as const;
}

function badFormat(value: string, form: string) {
  const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
  return { code: 'bad-format', message: `"${shown}" is not ${form}.` } as const;
}

/** Standard base64 with padding; Go skips line breaks. */
function isBase64(text: string): boolean {
  const compact = text.replace(/[\r\n]/g, '');
  return compact.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(compact);
}
