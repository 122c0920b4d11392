import type { Schema } from '../../catalog/schema.ts';
import type { Span } from '../../yaml/nodes.ts';

/** Where a value stands: what to mark and how to call it when something in the whole of it is wrong. */
export interface FindingLocation {
  /** The key that the value belongs to; for an item its first key or its dash. Its span is worked out when it is marked. */
  readonly mark: { readonly span: Span };
  /** `replicas`, `containers[0]`, `Deployment`. */
  readonly name: string;
  /** The schema of the object whose field it is; undefined for an object itself and for items. */
  readonly parent?: Schema | undefined;
}
