import type { Resource } from '../kube-object.ts';

/** What goes with an object of a kind, beside what it owns. */
export type Contents =
  /** All objects of the namespace of its name. */
  | 'namespace'
  /** All objects of the kind that it defines. */
  | 'kind'
  | 'nothing';

/** Kinds whose deletion is hard to make good, by group and plural. */
const graveKinds: ReadonlyMap<string, Contents> = new Map<string, Contents>([
  ['/namespaces', 'namespace'],
  ['apiextensions.k8s.io/customresourcedefinitions', 'kind'],
  ['/persistentvolumes', 'nothing'],
  ['/nodes', 'nothing'],
]);

/** Whether who deletes one is asked to type its name. */
export function isGrave({ group, plural }: Pick<Resource, 'group' | 'plural'>): boolean {
  return graveKinds.has(`${group}/${plural}`);
}

/** What goes with one. */
export function contentsOf({ group, plural }: Pick<Resource, 'group' | 'plural'>): Contents {
  return graveKinds.get(`${group}/${plural}`) ?? 'nothing';
}
