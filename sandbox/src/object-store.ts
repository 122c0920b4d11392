/** A Kubernetes object as JSON. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: Record<string, unknown> & {
    name?: string;
    generateName?: string;
    namespace?: string;
    uid?: string;
    resourceVersion?: string;
    generation?: number;
    creationTimestamp?: string;
    deletionTimestamp?: string;
    deletionGracePeriodSeconds?: number;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    finalizers?: string[];
    ownerReferences?: {
      apiVersion: string;
      kind: string;
      name: string;
      uid: string;
      controller?: boolean;
      blockOwnerDeletion?: boolean;
    }[];
    managedFields?: ManagedFieldsEntry[];
  };
  [field: string]: unknown;
}

/** `metadata.managedFields[]`; `fieldsV1` is the trie of meta/v1 FieldsV1 (`f:`, `k:`, `v:`, `i:`, `.`). */
export interface ManagedFieldsEntry {
  manager: string;
  operation: 'Apply' | 'Update';
  apiVersion: string;
  time?: string;
  fieldsType: 'FieldsV1';
  fieldsV1: Record<string, unknown>;
  subresource?: string;
}

/** Names a resource of the sandbox, built-in or custom: `{group: 'apps', plural: 'deployments'}`. */
export interface ResourceName {
  readonly group: string;
  readonly plural: string;
}

export type StoreEvent = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
  /** As it was before; undefined where it is new. */
  readonly previous: KubeObject | undefined;
};

/**
 * What the controllers of the sandbox (and its log and port-forward) see of its objects: the store below the
 * API, so no admission, no field validation. Reads return frozen objects: a writer makes a copy.
 */
export interface ObjectStore {
  get(resource: ResourceName, namespace: string | undefined, name: string): KubeObject | undefined;
  /** All, or those of one namespace. */
  list(resource: ResourceName, namespace?: string): readonly KubeObject[];
  /**
   * Sets uid, creationTimestamp, resourceVersion, a generated name; a manager that is given owns what it sets. Throws a
   * `StatusError` AlreadyExists.
   */
  create(resource: ResourceName, object: KubeObject, manager?: string): KubeObject;
  /** Reads, lets `change` alter a copy, writes if anything differs; undefined when the object is gone. Records `manager` in managedFields. */
  update(
    resource: ResourceName,
    namespace: string | undefined,
    name: string,
    manager: string,
    change: (copy: KubeObject) => void,
    subresource?: 'status',
  ): KubeObject | undefined;
  /** The same for what the API server writes by itself: no generation counts it, and nobody owns it. */
  amend(
    resource: ResourceName,
    namespace: string | undefined,
    name: string,
    change: (object: KubeObject) => KubeObject,
  ): KubeObject | undefined;
  /** Removes now, or marks for deletion while finalizers hold it. */
  delete(resource: ResourceName, namespace: string | undefined, name: string): void;
  /** Calls back after each committed write, in order, never inside the write. */
  subscribe(resource: ResourceName, listener: (event: StoreEvent) => void): { dispose(): void };
}
