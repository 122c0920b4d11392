import type { Disposable } from 'vscode';
import type { ConnectedClustersParams } from '../../../server/src/protocol.ts';
import type { Cluster, Discovery } from '../cluster/cluster.ts';
import { type DefinitionsWatch, watchDefinitions } from '../cluster/discovery/definitions-watch.ts';
import type { Log } from '../cluster/log.ts';
import type { Connections, DiscoveredCluster } from '../connections/connections.ts';
import type { Targets } from '../connections/targets.ts';
import type { LanguageService } from './language-service.ts';

/**
 * Tells the language server which clusters a person has connected to, and what they serve, whenever that changes. By
 * itself it makes no contact.
 */
export class ConnectedClusters implements Disposable {
  readonly #connections: Connections;
  readonly #language: LanguageService;
  readonly #targets: Targets;
  readonly #log: Log;
  readonly #revisions = new WeakMap<Discovery, number>();
  /** Of clusters whose schemas are in use: what ends looking out for changes of them. */
  readonly #followed = new Map<Cluster, DefinitionsWatch>();
  readonly #listeners: Disposable[];
  #revision = 0;
  #sight: 'seen' | 'hidden' = 'seen';

  constructor(connections: Connections, targets: Targets, language: LanguageService, log: Log) {
    this.#log = log;
    this.#connections = connections;
    this.#targets = targets;
    this.#language = language;
    this.#listeners = [
      connections.onDidDiscover(() => this.#tell()),
      targets.onDidChange(() => this.#tell()),
      connections.onDidClose((cluster) => {
        this.#followed.get(cluster)?.dispose();
        this.#followed.delete(cluster);
        this.#tell();
      }),
    ];
    language.onDidStart(() => {
      if (connections.discovered().length > 0) this.#tell();
    });
  }

  /** Documents are checked by schemas of this cluster: from now on a change of its definitions is noticed. */
  follow({ cluster, discovery }: DiscoveredCluster): void {
    if (this.#followed.has(cluster)) return;
    const lookAgain = () => {
      const what = `asking ${cluster.context.name} for its kinds after a definition has changed`;
      cluster.discover({ refresh: true }).catch((error) => this.#log.warn(what, error));
    };
    const followed = watchDefinitions(discovery, cluster, lookAgain);
    followed[this.#sight]();
    this.#followed.set(cluster, followed);
  }

  /** Whether a person sees a document that may be checked by schemas of clusters. */
  inSight(what: 'seen' | 'hidden'): void {
    if (this.#sight === what) return;
    this.#sight = what;
    for (const followed of this.#followed.values()) followed[what]();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    for (const followed of this.#followed.values()) followed.dispose();
    this.#followed.clear();
  }

  /** Tells all of them, in the order that counts now. */
  #tell(): void {
    this.#language.notify('kubewright/connectedClusters', this.#connected());
  }

  #connected(): ConnectedClustersParams {
    const connections = this.#connections;
    const isTarget = ({ cluster }: DiscoveredCluster) => this.#targets.isTarget(cluster.context);
    return {
      clusters: connections
        .discovered()
        .toSorted((left, right) => Number(isTarget(right)) - Number(isTarget(left)))
        .map(({ cluster: { context }, discovery }) => ({
          id: context.id,
          name: connections.labelOf(context),
          serverVersion: discovery.serverVersion,
          kinds: discovery.resources,
          revision: this.#revisionOf(discovery),
        })),
    };
  }

  #revisionOf(discovery: Discovery): number {
    const known = this.#revisions.get(discovery) ?? ++this.#revision;
    this.#revisions.set(discovery, known);
    return known;
  }
}
