import type { Path } from '../../yaml/path.ts';
import { isOpen, unknown } from '../../yaml/unknown.ts';

/**
 * A place in an object that a rule reads: its value, and how the server names it. Reading is forgiving: what is not there
 * reads as Go's zero value, and what has another type than asked for (or is `Unknown`, a masked template) reads as
 * undefined, so that a rule that compares stays silent about it. What an open object (`mayHaveMore`) does not have is
 * unknown, too.
 */
export class Field {
  declare readonly value: unknown;
  /** The field's own name, key or index; `''` at the root. */
  declare readonly name: string | number;
  declare private readonly parent: Field | undefined;
  declare private readonly is: 'field' | 'key';
  /** What `holds` has found out. */
  declare private held: Held | undefined;
  /** What is below, once it was asked for. Most fields hold nothing, or no more than a scalar, and have none. */
  declare private inside: Inside | undefined;

  private constructor(value: unknown, name: string | number, parent: Field | undefined, is: 'field' | 'key') {
    this.value = value;
    this.name = name;
    this.parent = parent;
    this.is = is;
    this.held = undefined;
    this.inside = undefined;
  }

  /** The whole object. */
  static root(object: unknown): Field {
    return new Field(object, '', undefined, 'field');
  }

  get path(): Path {
    const parts: (string | number)[] = [];
    for (let field: Field = this; field.parent; field = field.parent) parts.push(field.name);
    return parts.reverse();
  }

  /** How the server prints the path: `spec.containers[0].resources.limits[cpu]`. */
  get printed(): string {
    if (!this.parent) return '';
    const parent = this.parent.printed;
    if (this.is === 'key' || typeof this.name === 'number') return `${parent}[${this.name}]`;
    return parent === '' ? this.name : `${parent}.${this.name}`;
  }

  /** Whether this is unknown, or lies in something that is or that is no object: nothing can be said of it. */
  get isUnknown(): boolean {
    return this.value === unknown || this.isBelowOther;
  }

  /** In an unknown item nothing is looked for: schemas are lists of schemas. */
  private get isUnknownList(): boolean {
    if (this.holds !== 'other' || (this.isSet && this.value !== unknown)) return false;
    let above = this.parent;
    while (above && !above.isSet) above = above.parent;
    return typeof above?.name !== 'number';
  }

  private get isBelowOther(): boolean {
    return this.parent !== undefined && this.parent.holds === 'other';
  }

  /** A field of the object that is here; one that is not there when there is no object. */
  at(name: string): Field {
    const value = this.own(name);
    if (typeof value !== 'object' || value === null) return new Field(value, name, this, 'field');
    const { known } = this.within;
    for (let index = 0; index < known.length; index++) {
      if (known[index]!.name === name) return known[index]!;
    }
    const field = new Field(value, name, this, 'field');
    if (known.length < mostKnown) known.push(field);
    return field;
  }

  /** An entry of the map that is here; one that is not there when there is no map. */
  key(name: string): Field {
    return new Field(this.own(name), name, this, 'key');
  }

  /** The field at the end of a path of names. */
  in(...names: readonly string[]): Field {
    let field: Field = this;
    for (let index = 0; index < names.length; index++) field = field.at(names[index]!);
    return field;
  }

  /** A place that the server names though the object has nothing there. */
  child(name: string | number): Field {
    return new Field(undefined, name, this, 'field');
  }

  /** Another place in the same object, by the name that the server has for it. */
  beside(name: string): Field {
    return this.parent?.child(name) ?? this;
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
    return this.holds === 'list'
      ? (value as []).length === 0
      : this.holds === 'map' && isEmpty(value as object) && !this.isOpen;
  }

  /** Whether an entry of that name is written in the object here; undefined where that is not known. */
  has(name: string): boolean | undefined {
    const { map } = this;
    if (!map) return undefined;
    return Object.hasOwn(map, name) || (this.holds === 'map' && this.isOpen ? undefined : false);
  }

