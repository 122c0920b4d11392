import type { ClusterError } from '../cluster/errors.ts';

/** Why the server refuses an object: what a person reads, and the fields it is about. */
export interface Refusal {
  /** One line, without the request around it. */
  readonly message: string;
  readonly fields: readonly RefusedField[];
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

/** Reads the fields out of a refused apply: the Status' causes, else the paths that its message names. */
export function refusalOf(error: unknown): Refusal {
  if (!isStatusError(error)) return { message: messageOf(error), fields: [] };
  const causes = error.status.details?.causes ?? [];
  const fields = causes.flatMap(({ field, message }) =>
    field ? [{ path: field, message: message ?? error.status.message }] : [],
  );
  const message = oneLine(error.status.message);
  return { message, fields: fields.length > 0 ? fields : fieldsOfMessage(message) };
}

/** The conflicts of a refused server-side apply; empty when that is not why it was refused. */
export function conflictsOf(error: unknown): FieldConflict[] {
  if (!isStatusError(error) || error.status.reason !== 'Conflict') return [];
  return (error.status.details?.causes ?? [])
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ field, message }) => ({
      path: field ?? '',
      manager: /conflict with "([^"]*)"/.exec(message ?? '')?.[1] ?? 'another manager',
    }));
}

/**
 * The object that a refusal says is missing (`namespaces "shop" not found`, `no PriorityClass with name high was
 * found`): the word for its kind as the server writes it, and its name.
 */
export function missingObject(error: unknown): { kind: string; name: string } | undefined {
  if (!isStatusError(error)) return undefined;
  const found = /(\S+) "([^"]+)" not found|no (\S+) with name (\S+) was found/.exec(error.status.message);
  if (!found) return undefined;
  return { kind: found[1] ?? found[3]!, name: found[2] ?? found[4]! };
}

/** `NotFound`, `Conflict`, ..., when the server answered with a Status. */
export function reasonOf(error: unknown): string | undefined {
  return isStatusError(error) ? error.status.reason : undefined;
}

/** Any thrown value in one line. */
export function messageOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error));
}

function fieldsOfMessage(message: string): RefusedField[] {
  const quoted = [...message.matchAll(/(unknown|duplicate) field "([^"]+)"/g)].map(([text, , path]) => ({
    path: path!,
    message: text,
  }));
  if (quoted.length > 0) return quoted;
  const undeclared = /: (\.[^\s:]+): (field not declared in schema)/.exec(message);
  return undeclared ? [{ path: undeclared[1]!, message: undeclared[2]! }] : [];
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

function isStatusError(
  error: unknown,
): error is ClusterError & { status: NonNullable<ClusterError['status']> } {
  return error instanceof Error && typeof (error as { status?: unknown }).status === 'object';
}
