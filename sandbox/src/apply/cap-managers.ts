import { type FieldOwner, type FieldOwners, ownerIdentity } from './field-owners.ts';
import { type FieldSet, unionOf } from './field-set.ts';

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
  const buckets = new Map<string, { owner: FieldOwner; sets: FieldSet[] }>();
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
    let known = buckets.get(bucketIdentity);
    if (!known) {
      const earlier = capped.get(bucketIdentity);
      known = { owner: bucket, sets: [(earlier ?? capped.get(first)!).fields] };
      buckets.set(bucketIdentity, known);
      if (!earlier) capped.delete(first);
    }
    capped.delete(identity);
    known.owner = bucket;
    known.sets.push(owner.fields);
    count--;
  }
  for (const [identity, { owner, sets }] of buckets)
    capped.set(identity, { ...owner, fields: unionOf(sets) });
  return capped;
}

function bucketOf(owner: FieldOwner): FieldOwner {
  return { ...owner, manager: 'ancient-changes', subresource: undefined };
}
