import type { KubeObject, ManagedFieldsEntry } from '../object-store.ts';
import type { FieldOwnership } from './apply.ts';
import { capManagers } from './cap-managers.ts';
import { changedFields } from './changed-fields.ts';
import {
  decodeOwners,
  type FieldOwner,
  type FieldOwners,
  ownerIdentity,
  takeFields,
  withManagedFields,
  withoutManagedFields,
} from './field-owners.ts';
import { emptyFieldSet, isEmpty, union } from './field-set.ts';
import { emptyValue } from './typed-value.ts';

/** A write that is no apply: create, replace, or any other kind of patch. */
export interface RecordUpdate extends FieldOwnership {
  /** The object as stored; undefined when this write creates it. */
  readonly before: KubeObject | undefined;
  /** The object about to be stored, defaults filled in; its managedFields are those of the request. */
  readonly after: KubeObject;
  /** What a new object is compared with, as Go writes it: nobody owns a zero that is always there. */
  readonly asWritten?: ((object: KubeObject) => KubeObject) | undefined;
  /** What is compared, with what Go writes as null. */
  readonly withNulls?: ((object: KubeObject) => KubeObject) | undefined;
}

/**
 * `after` with the managedFields that the write leaves: its manager owns what it changed, everybody else loses
 * that. managedFields of `[]` or `[{}]` reset them all; none, or malformed ones, mean that those of `before` go
 * on; a write to a subresource cannot set them. An object that has lost all its managedFields is not tracked
 * again until an apply.
 */
export function recordUpdate(request: RecordUpdate): KubeObject {
  const { before, after, withNulls = (object) => object } = request;
  const owners = ownersOfRequest(request);
  const content = withoutManagedFields(after);
  if (before && owners.size === 0) return withManagedFields(content, owners);
  const live = before ? withoutManagedFields(before) : emptyObject(request);
  const [left, right] = [live, content].map((one) => withNulls(one as KubeObject));
  return withManagedFields(content, ownersAfterUpdate(owners, { ...left }, { ...right }, request));
}

function emptyObject({ schema, asWritten }: RecordUpdate): Record<string, unknown> {
  const empty = emptyValue(schema);
  return asWritten ? asWritten(empty as KubeObject) : empty;
}

/** The owners after a manager has turned `before` into `after`; shared with the first apply over an untracked object. */
export function ownersAfterUpdate(
  owners: FieldOwners,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  ownership: FieldOwnership,
): FieldOwners {
  const changed = changedFields(before, after, ownership);
  const left = takeFields(owners, '', changed.touched);
  const taken = changed.set(ownership.apiVersion) ?? emptyFieldSet;
  if (isEmpty(taken)) return capManagers(left);

  const owner: FieldOwner = {
    manager: ownership.manager || 'unknown',
    operation: 'Update',
    apiVersion: ownership.apiVersion,
    subresource: ownership.subresource,
    time: ownership.now,
    fields: taken,
  };
  const identity = ownerIdentity(owner);
  const earlier = left.get(identity)?.fields ?? emptyFieldSet;
  left.set(identity, { ...owner, fields: union(earlier, taken) });
  return capManagers(left);
}

function ownersOfRequest({ before, after, subresource }: RecordUpdate): FieldOwners {
  const live = decodeOwners(before?.metadata.managedFields) ?? new Map();
  const sent = after.metadata.managedFields;
  if (subresource || !Array.isArray(sent)) return live;
  if (isReset(sent)) return new Map();
  return decodeOwners(sent) ?? live;
}

function isReset(entries: readonly ManagedFieldsEntry[]): boolean {
  const [first] = entries;
  return entries.length === 0 || (entries.length === 1 && Object.keys(first ?? {}).length === 0);
}
