import type { Field } from '../shared/field.ts';

/** Tells how the server names a part of a schema that stands elsewhere in the text. */
export type FieldMapping = (part: Field) => Field;
