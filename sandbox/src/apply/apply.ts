import type { Schema } from '../../../server/src/catalog/schema.ts';
import type { Path } from '../../../server/src/yaml/path.ts';

/** What both ways of changing an object need to know to keep `metadata.managedFields` right. */
export interface FieldOwnership {
  /** The kind's schema (list types, map keys, atomic maps); undefined for an untyped kind: everything granular, lists atomic. */
  readonly schema: Schema | undefined;
  /** `apps/v1` of the request. */
  readonly apiVersion: string;
  readonly manager: string;
  /** RFC 3339, seconds. */
  readonly now: string;
  /**
   * An object of the request's version in another one, in which a field may have another name; undefined where there is no such
   * version of it, and then nobody owns anything in it. Where it is left out, fields have one name in all versions.
   */
  readonly inVersion?: (object: Record<string, unknown>, apiVersion: string) => VersionedObject | undefined;
  /** Where the request went: `status`, `scale`; undefined for the object itself. */
  readonly subresource?: string | undefined;
  /** Fields that this endpoint ignores and that a manager therefore never owns through it: see `resetFields`. */
  readonly resetFields?: readonly Path[];
}

/** An object with the schema of its version. */
export interface VersionedObject {
  readonly object: Record<string, unknown>;
  readonly schema: Schema | undefined;
}
