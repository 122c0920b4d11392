import type { Field } from '../shared/field.ts';

/** Whether a schema says that what it is of is a whole object of its own, with `apiVersion`, `kind` and metadata. */
export function isEmbeddedResource(schema: Field): boolean {
  return schema.given('x-kubernetes-embedded-resource')?.isTrue === true;
}
