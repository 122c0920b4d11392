import type { Catalog, KubernetesVersion } from '../../catalog/catalog.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import type { Completion } from './completion-context.ts';

/** What the values of a place are looked for by: an object as it is written so far, and what is known beside it. */
export interface Surroundings {
  readonly catalog: Catalog;
  /** The Kubernetes whose rules say which values are supported; the newest where none is said. */
  readonly version?: KubernetesVersion | undefined;
  /** The document around, with what is half-typed in it. */
  readonly root: YamlNode | undefined;
}

/** Those of a cursor. */
export function surroundingsOf({ catalog, version, cursor }: Completion): Surroundings {
  return { catalog, version, root: cursor.document.root };
}
