/** So many are remembered; then all are forgotten, and those that come again are remembered anew. */
const capacity = 2_000;

/**
 * Gives one value for all that are equal: thousands of Pods have the same labels, owners and times, which weigh more than the rest
 * of a row when each has its own.
 */
export class SharedValues {
  readonly #known = new Map<string, unknown>();

  /** A text as it was given first. */
  text(text: string): string {
    return this.#first(text, text);
  }

  /** A value of JSON as it was given first. Nobody changes it from then on. */
  json<Value extends object>(value: Value): Value {
    return this.#first(JSON.stringify(value), value);
  }

  #first<Value>(key: string, value: Value): Value {
    const known = this.#known.get(key);
    if (known !== undefined && typeof known === typeof value) return known as Value;
    if (this.#known.size >= capacity) this.#known.clear();
    this.#known.set(key, value);
    return value;
  }
}
