import { EventEmitter, type Memento } from 'vscode';
import { ownField } from '../../../server/src/yaml/own-field.ts';
import type { KubeContext } from '../cluster/cluster.ts';
import type { Connections } from './connections.ts';

const stateKey = 'kubewright.namespaces';

/** Which namespace of each context is shown: what was selected in this workspace, else the context's own, else all. */
export class Namespaces {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #state: Memento;
  readonly #connections: Connections;

  constructor(state: Memento, connections: Connections) {
    this.#state = state;
    this.#connections = connections;
  }

  /** The namespace that is shown, or undefined for all. */
  shown(context: KubeContext): string | undefined {
    const selected = ownField(this.#selected(), this.#connections.keyOf(context));
    if (selected === undefined) return context.namespace;
    return selected ?? undefined;
  }

  /** Selects a namespace, or all of them by undefined. */
  async select(context: KubeContext, namespace: string | undefined): Promise<void> {
    const key = this.#connections.keyOf(context);
    await this.#state.update(stateKey, { ...this.#selected(), [key]: namespace ?? null });
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #selected(): Record<string, string | null> {
    return this.#state.get<Record<string, string | null>>(stateKey, {});
  }
}
