import { EventEmitter, type Memento } from 'vscode';
import type { Resource } from '../cluster/kube-object.ts';
import { resourceName } from '../cluster/resource-name.ts';

const stateKey = 'kubewright.pinnedKinds';

/**
 * Kinds that a person has put before the headings of every cluster that serves them, in the order in which they did. This workspace
 * remembers them; at first there are none, because nobody knows which.
 */
export class PinnedKinds {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  has(kind: Pick<Resource, 'plural' | 'group'>): boolean {
    return this.#names().includes(resourceName(kind));
  }

  /** Those of these kinds that are pinned, in the order in which they were. */
  among<Kind extends Pick<Resource, 'plural' | 'group'>>(kinds: readonly Kind[]): Kind[] {
    return this.#names().flatMap((name) => kinds.find((kind) => resourceName(kind) === name) ?? []);
  }

  async pin(kind: Pick<Resource, 'plural' | 'group'>): Promise<void> {
    await this.#keep([...this.#without(kind), resourceName(kind)]);
  }

  async unpin(kind: Pick<Resource, 'plural' | 'group'>): Promise<void> {
    await this.#keep(this.#without(kind));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #without(kind: Pick<Resource, 'plural' | 'group'>): string[] {
    return this.#names().filter((name) => name !== resourceName(kind));
  }

  async #keep(names: readonly string[]): Promise<void> {
    await this.#state.update(stateKey, names);
    this.#changed.fire();
  }

  #names(): readonly string[] {
    return this.#state.get<readonly string[]>(stateKey, []);
  }
}
