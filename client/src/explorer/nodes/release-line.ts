import type { Cluster, KubeContext } from '../../cluster/cluster.ts';
import type { ReleaseRevision } from '../../cluster/helm/release-revision.ts';
import type { ObjectReference, Resource } from '../../cluster/kube-object.ts';
import { age } from '../age.ts';
import type { TreeNode } from './node.ts';

/** A line of a release, which means its newest revision, or of one of its revisions. */
export interface ReleaseLine extends TreeNode {
  readonly context: KubeContext;
  readonly cluster: Cluster;
  readonly revision: ReleaseRevision;
  /** The kind that Helm keeps it in. */
  readonly secrets: Resource;
}

/** The line that releases stand under. */
export interface ReleaseParent extends TreeNode, Pick<ReleaseLine, 'context' | 'cluster' | 'secrets'> {
  /** Whether they are of one namespace, or may be of several: then each says its own. */
  readonly namespaces: 'one' | 'several';
}

/** The Secret that Helm keeps a revision in. */
export function secretOf({ secrets, revision }: Pick<ReleaseLine, 'secrets' | 'revision'>): ObjectReference {
  return { resource: secrets, namespace: revision.namespace, name: revision.secret };
}

/** How long ago a revision was made; empty where nobody knows. */
export function revisionAge({ createdAt }: ReleaseRevision, now: number): string {
  return (createdAt !== undefined && age(createdAt, now)) || '';
}
