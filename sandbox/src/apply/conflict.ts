import { type StatusCause, StatusError } from '../status-error.ts';
import type { FieldOwner } from './field-owners.ts';
import { formatFieldPath } from './field-set.ts';
import type { PathElement } from './path-element.ts';

/** A field that an apply would change although somebody else owns it. */
export interface Conflict {
  readonly owner: FieldOwner;
  readonly path: readonly PathElement[];
}

/** 409 Conflict in the server's words: one cause per field, the message grouped by owner. */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  const causes: StatusCause[] = conflicts.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${formatOwner(owner)}`,
    field: formatFieldPath(path),
  }));
  return new StatusError(409, 'Conflict', conflictMessage(conflicts), { details: { causes } });
}

function conflictMessage(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${formatOwner(first.owner)}: ${formatFieldPath(first.path)}`;
  }
  const byOwner = new Map<FieldOwner, string[]>();
  for (const { owner, path } of conflicts) {
    const lines = byOwner.get(owner) ?? [`conflicts with ${formatOwner(owner)}:`];
    byOwner.set(owner, [...lines, `- ${formatFieldPath(path)}`]);
  }
  return `Apply failed with ${conflicts.length} conflicts: ${[...byOwner.values()].flat().join('\n')}`;
}

function formatOwner({ manager, operation, apiVersion, subresource }: FieldOwner): string {
  const through = subresource ? ` with subresource ${JSON.stringify(subresource)}` : '';
  const version = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${JSON.stringify(manager)}${through}${version}`;
}
