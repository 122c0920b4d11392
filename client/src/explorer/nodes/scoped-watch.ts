import type { Cluster, ResourceStore, StoreChange } from '../../cluster/cluster.ts';
import type { Resource, Selection } from '../../cluster/kube-object.ts';
import type { NamespaceScope } from '../../cluster/namespace-scope.ts';
import { watchNamespaces, watchWayOf } from '../../cluster/watch/watch-namespaces.ts';

/** Where all namespaces may not be listed, this one may be. */
export const fallbackNamespace = 'default';

/** What is watched for a line, and who is told of it. */
export interface Watched {
  readonly cluster: Cluster;
  readonly resource: Resource;
  /** The namespaces to show. */
  readonly namespaces: () => NamespaceScope;
  /** Which of its objects the server selects. */
  readonly selection: () => Selection;
  /** It is watched from now on; anew in place of what was watched before. */
  readonly onDidOpen: (store: ResourceStore, how: 'first' | 'anew') => void;
  readonly onDidChange: (change: StoreChange) => void;
  /** All namespaces may not be listed: it is watched anew in those that may be. */
  readonly onDidFallBack: () => void;
}

/** The objects of a kind, live in the namespaces that are shown while a line is open. */
export class ScopedWatch {
  readonly #of: Watched;
  #live:
    | {
        readonly store: ResourceStore;
        readonly shown: NamespaceScope;
        readonly listener: { dispose(): void };
      }
    | undefined;
  /** All namespaces were asked for, and forbidden: `default` is shown, or each that is selected is asked for by itself. */
  #fellBack = false;
  /** All namespaces are asked for. */
  #asksAll = false;

  constructor(of: Watched) {
    this.#of = of;
  }

  /** What there is; undefined while the line is closed. */
  get store(): ResourceStore | undefined {
    return this.#live?.store;
  }

  /** The namespaces of what there is. */
  get shown(): NamespaceScope {
    return this.#live?.shown ?? 'all';
  }

  /** Whether only `default` is shown because all namespaces may not be listed. */
  get fellBack(): boolean {
    return this.#fellBack && this.#of.namespaces() === 'all';
  }

  open(): void {
    this.#open('first');
  }

  close(): void {
    this.#live?.listener.dispose();
    this.#live?.store.dispose();
    this.#live = undefined;
  }

  seen(): void {
    this.#live?.store.seen();
  }

  hidden(): void {
    this.#live?.store.hidden();
  }

  /** Asks the server now, also after a failure; what is closed stays so. */
  reload(): void {
    // It may list all namespaces by now.
    if (this.#fellBack) this.restart();
    else this.#live?.store.refresh();
  }

  /** Watches the namespaces that are to be shown now; what is closed stays so. */
  restart(): void {
    this.#fellBack = false;
    this.anew();
  }

  /** Watches what is selected now, in the same namespaces; what is closed stays so. */
  anew(): void {
    if (!this.#live) return;
    this.close();
    this.#open('anew');
  }

  #open(how: 'first' | 'anew'): void {
    const { cluster, resource, namespaces, selection, onDidOpen } = this.#of;
    const isNamespaced = resource.scope === 'Namespaced';
    const shown: NamespaceScope = this.fellBack ? [fallbackNamespace] : isNamespaced ? namespaces() : 'all';
    const way = this.#fellBack ? 'each' : watchWayOf(shown);
    const store = watchNamespaces(cluster, resource, shown, way, selection());
    this.#asksAll = isNamespaced && way === 'all together';
    this.#live = { store, shown, listener: store.onDidChange((change) => this.#changed(store, change)) };
    onDidOpen(store, how);
  }

  #changed(store: ResourceStore, change: StoreChange): void {
    // What was watched before may still tell something.
    if (this.#live?.store !== store) return;
    if (store.freshness.state === 'forbidden' && this.#asksAll) {
      this.#fellBack = true;
      this.anew();
      this.#of.onDidFallBack();
    } else this.#of.onDidChange(change);
  }
}
