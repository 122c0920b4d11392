import type { KubernetesVersion } from '../catalog/catalog.ts';
import type { Path } from '../yaml/path.ts';

/** The API server's own reasons in the causes of an Invalid answer. */
export type ViolationReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueNotFound'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany';

/** What the API server would refuse an object for. */
export interface Violation {
  /** Stable, kebab-case. */
  readonly code: string;
  /** The field as the server names it; it may not be there. */
  readonly path: Path;
  /** Whether an editor marks the field's name or what is written for it. */
  readonly at: 'key' | 'value';
  readonly reason: ViolationReason;
  /** As the server prints it after the field. */
  readonly message: string;
}

/** What a rule judges. */
export interface Subject {
  /** The object as JSON, as the server sees it. */
  readonly object: Readonly<Record<string, unknown>>;
  /** What is stored; undefined when the object is created. */
  readonly old?: Readonly<Record<string, unknown>> | undefined;
  readonly operation: 'create' | 'update';
  readonly kubernetesVersion: KubernetesVersion;
}

/** Judges data, never text; reads nothing but its argument. A value that is not there or of another type is none of its business. */
export type Rule = (subject: Subject) => Iterable<Violation>;