  /**
   * Whether nothing is written in the field of that name, and that is known: so `at` gives one that is not set. Asked where
   * most objects have none, because it makes nothing.
   */
  lacks(name: string): boolean {
    if (this.holds !== 'map') return this.holds === 'nothing';
    const value = (this.value as Readonly<Record<string, unknown>>)[name];
    return value === null || (value === undefined && !this.isOpen);
  }

  /** The field of that name; undefined where it is known that nothing is written there, as in most objects. */
  given(name: string): Field | undefined {
    return this.lacks(name) ? undefined : this.at(name);
  }

  /** The object here; empty where nothing is; undefined where something else is. */
  get map(): Readonly<Record<string, unknown>> | undefined {
    if (this.holds === 'map') return this.value as Readonly<Record<string, unknown>>;
    return this.holds === 'nothing' ? nothing : undefined;
  }

  /** The items of the list here; none where there is no list, and one that is unknown where nobody knows. */
  get items(): readonly Field[] {
    if (this.isUnknownList) return [new Field(unknown, 0, this, 'field')];
    if (this.holds !== 'list') return none;
    const { within } = this;
    within.below ??= this.fieldsOf(this.value as readonly unknown[]);
    return within.below;
  }

  /** The entries of the map here, each with its key as `name`, in the order in which Go prints them (sorted). */
  get entries(): readonly Field[] {
    if (this.holds !== 'map') return none;
    const { within } = this;
    within.below ??= this.keysOf(this.value as object);
    return within.below;
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

  private fieldsOf(list: readonly unknown[]): Field[] {
    const fields: Field[] = [];
    for (let index = 0; index < list.length; index++) {
      fields.push(new Field(list[index], index, this, 'field'));
    }
    return fields;
  }

  private keysOf(map: object): Field[] {
    const fields: Field[] = [];
    for (const key of Object.keys(map).sort()) fields.push(this.key(key));
    return fields;
  }

  private get holds(): Held {
    this.held ??= this.isSet ? heldBy(this.value) : this.isBelowOther ? 'other' : 'nothing';
    return this.held;
  }

  /** Asked of an object: most of what rules look for is not there. */
  private get isOpen(): boolean {
    return this.within.isOpen;
  }

  /** Asked of what holds an object or a list. */
  private get within(): Inside {
    this.inside ??= { isOpen: isOpen(this.value as object), below: undefined, known: [] };
    return this.inside;
  }

  private own(name: string): unknown {
    if (this.holds !== 'map') return undefined;
    const value = (this.value as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) return this.isOpen ? unknown : undefined;
    // No JSON has these: they are what every object inherits.
    return typeof value === 'function' || value === Object.prototype ? undefined : value;
  }
}

/** What is known of an object or a list that was asked for something. */
interface Inside {
  /** Whether it may have more than it says. */
  readonly isOpen: boolean;
  /** The items or entries, once they were asked for: a rule after the other asks. */
  below: readonly Field[] | undefined;
  /** The first fields that hold something themselves and were asked for: what they have found out stays with them. */
  readonly known: Field[];
}

/** What can be read below a value: an object's fields, a list's items, nothing because nothing is there, or nothing at all. */
type Held = 'map' | 'list' | 'nothing' | 'other';

/** So few are found sooner by looking at each than by their names, and few objects of any API hold more objects. */
const mostKnown = 16;

const nothing: Readonly<Record<string, unknown>> = Object.freeze({});
const none: readonly Field[] = emptied([Field.root(undefined)]);

/**
 * An empty list of the kind that has held objects: to V8 one that never did is of another kind, and what goes over both is
 * compiled once more, and slower.
 */
function emptied<Item>(list: Item[]): readonly Item[] {
  list.pop();
  return list;
}

/** A JSON object, as opposed to a scalar or something opaque, has no other prototype. */
function heldBy(value: unknown): Held {
  if (typeof value !== 'object') return 'other';
  if (Array.isArray(value)) return 'list';
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? 'map' : 'other';
}

function isEmpty(object: object): boolean {
  for (const _key in object) return false;
  return true;
}
