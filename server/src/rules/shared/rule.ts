import type { Kind, KubernetesVersion } from '../../catalog/catalog.ts';
import type { Path } from '../../yaml/path.ts';
import type { Causes } from './causes.ts';
import type { Field } from './field.ts';

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

/** What a rule judges. */
export interface Subject {
  /** The object as JSON, as the server sees it. */
  readonly object: Readonly<Record<string, unknown>>;
  /** What is stored; undefined when the object is created. */
  readonly old?: Readonly<Record<string, unknown>> | undefined;
  readonly operation: 'create' | 'update';
  /** Of a Cluster kind the server forgets a namespace before it looks. */
  readonly scope: Kind['scope'];
  readonly kubernetesVersion: KubernetesVersion;
}

/**
 * Judges data, never text; reads nothing but its arguments. `object` is the root of the subject's object. A value that is of
 * another type than its schema says, or `Unknown`, is none of its business.
 */
export type Rule = (object: Field, causes: Causes, subject: Subject) => void;

/** The rules of kinds, by group and kind: `apps/Deployment`, `Pod`. Of all versions; a rule looks at `apiVersion` where they differ. */
export type RulesByKind = Readonly<Record<string, Rule>>;
