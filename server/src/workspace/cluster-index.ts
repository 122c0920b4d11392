import type { FetchedKind } from '../catalog/definitions.ts';
import type { ServingCluster } from '../checks/kind/serving-cluster.ts';
import type {
  ConnectedCluster,
  OpenApiDocument,
  OpenApiDocumentParams,
  OpenApiProblem,
} from '../protocol.ts';
import { GroupVersionSchemas } from './group-version-schemas.ts';
import { IndexedCluster } from './indexed-cluster.ts';

/** What the index needs from outside. */
export interface ClusterHost {
  /** Asks for what a cluster publishes: null where that is nothing. */
  readDocument(params: OpenApiDocumentParams): Promise<OpenApiDocument | OpenApiProblem | null>;
  /** Schemas have come, changed or could not be read: what is open is to be judged anew. */
  schemasChanged(): void;
}

/**
 * The clusters that a person has connected to and the kinds that they serve, whose schemas are read when a document
 * needs them. Says by `revision` when they change.
 */
export class ClusterIndex {
  readonly #host: ClusterHost;
  #clusters: readonly IndexedCluster[] = [];
  #revision = 0;

  constructor(host: ClusterHost) {
    this.#host = host;
  }

  /** Grows with every change of `kinds()` and `clusters`. */
  get revision(): number {
    return this.#revision;
  }

  /** In the order in which they count. */
  get clusters(): readonly ServingCluster[] {
    return this.#clusters;
  }

  /** All kinds whose schemas are there or may come, those of the first cluster first. */
  *kinds(): Generator<FetchedKind> {
    for (const cluster of this.#clusters) yield* cluster.kinds();
  }

  /** The cluster that a document shows an object of; undefined for documents that are of none. */
  ofDocument(uri: string): IndexedCluster | undefined {
    return this.#clusters.find(({ id }) => uri.includes(id));
  }

  /** Takes all clusters that are connected now. What has been read of them stays, and is read again where it is old. */
  set(connected: readonly ConnectedCluster[]): void {
    const before = this.#clusters;
    // A failure is forgotten with every new look.
    const hadProblems = before.some(({ hasProblems }) => hasProblems);
    this.#clusters = connected.map((told) => {
      const known = before.find(({ id }) => id === told.id);
      if (!known?.isAs(told)) return new IndexedCluster(told, this.#maker(told.id), known);
      known.refresh(told);
      return known;
    });
    const isSame =
      before.length === this.#clusters.length &&
      before.every((cluster, index) => cluster === this.#clusters[index]);
    if (!isSame || hadProblems) this.#revision++;
  }

  #maker(cluster: string): (apiVersion: string) => GroupVersionSchemas {
    return (apiVersion) =>
      new GroupVersionSchemas(
        (hash) => this.#host.readDocument({ cluster, apiVersion, hash }),
        () => {
          this.#revision++;
          this.#host.schemasChanged();
        },
      );
  }
}
