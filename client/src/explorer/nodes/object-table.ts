import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { Cluster, KubeContext } from '../../cluster/cluster.ts';

/** What is the same for objects whose lines stand together: they are rows of one table. */
export interface ObjectTable {
  readonly context: KubeContext;
  readonly cluster: Cluster;
  readonly columns: readonly Column[];
  /** Whether they are of one namespace, or may be of several: then each says its own. */
  readonly namespaces: 'one' | 'several';
  /** Whether objects of other kinds stand beside them: then each says its own. */
  readonly kinds: 'one' | 'several';
}
