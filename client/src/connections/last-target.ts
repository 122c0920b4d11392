import { type Disposable, EventEmitter, type Memento } from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import type { Connections } from './connections.ts';

const stateKey = 'kubewright.lastTarget';

/** The cluster that this workspace's manifests went to last: the one to offer first the next time. */
export class LastTarget implements Disposable {
  readonly #remembered = new EventEmitter<void>();
  /** Manifests go to a cluster now, the same one as before or another. */
  readonly onDidRemember = this.#remembered.event;
  readonly #state: Memento;
  readonly #connections: Pick<Connections, 'keyOf'>;

  constructor(state: Memento, connections: Pick<Connections, 'keyOf'>) {
    this.#state = state;
    this.#connections = connections;
  }

  /** What `Connections.keyOf` gives for the cluster; undefined before the first time. */
  get key(): string | undefined {
    return this.#state.get<string>(stateKey);
  }

  /** Offers this cluster first from now on. */
  async remember(context: KubeContext): Promise<void> {
    await this.#state.update(stateKey, this.#connections.keyOf(context));
    this.#remembered.fire();
  }

  dispose(): void {
    this.#remembered.dispose();
  }
}
