import type { KubeObject } from '../object-store.ts';
import { StatusError } from '../status-error.ts';
import type { FieldOwnership } from './apply.ts';
import { type ChangedFields, changedFields } from './changed-fields.ts';
import { type Conflict, conflictError } from './conflict.ts';
import {
  allOwned,
  decodeOwners,
  type FieldOwner,
  type FieldOwners,
  ownable,
  ownerIdentity,
  takeFields,
  withManagedFields,
  withoutFields,
  withoutManagedFields,
} from './field-owners.ts';
import {
  difference,
  emptyFieldSet,
  type FieldSet,
  hasPath,
  intersection,
  isEmpty,
  paths,
  union,
} from './field-set.ts';
import { matchingLastApplied, syncLastApplied } from './last-applied.ts';
import { ownersAfterUpdate } from './record-update.ts';
import { rootType, type TypeRef } from './structure.ts';
import { structureProblems } from './structure-problems.ts';
import {
  emptyValue,
  equalValues,
  fieldSetOfValue,
  mergeValues,
  removeFields,
  withDeclaredParents,
  withoutNulls,
} from './typed-value.ts';

/** What an apply patch is laid over, and what happens where another manager owns a field with another value. */
export interface ServerSideApply extends FieldOwnership {
  /** The object as stored; undefined when this apply creates it. */
  readonly live: KubeObject | undefined;
  /** The apply configuration as sent: not defaulted, without managedFields. */
  readonly applied: KubeObject;
  readonly conflicts: 'refuse' | 'force';
}

/**
 * The object after a server-side apply, with its managedFields. Neither argument is changed, but the result shares
 * parts with both: a caller copies it before changing it. It still
 * has the live object's resourceVersion. The caller fills in defaults, judges the result, and passes it through
 * `keepUnchangedTimes`; where it then equals the live object nothing is to be written.
 *
 * Throws a `StatusError`: 409 Conflict with a FieldManagerConflict cause per field, 400 for another kind or
 * managedFields in `applied`, 500 without a reason for a value that the schema does not know.
 */
export function serverSideApply(request: ServerSideApply): KubeObject {
  checkConfiguration(request);
  try {
    return apply(request);
  } catch (error) {
    if (!(error instanceof ConflictsFound)) throw error;
    const left = conflictsLeft(request, error.conflicts);
    if (left.length > 0) throw conflictError(left);
    return apply({ ...request, conflicts: 'force' });
  }
}

class ConflictsFound extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super('conflicts');
    this.conflicts = conflicts;
  }
}

function checkConfiguration({ applied, live, apiVersion, schema }: ServerSideApply): void {
  if (applied.apiVersion !== apiVersion || (live && applied.kind !== live.kind)) {
    throw new StatusError(400, 'BadRequest', `invalid object type: ${formatKind(applied)}`);
  }
  if (applied.metadata.managedFields !== undefined && applied.metadata.managedFields !== null) {
    throw new StatusError(400, 'BadRequest', 'metadata.managedFields must be nil');
  }
  const problems = structureProblems(rootType(schema), applied);
  if (problems.length === 0) return;
  const { namespace = '', name = '' } = applied.metadata;
  const told =
    problems.length === 1 ? problems[0] : `errors:\n${problems.map((text) => `  ${text}`).join('\n')}`;
  const what = `${namespace}/${name}; ${formatKind(applied)}`;
  throw new StatusError(500, '', `failed to create typed patch object (${what}): ${told}`);
}

