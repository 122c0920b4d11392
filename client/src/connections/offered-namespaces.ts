import type { KubeContext } from '../cluster/cluster.ts';
import type { Namespaces } from './namespaces.ts';
import type { FirstNamespace } from './pick-namespace.ts';
import type { Targets } from './targets.ts';

/** The namespaces of a cluster that a person probably means, the likeliest first, before the cluster is asked which it has. */
export function namespacesOffered(
  { targets, namespaces }: { readonly targets: Targets; readonly namespaces: Namespaces },
  context: KubeContext,
): FirstNamespace[] {
  const target = targets.of();
  const shown = namespaces.shown(context);
  const named: readonly (readonly [string | undefined, string])[] = [
    [target?.context.id === context.id ? target.namespace : undefined, 'target'],
    ...(shown === 'all' ? [] : shown).map((name) => [name, 'shown in the tree'] as const),
    [context.namespace, 'of the kubeconfig'],
    ['default', ''],
  ];
  return named.flatMap(([name, why]) => (name === undefined ? [] : [{ name, why }]));
}
