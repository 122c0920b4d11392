import type { Path } from '../yaml/path.ts';

/**
 * A place in an object that a rule reads: its value, and how the server names it. Reading is forgiving: what is not there
 * reads as Go's zero value, and what has another type than asked for (or is `Unknown`, a masked template) reads as
 * undefined, so that a rule that compares stays silent about it.
 */
export class Field {
  readonly value: unknown;
  /** The field's own name, key or index; `''` at the root. */
  readonly name: string | number;
  readonly #parent: Field | undefined;
  readonly #is: 'field' | 'key';

  private constructor(
    value: unknown,
    name: string | number,
    parent: Field | undefined,
    is: 'field' | 'key' = 'field',
  ) {
    this.value = value;
    this.name = name;
    this.#parent = parent;
    this.#is = is;
  }

  /** The whole object. */
  static root(object: unknown): Field {
    return new Field(object, '', undefined);
  }

  get path(): Path {
    return this.#parent ? [...this.#parent.path, this.name] : [];
  }

  /** How the server prints the path: `spec.containers[0].resources.limits[cpu]`. */
  get printed(): string {
    if (!this.#parent) return '';
    const parent = this.#parent.printed;
    if (this.#is === 'key' || typeof this.name === 'number') return `${parent}[${this.name}]`;
    return parent === '' ? this.name : `${parent}.${this.name}`;
  }

  /** Whether this lies in something that is unknown or no object: nothing can be said of it. */
  get isUnknown(): boolean {
    const parent = this.#parent;
    if (!parent) return false;
    return parent.isUnknown || (parent.isSet && !isMap(parent.value) && !Array.isArray(parent.value));
  }

  /** A field of the object that is here; one that is not there when there is no object. */
  at(name: string): Field {
    return new Field(isMap(this.value) ? own(this.value, name) : undefined, name, this);
  }

  /** An entry of the map that is here; one that is not there when there is no map. */
  key(name: string): Field {
    return new Field(isMap(this.value) ? own(this.value, name) : undefined, name, this, 'key');
  }

  /** The field at the end of a path of names. */
  in(...names: readonly string[]): Field {
    let field: Field = this;
    for (const name of names) field = field.at(name);
    return field;
  }

  /** A place that the server names though the object has nothing there. */
  child(name: string | number): Field {
    return new Field(undefined, name, this);
  }

  /** Whether anything is written here: null is nothing. */
  get isSet(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Whether Go has its zero value here: nothing, `''`, 0, false, an empty list or map. An unknown value is not. */
  get isZero(): boolean {
    const { value } = this;
    if (!this.isSet) return !this.isUnknown;
    if (value === '' || value === 0 || value === false) return true;
    if (Array.isArray(value)) return value.length === 0;
    return isMap(value) && Object.keys(value).length === 0;
  }

  /** The object here; empty where nothing is; undefined where something else is. */
  get map(): Readonly<Record<string, unknown>> | undefined {
    if (!this.isSet) return this.isUnknown ? undefined : nothing;
    return isMap(this.value) ? this.value : undefined;
  }

  /** The items of the list here; none where there is no list. */
  get items(): readonly Field[] {
    return Array.isArray(this.value)
      ? this.value.map((item: unknown, index) => new Field(item, index, this))
      : [];
  }

  /** The entries of the map here, each with its key as `name`, in the order in which Go prints them (sorted). */
  get entries(): readonly Field[] {
    const { value } = this;
    if (!isMap(value)) return [];
    return Object.keys(value)
      .sort()
      .map((key) => new Field(value[key], key, this, 'key'));
  }

  /** The string here; `''` where nothing is; undefined where something else is. */
  get text(): string | undefined {
    if (!this.isSet) return this.isUnknown ? undefined : '';
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /** The number here; undefined where there is none. Integers beyond 2^53 lose their last digits. */
  get number(): number | undefined {
    if (typeof this.value === 'bigint') return Number(this.value);
    return typeof this.value === 'number' ? this.value : undefined;
  }

  /** Whether `true` is written here. */
  get isTrue(): boolean {
    return this.value === true;
  }
}

const nothing: Readonly<Record<string, unknown>> = Object.freeze({});

/** Whether a value is a JSON object, as opposed to a list, a scalar or something opaque. */
function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function own(map: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
