import type { Schema } from '../../catalog/schema.ts';

/** The type of a field in a few words: `string`, `[]Container`, `map[string]Quantity`, `integer or string`. */
export function typeName(schema: Schema | undefined): string {
  if (!schema || schema.types.length === 0) return 'any';
  if (schema.types.length > 1) return schema.types.join(' or ');
  if (schema.types[0] === 'array') return `[]${typeName(schema.items)}`;
  if (schema.types[0] !== 'object') return schema.types[0]!;
  if (schema.name) return schema.name.slice(schema.name.lastIndexOf('.') + 1);
  const { values } = schema;
  if (values === undefined) return 'object';
  return `map[string]${values === 'any' ? 'any' : typeName(values)}`;
}
