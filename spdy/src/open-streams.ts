/**
 * What is known of streams, by their numbers, of which there is always a next one. A `Map` would let nothing of it go for long: V8
 * gives it a new table every few changes, to which the old one leads; once one of them has grown old, all that was in any later one
 * lives until the whole heap is collected.
 */
export class OpenStreams<Value> {
  #values: Record<number, Value> = Object.create(null);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): Value | undefined {
    return this.#values[id];
  }

  set(id: number, value: Value): void {
    if (!(id in this.#values)) this.#size++;
    this.#values[id] = value;
  }

  /** Whether there was one. */
  delete(id: number): boolean {
    if (!(id in this.#values)) return false;
    delete this.#values[id];
    this.#size--;
    return true;
  }

  clear(): void {
    this.#values = Object.create(null);
    this.#size = 0;
  }

  values(): Value[] {
    return Object.values(this.#values);
  }
}
