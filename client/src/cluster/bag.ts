/**
 * What comes and goes all the time, in no order. A `Set` would let nothing of it go for long: V8 gives it a new table every few
 * changes, to which the old one leads; once one of them has grown old, all that was in any later one lives until the whole heap is
 * collected, and the young generation grows by it.
 */
export class Bag<Value> {
  readonly #entries: Entry<Value>[] = [];

  get size(): number {
    return this.#entries.length;
  }

  /** Puts it in, once more where it is in already. Returns what takes it out again, whenever that is called first. */
  add(value: Value): () => void {
    const entry: Entry<Value> = { value, place: this.#entries.length };
    this.#entries.push(entry);
    return () => this.#remove(entry);
  }

  /** What is in now, whatever comes or goes while it is looked at. */
  values(): Value[] {
    return this.#entries.map(({ value }) => value);
  }

  #remove(entry: Entry<Value>): void {
    const { place } = entry;
    if (this.#entries[place] !== entry) return;
    const last = this.#entries.pop()!;
    if (last === entry) return;
    last.place = place;
    this.#entries[place] = last;
  }
}

interface Entry<Value> {
  readonly value: Value;
  place: number;
}
