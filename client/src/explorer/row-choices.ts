import { allRows, type RowOptions } from './row-options.ts';

/** What a person has chosen of kinds in this session, by the ids of their lines: lines are made anew, and it stays. */
export class RowChoices {
  readonly #options = new Map<string, RowOptions>();

  of({ id }: { readonly id: string }): RowOptions {
    return this.#options.get(id) ?? allRows;
  }

  set({ id }: { readonly id: string }, options: RowOptions): void {
    this.#options.set(id, options);
  }
}
