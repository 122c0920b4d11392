import type { NamespaceScope } from '../../cluster/namespace-scope.ts';
import { categorize } from '../categories.ts';
import { type CategoryMakers, CategoryNode } from './context-node.ts';
import { KindNode } from './kind-node.ts';
import type { NamespacePlace, TreeNode, TreeView } from './node.ts';
import { ReleasesNode } from './releases-node.ts';

/** The kinds that a namespace may have objects of, in the order of their categories, and Helm's releases; those of others' groups stand under a heading. */
export function namespaceContents(namespace: string, place: NamespacePlace, view: TreeView): TreeNode[] {
  const { parent, cluster, discovery } = place;
  const ofNamespace = {
    cluster,
    view,
    namespaces: (): NamespaceScope => [namespace],
    onFallback: () => undefined,
  };
  const makers: CategoryMakers = {
    kind: (above, resource) => new KindNode({ ...ofNamespace, parent: above, resource }),
    releases: (above, secrets) => new ReleasesNode({ ...ofNamespace, parent: above, secrets }),
  };
  const namespaced = discovery.resources.filter(({ scope }) => scope === 'Namespaced');
  return categorize(namespaced).flatMap((category): TreeNode[] => {
    const { resources, groups, releasesIn } = category;
    if (groups.length > 0) return [new CategoryNode(parent, category, makers)];
    const kinds = resources.map((resource) => makers.kind(parent, resource));
    return releasesIn ? [...kinds, makers.releases(parent, releasesIn)] : kinds;
  });
}
