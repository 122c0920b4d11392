import { type FieldOwner, type FieldOwners, ownerIdentity } from './field-owners.ts';
import { union } from './field-set.ts';

/** More updaters than this are merged, the oldest first, into one owner per API version. */
const mostUpdaters = 10;

/** Keeps managedFields from growing with every new name that writes: old updaters become `ancient-changes`. */
export function capManagers(owners: FieldOwners): FieldOwners {
  const updaters = [...owners]
    .filter(([, { operation }]) => operation === 'Update')
    .sort(([leftIdentity, left], [rightIdentity, right]) => {
      const byTime = (left.time ?? '').localeCompare(right.time ?? '');
      return byTime || (leftIdentity < rightIdentity ? -1 : 1);
    });
  if (updaters.length <= mostUpdaters) return owners;

  const capped = new Map(owners);
  const firstOfVersion = new Map<string, string>();
  let count = updaters.length;
  for (const [identity, owner] of updaters) {
    if (count <= mostUpdaters) break;
    const first = firstOfVersion.get(owner.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(owner.apiVersion, identity);
      continue;
    }
    const bucket = bucketOf(owner);
    const bucketIdentity = ownerIdentity(bucket);
    const merged = capped.get(bucketIdentity) ?? capped.get(first)!;
    if (!capped.has(bucketIdentity)) capped.delete(first);
    capped.delete(identity);
    capped.set(bucketIdentity, { ...bucket, fields: union(merged.fields, owner.fields) });
    count--;
  }
  return capped;
}

function bucketOf(owner: FieldOwner): FieldOwner {
  return { ...owner, manager: 'ancient-changes', subresource: undefined };
}
