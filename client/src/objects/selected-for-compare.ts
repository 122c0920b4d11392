import type { ObjectTarget } from '../connections/object-target.ts';
import { setContextKey } from '../contributions/set-context-key.ts';

/** The object that a person has selected to compare another one with. */
export class SelectedForCompare {
  #object: ObjectTarget | undefined;

  /** Remembers it by what it is: its line may be gone by then. */
  select({ context, reference, uid }: ObjectTarget): void {
    this.#object = { context, reference, uid };
    setContextKey('hasSelectedForCompare', true);
  }

  /** @throws Error where none is selected */
  get object(): ObjectTarget {
    if (this.#object) return this.#object;
    throw new Error('Nothing is selected to compare with: run "Select for Compare" on a line before.');
  }
}
