import type { Resource } from '../cluster/kube-object.ts';

/** A kind whose objects are searched. */
export interface SearchedKind {
  readonly resource: Resource;
  /** Among the kinds that are searched: of what fits alike that of the earlier kind is shown first. */
  readonly place: number;
  /** What people call it, in small letters: `po`, `pod`, `pods`, `pods.metrics.k8s.io`. */
  readonly names: readonly string[];
}

/** An object that can be found by its name. Nothing else of it is kept: there may be many. */
export interface SearchedObject {
  readonly kind: SearchedKind;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string | undefined;
}
