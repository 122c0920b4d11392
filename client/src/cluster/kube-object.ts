import type { Subresource } from '../../../server/src/catalog/catalog.ts';
import type { ServedKind } from '../../../server/src/protocol.ts';

/** A Kubernetes object as JSON. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: { apiVersion: string; kind: string; name: string; uid: string; controller?: boolean }[];
  finalizers?: string[];
  managedFields?: unknown[];
}

/** A resource that a live cluster serves: discovery's row. */
export interface Resource extends ServedKind {
  readonly subresources: readonly Pick<Subresource, 'name' | 'kind' | 'verbs'>[];
}

/** Names one object, or a part of it that has an address of its own. */
export interface ObjectReference {
  readonly resource: Resource;
  /** Undefined for cluster-scoped resources. */
  readonly namespace: string | undefined;
  readonly name: string;
  /** `scale`, `log`, `exec`, ...: a subresource of the object; the object itself where it is left out. */
  readonly subresource?: string;
}

/** Which objects of a resource are meant, as the server selects them: all, where nothing is said. */
export interface Selection {
  /** `app=web,tier in (front,back)` */
  readonly labelSelector?: string;
  /** `metadata.name=web`; which fields there are differs by kind, name and namespace are always. */
  readonly fieldSelector?: string;
}

/** A row of a `Table` with `includeObject=Metadata`. */
export interface Row {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** One per column of the store. */
  readonly cells: readonly unknown[];
  /** When the server printed the cells, in milliseconds since the epoch: some tell how long ago something was. Undefined of what it has not printed. */
  readonly printedAt?: number;
  /** Without managedFields and the last-applied annotation, which nothing shows and which weigh more than the rest. */
  readonly metadata: ObjectMeta;
  /** Why it cannot be read, where it cannot: then nothing can be done with it, and the rest is what could be made of it. */
  readonly problem?: string;
}

/** A row with its whole object. */
export interface ObjectRow extends Row {
  readonly object: KubeObject;
}

/** The patches that are not server-side apply; custom resources take no strategic one. */
export type PatchType = 'json' | 'merge' | 'strategic-merge';