function apply(request: ServerSideApply): KubeObject {
  const typeRef = rootType(request.schema);
  const live: Record<string, unknown> = request.live ? withoutManagedFields(request.live) : {};
  const before = ownersBefore(request, live);
  const me = ownerOf(request, typeRef);
  const identity = ownerIdentity(me);

  const earlier = before.get(identity)?.fields ?? emptyFieldSet;
  const claimed = new Map(before).set(identity, me);
  const merged = mergeValues(typeRef, live, withoutManagedFields(request.applied));
  const pruned = prune(typeRef, merged, earlier, claimed) as Record<string, unknown>;

  const changed = changedFields(live, pruned, request);
  if (request.conflicts === 'refuse') refuseConflicts(claimed, identity, changed);
  const after = takeFields(claimed, identity, changed.touched);

  const same = request.live !== undefined && equalValues(live, pruned);
  const time = same ? before.get(identity)?.time : request.now;
  const fields = ownable(me.fields, []);
  if (isEmpty(fields)) after.delete(identity);
  else after.set(identity, { ...me, fields, time });
  const result = withManagedFields(
    same ? live : (withoutNulls(typeRef, pruned) as Record<string, unknown>),
    after,
  );
  return request.manager === 'kubectl' ? syncLastApplied(result, request.applied) : result;
}

/** An object that nobody's changes were recorded of belongs to `before-first-apply` until now. */
function ownersBefore(request: ServerSideApply, live: Record<string, unknown>): FieldOwners {
  const owners = decodeOwners(request.live?.metadata.managedFields);
  if (!owners) throw new StatusError(500, '', 'failed to decode managed fields');
  if (!request.live || owners.size > 0) return owners;
  return ownersAfterUpdate(owners, emptyValue(request.schema), live, {
    ...request,
    manager: 'before-first-apply',
  });
}

function ownerOf(request: ServerSideApply, typeRef: TypeRef): FieldOwner {
  const all = fieldSetOfValue(typeRef, withoutManagedFields(request.applied));
  return {
    manager: request.manager || 'unknown',
    operation: 'Apply',
    apiVersion: request.apiVersion,
    subresource: request.subresource,
    time: request.now,
    fields: withoutReset(all, request),
  };
}

/** The object's identity is still among them: it keeps an object that loses all other fields from losing its name. */
function withoutReset(fields: FieldSet, { resetFields }: FieldOwnership): FieldSet {
  return resetFields?.length ? withoutFields(fields, resetFields) : fields;
}

/**
 * Removes what the manager applied before, applies no more, and nobody else owns. What only stands in the
 * object because of it (an item that has lost its last field) goes too; what others put below it stays.
 */
function prune(typeRef: TypeRef, merged: unknown, earlier: FieldSet, owners: FieldOwners): unknown {
  if (isEmpty(earlier)) return merged;
  const mergedFields = withDeclaredParents(typeRef, fieldSetOfValue(typeRef, merged));
  const last = withDeclaredParents(typeRef, earlier);

  const bare = removeFields(typeRef, merged, last) ?? {};
  const owned = withDeclaredParents(typeRef, allOwned(owners));
  const kept = union(withDeclaredParents(typeRef, fieldSetOfValue(typeRef, bare)), owned);
  const withOwned = removeFields(typeRef, merged, difference(mergedFields, kept)) ?? {};

  const keptNow = withDeclaredParents(typeRef, fieldSetOfValue(typeRef, withOwned));
  return removeFields(typeRef, merged, intersection(difference(mergedFields, keptNow), last)) ?? {};
}

function refuseConflicts(owners: FieldOwners, identity: string, changed: ChangedFields): void {
  const conflicts: Conflict[] = [];
  for (const key of [...owners.keys()].sort()) {
    const owner = owners.get(key)!;
    if (key === identity) continue;
    const set = changed.set(owner.apiVersion) ?? emptyFieldSet;
    for (const path of paths(intersection(owner.fields, set))) conflicts.push({ owner, path });
  }
  if (conflicts.length > 0) throw new ConflictsFound(conflicts);
}

/** `kubectl apply --server-side` may change what `kubectl apply` had set and nobody has changed since. */
function conflictsLeft(request: ServerSideApply, conflicts: readonly Conflict[]): readonly Conflict[] {
  if (request.manager !== 'kubectl' || !request.live) return conflicts;
  const allowed = matchingLastApplied(rootType(request.schema), request.live, request.apiVersion);
  return conflicts.filter(({ path }) => !hasPath(allowed, path));
}

function formatKind({ apiVersion, kind }: KubeObject): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}
