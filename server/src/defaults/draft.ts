import { ownField, setField } from '../yaml/own-field.ts';
import type { Path } from '../yaml/path.ts';
import { isOpen } from '../yaml/unknown.ts';

/**
 * A JSON object. Values may also be opaque (a masked template expression): those are never looked into. Nothing is filled
 * into an object that may have more than it says.
 */
export type JsonObject = { [field: string]: unknown };

/** Whether a value is a JSON object, as opposed to a list, a scalar or something opaque. */
export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A copy of a JSON value, however deep, that shares nothing with it but opaque values. */
export function copyOf<Value>(value: Value): Value {
  const copy = shallowCopy(value);
  if (copy === value) return value;
  const pending: unknown[] = [copy];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) copyItems(next, pending);
    else copyFields(next as JsonObject, pending);
  }
  return copy;
}

/** Puts copies in the place of a list's items; what is in these is not copied yet: `pending` takes them. */
function copyItems(list: unknown[], pending: unknown[]): void {
  for (let index = 0; index < list.length; index++) {
    const inner = list[index];
    const innerCopy = shallowCopy(inner);
    if (innerCopy === inner) continue;
    list[index] = innerCopy;
    pending.push(innerCopy);
  }
}

/** As `copyItems`, for the values of an object. */
function copyFields(object: JsonObject, pending: unknown[]): void {
  for (const name of Object.keys(object)) {
    const inner = object[name];
    const innerCopy = shallowCopy(inner);
    if (innerCopy === inner) continue;
    setField(object, name, innerCopy);
    pending.push(innerCopy);
  }
}

/** A new list or object with the same entries; anything else as it is. */
function shallowCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice() as Value;
  return isObject(value) ? { ...value } : value;
}

/** One part of a path and what comes before it: most paths are never asked for. */
export interface Step {
  readonly parent: Step | undefined;
  readonly part: string | number;
}

/** The whole path that a step ends. */
export function pathOf(last: Step): Path {
  const parts: (string | number)[] = [];
  for (let step: Step | undefined = last; step; step = step.parent) parts.push(step.part);
  return parts.reverse();
}

/**
 * A place in an object that is being completed. Filling never replaces what is there, looks only into objects and
 * lists, and notes the path of everything it adds.
 */
export class Draft {
  declare readonly value: JsonObject;
  declare private readonly step: Step | undefined;
  declare private readonly added: Step[] | undefined;
  /** Whether the object may have more than it says; undefined until that was asked. */
  declare private open: boolean | undefined;

  /** `step` is undefined for the whole object; `added` takes what is filled in, where anybody asks. */
  constructor(value: JsonObject, step: Step | undefined, added: Step[] | undefined) {
    this.value = value;
    this.step = step;
    this.added = added;
    this.open = undefined;
  }

  has(field: string): boolean {
    const value = this.value[field];
    return value !== undefined && value !== null && Object.hasOwn(this.value, field);
  }

  /** The string in a field; `''` where there is none. */
  text(field: string): string {
    const value = this.value[field];
    return typeof value === 'string' ? value : '';
  }

  /** The length of the list in a field; 0 where there is none. */
  count(field: string): number {
    const value = this.value[field];
    return Array.isArray(value) ? value.length : 0;
  }

  /** Adds what is missing. */
  fill(fields: JsonObject): void {
    for (const field in fields) this.fillField(field, fields[field]);
  }

  /** Like `fill`, for strings: an empty one is missing, as the API server cannot tell the two apart. */
  fillText(fields: Readonly<Record<string, string>>): void {
    for (const field in fields) {
      if (this.value[field] === '') delete this.value[field];
      this.fillField(field, fields[field]);
    }
  }

  /** Like `fill`, for numbers whose zero is missing to the API server. */
  fillNumbers(fields: Readonly<Record<string, number>>): void {
    for (const field in fields) {
      if (this.value[field] === 0) delete this.value[field];
      this.fillField(field, fields[field]);
    }
  }

  /** The object in a field, if there is one. */
  at(field: string): Draft | undefined {
    const value = ownField(this.value, field);
    return isObject(value) ? new Draft(value, this.below(field), this.added) : undefined;
  }

  /** The object in a field, made if it is missing; undefined where something else is there. */
  make(field: string): Draft | undefined {
    this.fillField(field, {});
    return this.at(field);
  }

  /** The objects in the list of a field. */
  each(field: string): Draft[] {
    const list = ownField(this.value, field);
    if (!Array.isArray(list)) return [];
    const parent = this.below(field);
    const drafts: Draft[] = [];
    for (let index = 0; index < list.length; index++) {
      const entry: unknown = list[index];
      if (isObject(entry)) drafts.push(new Draft(entry, parent && { parent, part: index }, this.added));
    }
    return drafts;
  }

  private fillField(field: string, value: unknown): void {
    if (this.has(field)) return;
    this.open ??= isOpen(this.value);
    if (this.open) return;
    setField(this.value, field, typeof value === 'object' ? copyOf(value) : value);
    this.added?.push({ parent: this.step, part: field });
  }

  /** Paths are for who asks for them. */
  private below(part: string | number): Step | undefined {
    return this.added && { parent: this.step, part };
  }
}
