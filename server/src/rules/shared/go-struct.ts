import type { Field } from './field.ts';

/**
 * A value as the API server shows one of its own structs, which have no names for JSON: every field by its name in Go and in
 * the order of its type, null where a pointer is not set.
 */
export function goStruct(field: Field, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, field.at(`${name[0]!.toLowerCase()}${name.slice(1)}`).value ?? null]),
  );
}
