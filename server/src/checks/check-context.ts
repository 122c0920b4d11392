import type { Catalog, KubernetesVersion } from '../catalog/catalog.ts';
import type { Placeholders } from '../placeholders/placeholders.ts';
import type { Violation } from '../rules/shared/violation.ts';
import type { MapNode } from '../yaml/nodes.ts';
import type { Finding } from './finding.ts';
import type { ServingCluster } from './kind/serving-cluster.ts';
import type { KnownPart } from './partial/known-part.ts';

/** What the objects of a document are judged by. */
export interface CheckContext {
  readonly catalog: Catalog;
  readonly version: KubernetesVersion;
  /** The clusters that are connected: what these serve counts, too. */
  readonly clusters?: readonly ServingCluster[];
  /** What other tools fill in later; left out, by the notations that are known. */
  readonly placeholders?: Placeholders;
  /** How to read documents that are not all of an object; undefined where they are. */
  readonly partialView?: PartialView;
}

/** A way in which documents say only a part of what their objects will be. */
export interface PartialView {
  /** Whether what the walk along the schema finds holds whatever the rest is. */
  holds(finding: Finding): boolean;
  /** Whether what the rules find in what is known holds. */
  refuses(violation: Violation): boolean;
  /** Whether what the rules find is worth telling at its place. */
  tells(finding: Finding): boolean;
  /**
   * What is known of an object, in each of the ways in which it may come out; `leave` is told where there are more ways than
   * are thought of, and how many these are.
   */
  knownParts(map: MapNode, leave: (most: number) => void): Iterable<KnownPart>;
}
