import type { Kind } from '../../../server/src/catalog/catalog.ts';
import type { Schema } from '../../../server/src/catalog/schema.ts';
import type { ResourceName } from '../object-store.ts';

/** A resource in one version, as the sandbox serves it. Built-in and custom ones differ only in what stands here. */
export interface Resource {
  readonly kind: Kind;
  /** Where its objects are; versions of a resource share them, and the two Event resources do. */
  readonly storage: ResourceName;
  /** The `apiVersion` in which kube-apiserver stores them, whatever they are written in; undefined where nothing is stored. */
  readonly storedAs: string | undefined;
  /** Undefined for kinds that publish none: then everything is taken as it comes. */
  readonly schema: Schema | undefined;
  /** Built-in objects are decoded into Go's types, custom ones are JSON: the server treats a few things differently. */
  readonly origin: 'built-in' | 'custom';
  readonly listKind: string;
  /** Whether `metadata.generation` counts the changes of the specification. */
  readonly generation: 'counted' | 'none';
  /** Custom resources: the name of the CustomResourceDefinition. */
  readonly definition?: string;
  /** Custom resources: JSON paths of the scale subresource, without the leading dot. */
  readonly scale?:
    | { specReplicas: string; statusReplicas: string; labelSelector?: string | undefined }
    | undefined;
  /** Custom resources: JSON paths that field selectors may use. */
  readonly selectableFields?: readonly string[];
  /** That the version is deprecated, sent with every answer. */
  readonly warning?: string | undefined;
  /** Its definition is being deleted: nothing new is created. */
  readonly state?: 'terminating' | undefined;
}

/** Whether the resource has the subresource. */
export function hasSubresource(resource: Resource, name: string): boolean {
  return resource.kind.subresources.some((subresource) => subresource.name === name);
}
