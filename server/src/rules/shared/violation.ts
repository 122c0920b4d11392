import type { Path } from '../../yaml/path.ts';

/** The API server's own reasons in the causes of an Invalid answer. */
export type ViolationReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueNotFound'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid';

/** What the API server would refuse an object for. */
export interface Violation {
  /** Stable, kebab-case. */
  readonly code: string;
  /** The field as the server prints it: `spec.containers[0].resources.limits[cpu]`. */
  readonly field: string;
  /** The path of that field; it may not be there. */
  readonly path: Path;
  /** A finer place for an editor to mark; `path` where there is none. */
  readonly mark?: Path;
  /** Other places of the same fault. */
  readonly also?: readonly Path[];
  /** The other end of a contradiction, which an editor marks too. */
  readonly against?: Path;
  /** Whether an editor marks the field's name or what is written for it. */
  readonly at: 'key' | 'value';
  readonly reason: ViolationReason;
  /** As the server prints it after the field: `Invalid value: "x": must be ...`. */
  readonly message: string;
}
