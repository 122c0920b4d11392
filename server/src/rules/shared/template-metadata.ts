/**
 * The metadata of what is made from a claim's template, and that the template cannot set: all but labels and annotations. In the
 * order of `ObjectMeta` in Go, in which the server tells of it.
 */
export const metadataOfClaims = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const;
