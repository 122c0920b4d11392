import { EventEmitter, type Memento } from 'vscode';
import { ownField } from '../../../server/src/yaml/own-field.ts';
import type { KubeContext } from '../cluster/cluster.ts';
import { isSameScope, type NamespaceScope, scopeOf } from '../cluster/namespace-scope.ts';
import type { Connections } from './connections.ts';

const stateKey = 'kubewright.namespaces';
const namedKey = 'kubewright.namedNamespaces';
/** Namespaces that are remembered of a cluster: of more the oldest are forgotten, and can be typed again. */
const mostNamed = 50;

/** What is stored of a context: null is all, and a text one, as was stored before several could be selected. */
type Stored = string | readonly string[] | null;

/** Which namespaces of each context are shown: what was selected in this workspace, else the context's own, else all. */
export class Namespaces {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #state: Memento;
  readonly #connections: Pick<Connections, 'keyOf'>;

  constructor(state: Memento, connections: Pick<Connections, 'keyOf'>) {
    this.#state = state;
    this.#connections = connections;
  }

  /** The namespaces that are shown. */
  shown(context: KubeContext): NamespaceScope {
    const selected = ownField(this.#selected(), this.#connections.keyOf(context));
    const own = context.namespace === undefined ? 'all' : ([context.namespace] as const);
    if (selected === undefined) return own;
    if (selected === null) return 'all';
    return scopeOf(typeof selected === 'string' ? [selected] : selected) ?? own;
  }

  /** Selects namespaces, or all of them. */
  async select(context: KubeContext, namespaces: NamespaceScope): Promise<void> {
    if (isSameScope(namespaces, this.shown(context))) return;
    const key = this.#connections.keyOf(context);
    const stored: Stored = namespaces === 'all' ? null : namespaces;
    await this.#state.update(stateKey, { ...this.#selected(), [key]: stored });
    if (namespaces !== 'all') await this.#remember(key, namespaces);
    this.#changed.fire();
  }

  /** Namespaces of a context that were selected before, the latest first: who may not list them need not type them again. */
  named(context: KubeContext): readonly string[] {
    return ownField(this.#named(), this.#connections.keyOf(context)) ?? [];
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #remember(key: string, namespaces: readonly string[]): Promise<void> {
    const others = (ownField(this.#named(), key) ?? []).filter((name) => !namespaces.includes(name));
    const named = [...namespaces, ...others].slice(0, mostNamed);
    await this.#state.update(namedKey, { ...this.#named(), [key]: named });
  }

  #selected(): Record<string, Stored> {
    return this.#state.get<Record<string, Stored>>(stateKey, {});
  }

  #named(): Record<string, readonly string[]> {
    return this.#state.get<Record<string, readonly string[]>>(namedKey, {});
  }
}
