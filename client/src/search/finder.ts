import { BestFound } from './best-found.ts';
import { fitOf, type Query, queryOf } from './match.ts';
import type { SearchedObject } from './searched-object.ts';

/** After so many objects it is asked whether to go on. */
const lookedAtOnce = 1_000;

/**
 * Looks in objects, to which more may be added at the end, for those that fit what is typed. An object is looked at once
 * for a text, in as many steps as its caller wants.
 */
export class Finder {
  readonly #objects: readonly SearchedObject[];
  readonly #most: number;
  #query: Query = [];
  #next = 0;
  #best: BestFound;

  constructor(objects: readonly SearchedObject[], most: number) {
    this.#objects = objects;
    this.#most = most;
    this.#best = new BestFound(most);
  }

  /** Another text is looked for, from the first object on. */
  type(typed: string): void {
    this.#query = queryOf(typed);
    this.#next = 0;
    this.#best = new BestFound(this.#most);
  }

  /** Looks at objects that it has not looked at for this text, at some at least and on while `goesOn` says so. */
  look(goesOn: () => boolean): 'at all' | 'not at all yet' {
    do {
      const end = Math.min(this.#next + lookedAtOnce, this.#objects.length);
      for (; this.#next < end; this.#next++) {
        const object = this.#objects[this.#next]!;
        const fit = fitOf(this.#query, object);
        if (fit !== undefined) this.#best.offer({ object, fit });
      }
      if (this.#next === this.#objects.length) return 'at all';
    } while (goesOn());
    return 'not at all yet';
  }

  /** Those that fit best, in order. */
  get found(): SearchedObject[] {
    return this.#best.objects;
  }

  /** How many fit of those that were looked at. */
  get count(): number {
    return this.#best.count;
  }
}
