import type { KubeContext } from '../cluster/cluster.ts';
import { asClusterTarget, asObjectTarget } from './object-target.ts';

/** Where what is dropped on a line goes. */
export interface LineTarget {
  readonly context: KubeContext;
  /** That of a namespace's own line; undefined on the line of a cluster. */
  readonly namespace: string | undefined;
}

/** Where manifests go that are dropped on the line of a cluster or of a namespace; undefined of any other line. */
export function targetOfLine(line: unknown): LineTarget | undefined {
  const cluster = asClusterTarget(line);
  if (cluster && !asObjectTarget(line)) return { context: cluster.context, namespace: undefined };
  const object = asObjectTarget(line);
  if (!object) return undefined;
  const { resource, name } = object.reference;
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  return isNamespace ? { context: object.context, namespace: name } : undefined;
}
