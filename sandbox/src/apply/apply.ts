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
  /** Where the request went: `status`, `scale`; undefined for the object itself. */
  readonly subresource?: string | undefined;
  /** Fields that this endpoint ignores and that a manager therefore never owns through it: see `resetFields`. */
  readonly resetFields?: readonly Path[];
}
