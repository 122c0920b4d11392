import type { Schema } from '../../catalog/schema.ts';
import type { ScalarNode } from '../../yaml/nodes.ts';
import type { Finding } from '../finding.ts';
import { expectedForm } from './custom-formats.ts';

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
    const form = customForm(value, schema);
    return form === undefined ? undefined : badFormat(form);
  }
  if (schema.name === quantity && !isQuantity(value))
    return badFormat('a quantity such as 500m, 1.5 or 128Mi');
  if (schema.format === 'date-time' && !isTime(value, schema)) {
    return badFormat('a time such as 2026-01-31T12:00:00Z');
  }
  if (schema.format === 'byte' && !isBase64(value)) return badFormat('base64');
  return undefined;
}

/** A schema of several types, or of none, takes texts of any form. */
function customForm(value: string, { types, intOrString, format }: Schema): string | undefined {
  const isText = types.length === 1 && types[0] === 'string' && !intOrString;
  return isText && format !== undefined ? expectedForm(value, format) : undefined;
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

/** The grammar of apimachinery's `resource.ParseQuantity`. */
function isQuantity(text: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?$/.test(text);
}

/** RFC 3339 as Go parses it; a MicroTime has exactly six digits after the second. */
function isTime(text: string, schema: Schema): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)([.,]\d+)?(?:Z|[+-](\d\d):(\d\d))$/.exec(text);
  if (!match) return false;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (schema.name === microTime && match[7]?.length !== 7) return false;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
}

/** Standard base64 with padding; Go skips line breaks. */
function isBase64(text: string): boolean {
  const compact = text.replace(/[\r\n]/g, '');
  return compact.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(compact);
}
