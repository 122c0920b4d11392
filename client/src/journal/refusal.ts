import { missingObjectOf } from '../cluster/causes.ts';
import { ClusterError } from '../cluster/errors.ts';
import type { Explanation } from '../cluster/explanation.ts';
import { joinedLines } from '../cluster/joined-lines.ts';

/** Why the server refuses an object: what a person reads, and the fields it is about. */
export interface Refusal {
  /** One line, without the request around it. */
  readonly message: string;
  readonly fields: readonly RefusedField[];
  /** All that is known of it: the request, and the way out. Undefined where it was no request that failed. */
  readonly why?: Explanation;
}

export interface RefusedField {
  /** As the server prints it. */
  readonly path: string;
  readonly message: string;
}

/** A field that another manager owns. */
export interface FieldConflict {
  /** As the server prints it: `.spec.replicas`. */
  readonly path: string;
  /** The other field manager's name: `kubectl-client-side-apply`. */
  readonly manager: string;
}

/** Why an apply was refused: what the server says of it, and of each field that it names. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ClusterError)) return { message: messageOf(error), fields: [] };
  const why = error.explanation;
  if (!error.status) return { message: messageOf(error), fields: [], why };
  const fields = error.causes.flatMap(({ field, message }) => (field ? [{ path: field, message }] : []));
  return { message: joinedLines(error.status.message), fields, why };
}

/** The conflicts of a refused server-side apply; empty when that is not why it was refused. */
export function conflictsOf(error: unknown): FieldConflict[] {
  if (!(error instanceof ClusterError) || error.reason !== 'Conflict') return [];
  return error.causes.flatMap(({ field = '', manager }) =>
    manager === undefined ? [] : [{ path: field, manager }],
  );
}

/** The object that a refusal says is missing: the word for its kind as the server writes it, and its name. */
export function missingObject(error: unknown): { kind: string; name: string } | undefined {
  return error instanceof ClusterError && error.status ? missingObjectOf(error.status) : undefined;
}

/** `NotFound`, `Conflict`, ..., when the server answered with a Status. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ClusterError ? error.reason : undefined;
}

/** Any thrown value in one line. */
export function messageOf(error: unknown): string {
  return joinedLines(error instanceof Error ? error.message : String(error));
}
