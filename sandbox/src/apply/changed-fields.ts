import type { FieldOwnership } from './apply.ts';
import { ownable } from './field-owners.ts';
import { type FieldSet, union } from './field-set.ts';
import { rootType } from './structure.ts';
import { compareValues } from './typed-value.ts';

/** What differs between two states of an object, in the version of the request and in others. */
export interface ChangedFields {
  /** Added or changed, by the names of a version; undefined where the object has no such version. */
  set(apiVersion: string): FieldSet | undefined;
  /** Added, changed or removed. */
  touched(apiVersion: string): FieldSet | undefined;
}

/** Compares two states, given in the version of the request; each other version is compared once, when it is asked for. */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  ownership: FieldOwnership,
): ChangedFields {
  const known = new Map<string, Comparison | undefined>();
  const compared = (apiVersion: string) => {
    if (!known.has(apiVersion)) known.set(apiVersion, compare(before, after, apiVersion, ownership));
    return known.get(apiVersion);
  };
  return {
    set: (apiVersion) => compared(apiVersion)?.set,
    touched: (apiVersion) => compared(apiVersion)?.touched,
  };
}

interface Comparison {
  readonly set: FieldSet;
  readonly touched: FieldSet;
}

function compare(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  apiVersion: string,
  { schema, apiVersion: own, resetFields = [], inVersion }: FieldOwnership,
): Comparison | undefined {
  const isOwn = apiVersion === own || !inVersion;
  const left = isOwn ? { object: before, schema } : inVersion(before, apiVersion);
  const right = isOwn ? { object: after, schema } : inVersion(after, apiVersion);
  if (!left || !right) return undefined;
  const { added, modified, removed } = compareValues(rootType(right.schema), left.object, right.object);
  const set = ownable(union(added, modified), resetFields);
  return { set, touched: union(set, ownable(removed, resetFields)) };
}
