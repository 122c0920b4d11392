import type { KubeObject, ManagedFieldsEntry } from '../object-store.ts';
import { withoutManagedFields } from './field-owners.ts';
import { equalValues } from './typed-value.ts';

/**
 * `after` with the times of `before`'s managedFields, if those times are all that a write would change: so that
 * applying the same thing again writes nothing. Call it last, on the object with defaults filled in.
 */
export function keepUnchangedTimes(before: KubeObject, after: KubeObject): KubeObject {
  const [earlier, later] = [before.metadata.managedFields, after.metadata.managedFields];
  if (!earlier || !later || earlier.length !== later.length) return after;
  if (!equalValues(earlier.map(withoutTime), later.map(withoutTime))) return after;
  if (!equalValues(withoutManagedFields(before), withoutManagedFields(after))) return after;
  return { ...after, metadata: { ...after.metadata, managedFields: structuredClone(earlier) } };
}

function withoutTime({ time: _, ...entry }: ManagedFieldsEntry): Omit<ManagedFieldsEntry, 'time'> {
  return entry;
}
