/** A cluster that a person has connected to: what it serves counts beside the chosen version of Kubernetes. */
export interface ServingCluster {
  /** Opaque. */
  readonly id: string;
  /** The name that a person knows it by. */
  readonly name: string;
  /** As it tells it: `v1.35.4`, `v1.33.5-gke.1080000`. Something that is no version where it does not tell. */
  readonly version: string;
  /** Whether its discovery has a kind, or the kind of a list's items. */
  serves(apiVersion: string, kind: string): boolean;
  /** The versions in which it serves a kind of that name, the preferred first. */
  apiVersionsOf(kind: string): readonly string[];
  /** Why the schema of a kind that it serves is not there, in words for a person; undefined where it is or may come. */
  problemOf(apiVersion: string, kind: string): string | undefined;
}
