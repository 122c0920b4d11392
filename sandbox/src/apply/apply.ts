import type { Schema } from '../../../server/src/catalog/schema.ts';
import type { KubeObject } from '../object-store.ts';

/** What both ways of changing an object need to know to keep `metadata.managedFields` right. */
export interface FieldOwnership {
  /** The kind's schema (list types, map keys, atomic maps); undefined for an untyped kind: everything granular, lists atomic. */
  readonly schema: Schema | undefined;
  /** `apps/v1` of the request. */
  readonly apiVersion: string;
  readonly manager: string;
  /** RFC 3339, seconds. */
  readonly now: string;
  readonly subresource?: string;
}
