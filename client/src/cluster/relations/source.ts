import type { KubeObject, ObjectMeta, Resource, Selection } from '../kube-object.ts';

/** An object of which it is asked what stands under it. */
export interface Subject {
  readonly resource: Resource;
  /** The very object. */
  readonly uid: string;
  readonly name: string;
  /** Undefined of what has none. */
  readonly namespace: string | undefined;
  readonly metadata: Pick<ObjectMeta, 'annotations'>;
}

/** What of an object is read before it is known what stands under it. */
export type Reading =
  /** Nothing: its row says enough. */
  | 'row'
  /** The label selector of what it owns, once: without it more is asked for, and the same is shown. */
  | 'selector'
  /** All of it, live. */
  | 'object';

/** A subject with what of it was read. */
export interface ReadSubject extends Subject {
  /** Undefined where it is not read, or may not be. */
  readonly object: KubeObject | undefined;
  /** Undefined where it is not read, may not be, or there is none. */
  readonly labelSelector: string | undefined;
}

/** Where objects under another one come from. */
export type Source =
  | SelectedObjects
  /** The Pods that it owns, itself or by what it owns. */
  | { readonly from: 'pods of owner'; readonly namespace: string; readonly labelSelector: string | undefined }
  /** All that is in a namespace. */
  | { readonly from: 'namespace'; readonly namespace: string }
  /** Nothing, which is worth a sentence. */
  | { readonly from: 'nothing'; readonly why: string };

/** Objects of a kind, as the server selects them, and which of these are meant. */
export interface SelectedObjects {
  readonly from: 'selection';
  readonly resource: Resource;
  /** Undefined for those of all namespaces, and of kinds that have none. */
  readonly namespace: string | undefined;
  readonly selection: Selection;
  readonly only: Only;
  readonly order: Order;
}

/** Which of the objects that a server selects are meant: it cannot select by everything. */
export type Only =
  | { readonly by: 'selection' }
  /** Those that an object owns. */
  | { readonly by: 'owner'; readonly uid: string }
  /** Those of these names. One that is not there is missed. */
  | { readonly by: 'names'; readonly names: readonly string[] }
  /** Pods that use a PersistentVolumeClaim. */
  | { readonly by: 'claim'; readonly name: string };

/** In which order they are shown. */
export type Order =
  | 'by name'
  | 'newest first'
  /** By the revisions that a Deployment numbers them with; what is no more wanted at the end. */
  | 'by revision';
