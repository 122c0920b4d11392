import type { Schema } from '../../../server/src/catalog/schema.ts';
import type { KubeObject } from '../object-store.ts';
import { StatusError } from '../status-error.ts';

export interface StrategicMergePatch {
  readonly live: KubeObject;
  readonly patch: Record<string, unknown>;
  /** The kind's schema: its patch strategies and merge keys. */
  readonly schema: Schema;
}

/**
 * `live` after an `application/strategic-merge-patch+json` patch; neither argument is changed.
 * Throws a `StatusError` for directives and values that the server refuses.
 */
export function strategicMergePatch(request: StrategicMergePatch): KubeObject {
  throw new StatusError(
    501,
    'NotImplemented',
    `strategic merge patch of ${request.live.kind} is not served yet`,
  );
}
