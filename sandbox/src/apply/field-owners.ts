import type { Path } from '../../../server/src/yaml/path.ts';
import type { KubeObject, ManagedFieldsEntry } from '../object-store.ts';
import {
  decodeFieldSet,
  difference,
  differenceWithBelow,
  emptyFieldSet,
  encodeFieldSet,
  type FieldSet,
  fieldSetOf,
  isEmpty,
  unionOf,
} from './field-set.ts';
import { fieldElement } from './path-element.ts';

/** Who owns which fields: an entry of managedFields, its fields decoded. */
export interface FieldOwner {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string | undefined;
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** Field owners by identity. */
export type FieldOwners = ReadonlyMap<string, FieldOwner>;

/** Two entries are of one owner when these agree; an applier keeps its identity through API versions. */
export function ownerIdentity(
  owner: Pick<FieldOwner, 'manager' | 'operation' | 'apiVersion' | 'subresource'>,
): string {
  const { manager, operation, apiVersion, subresource } = owner;
  return JSON.stringify([manager, operation, operation === 'Apply' ? '' : apiVersion, subresource ?? '']);
}

/** Reads managedFields; undefined when any entry is malformed. */
export function decodeOwners(entries: readonly ManagedFieldsEntry[] | undefined): FieldOwners | undefined {
  const owners = new Map<string, FieldOwner>();
  for (const entry of entries ?? []) {
    const fields = decodeFieldSet(entry?.fieldsV1 ?? {});
    if (!fields || !entry?.apiVersion || entry.fieldsType !== 'FieldsV1') return undefined;
    if (entry.operation !== 'Apply' && entry.operation !== 'Update') return undefined;
    const { operation, apiVersion, subresource, time } = entry;
    const owner = { manager: entry.manager ?? '', operation, apiVersion, subresource, time, fields };
    owners.set(ownerIdentity(owner), owner);
  }
  return owners;
}

/** managedFields in the server's order: appliers first, each by time, manager, version and subresource. */
export function encodeOwners(owners: FieldOwners): ManagedFieldsEntry[] {
  return [...owners.values()]
    .sort(compareOwners)
    .map(({ manager, operation, apiVersion, time, subresource, fields }) => ({
      manager,
      operation,
      apiVersion,
      ...(time !== undefined && { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: encodeFieldSet(fields),
      ...(subresource && { subresource }),
    }));
}

export function withManagedFields(object: Record<string, unknown>, owners: FieldOwners): KubeObject {
  const { managedFields: _, ...metadata } = (object.metadata ?? {}) as Record<string, unknown>;
  if (owners.size > 0) metadata.managedFields = encodeOwners(owners);
  return { ...object, metadata } as KubeObject;
}

export function withoutManagedFields(object: KubeObject): Record<string, unknown> {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** The fields that an owner may have: never an object's identity, never what its endpoint resets. */
export function ownable(fields: FieldSet, resetFields: readonly Path[]): FieldSet {
  return difference(withoutFields(fields, resetFields), neverOwned);
}

/** The fields but for some and what is below them. */
export function withoutFields(fields: FieldSet, left: readonly Path[]): FieldSet {
  const set = fieldSetOf(left.map((path) => path.map((name) => fieldElement(String(name)))));
  return differenceWithBelow(fields, set);
}

/** The union of what all owners have. */
export function allOwned(owners: FieldOwners): FieldSet {
  return unionOf([...owners.values()].map(({ fields }) => fields));
}

/** Takes fields, as the version of each owner names them, from every owner but one; owners left with nothing go. */
export function takeFields(
  owners: FieldOwners,
  exceptIdentity: string,
  fieldsIn: (apiVersion: string) => FieldSet | undefined,
): Map<string, FieldOwner> {
  const left = new Map<string, FieldOwner>();
  for (const [identity, owner] of owners) {
    const taken = identity === exceptIdentity ? emptyFieldSet : fieldsIn(owner.apiVersion);
    if (!taken) continue;
    const kept = difference(owner.fields, taken);
    if (!isEmpty(kept)) left.set(identity, { ...owner, fields: kept });
  }
  return left;
}

const neverOwned = fieldSetOf([
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => ['f:metadata', fieldElement(name)]),
]);

function compareOwners(left: FieldOwner, right: FieldOwner): number {
  return (
    compareText(left.operation, right.operation) ||
    seconds(left.time) - seconds(right.time) ||
    compareText(left.manager, right.manager) ||
    compareText(left.apiVersion, right.apiVersion) ||
    compareText(left.subresource ?? '', right.subresource ?? '')
  );
}

function seconds(time: string | undefined): number {
  const milliseconds = time === undefined ? 0 : Date.parse(time);
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
