import type { Schema } from '../../catalog/schema.ts';
import { alsoRequired, isRequirementEnforced } from '../../rules/shared/required-fields.ts';

/**
 * The fields that an object of this schema must have. For a built-in type that is what validation asks for, for a
 * custom one what its schema says; a field with a default is never missed.
 */
export function requiredFields(schema: Schema): readonly string[] {
  const known = bySchema.get(schema);
  if (known) return known;
  bySchema.set(schema, []);
  const required = schema.name === undefined ? declaredBy(schema) : enforcedFor(schema, schema.name);
  bySchema.set(schema, required);
  return required;
}

/** Schemas are the same object in the same place, so an answer is worked out once. A recursive one asks for nothing. */
const bySchema = new WeakMap<Schema, readonly string[]>();

function declaredBy(schema: Schema): readonly string[] {
  return schema.required.filter((field) => schema.property(field)?.default === undefined);
}

function enforcedFor(schema: Schema, definition: string): readonly string[] {
  const declared = schema.required.filter(
    (field) => isRequirementEnforced(definition, field) && isMissed(schema.property(field)),
  );
  const additional = alsoRequired(definition);
  return additional.length === 0 ? declared : [...new Set([...declared, ...additional])];
}

/** A struct that is left out is an empty one to Go: it is missed only when something in it is. */
function isMissed(field: Schema | undefined): boolean {
  const isStruct = field?.types[0] === 'object' && typeof field.default === 'object';
  return !isStruct || requiredFields(field).length > 0;
}
