import type { Schema } from '../../catalog/schema.ts';
import { formatBreach } from '../../rules/apiextensions/value-keywords.ts';
import { parseQuantity } from '../../rules/formats/quantity.ts';
import { timeProblem } from '../../rules/formats/time.ts';
import type { ScalarNode } from '../../yaml/nodes.ts';
import type { Finding } from '../finding.ts';

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
  field: string,
): Pick<Finding, 'code' | 'about'> | undefined {
  if (typeof value === 'number' || typeof value === 'bigint')
    return rangeProblem({ value, text, field }, schema, origin);
  if (typeof value !== 'string') return undefined;
  const badFormat = (form: string) =>
    ({ code: 'bad-format', about: { is: 'bad-format', field, value, form } }) as const;
  if (origin === 'custom') {
    const breach = formatBreach(value, schema.raw);
    return breach && badFormat(breach.form);
  }
  if (schema.name === quantity && !parseQuantity(value)) {
    return badFormat('a quantity such as 500m, 1.5 or 128Mi');
  }
  if (schema.format === 'date-time' && timeProblem(value, schema.name === microTime ? 'MicroTime' : 'Time')) {
    return badFormat('a time such as 2026-01-31T12:00:00Z');
  }
  if (schema.format === 'byte' && !isBase64(value)) return badFormat('base64');
  return undefined;
}

/** Go's own integers have a width; in custom objects `format` is not enforced. */
function rangeProblem(
  { value, text, field }: { value: number | bigint; text: string; field: string },
  schema: Schema,
  origin: 'built-in' | 'custom',
): Pick<Finding, 'code' | 'about'> | undefined {
  if (origin === 'custom' || !schema.types.includes('integer')) return undefined;
  const bits = schema.format === 'int32' || schema.intOrString ? 32 : 64;
  // A power of two is exact as a number, and any number compares to a bigint by its exact value.
  const limit = 2 ** (bits - 1);
  if (value >= -limit && value < limit) return undefined;
  return { code: 'out-of-range', about: { is: 'too-wide', field, value: text, bits } };
}

/** Standard base64 with padding; Go skips line breaks. */
function isBase64(text: string): boolean {
  const compact = text.replace(/[\r\n]/g, '');
  return compact.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(compact);
}
