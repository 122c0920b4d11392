import type { KubeObject } from '../object-store.ts';
import { StatusError } from '../status-error.ts';
import type { FieldOwnership } from './apply.ts';

/** What an apply patch is laid over, and what happens where another manager owns a field with another value. */
export interface ServerSideApply extends FieldOwnership {
  /** The object as stored; undefined when this apply creates it. */
  readonly live: KubeObject | undefined;
  /** The apply configuration as sent: not defaulted, without managedFields. */
  readonly applied: KubeObject;
  readonly conflicts: 'refuse' | 'force';
}

/**
 * The object after a server-side apply, with its managedFields. Neither argument is changed. The result still
 * has the live object's resourceVersion and may be deep-equal to it: then nothing is to be written.
 * The caller fills in defaults and judges the result afterwards.
 *
 * Throws a `StatusError`: 409 Conflict with a FieldManagerConflict cause per field, 400 for managedFields in
 * `applied`, 500 for a value that the schema does not know.
 */
export function serverSideApply(request: ServerSideApply): KubeObject {
  throw new StatusError(501, 'NotImplemented', `server-side apply by ${request.manager} is not served yet`);
}
