import type { SearchedObject } from './searched-object.ts';

/** An object with how well it fits. */
interface Found {
  readonly object: SearchedObject;
  readonly fit: number;
}

/** The objects that fit best, in order, of any number that are offered, which are counted. */
export class BestFound {
  readonly #most: number;
  readonly #best: Found[] = [];
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many fit, those that are not kept too. */
  get count(): number {
    return this.#count;
  }

  get objects(): SearchedObject[] {
    return this.#best.map(({ object }) => object);
  }

  offer(found: Found): void {
    this.#count++;
    const best = this.#best;
    if (best.length === this.#most && inOrder(best.at(-1)!, found) <= 0) return;
    let [from, to] = [0, best.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (inOrder(best[middle]!, found) <= 0) from = middle + 1;
      else to = middle;
    }
    best.splice(from, 0, found);
    if (best.length > this.#most) best.pop();
  }
}

/** What fits better first; of what fits alike the shorter name, then the kind that matters more. */
function inOrder(one: Found, other: Found): number {
  const [first, second] = [one.object, other.object];
  return (
    one.fit - other.fit ||
    first.name.length - second.name.length ||
    first.kind.place - second.kind.place ||
    compared(first.name, second.name) ||
    compared(first.namespace ?? '', second.namespace ?? '')
  );
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
