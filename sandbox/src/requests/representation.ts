/** How an answer is to be written. */
export interface Representation {
  readonly format: 'json' | 'yaml';
  /** What objects and lists are turned into before they are written. */
  readonly as: 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  /** `meta.k8s.io/v1` or `/v1beta1`: the version of what they are turned into. */
  readonly asVersion: string;
}
