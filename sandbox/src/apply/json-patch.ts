import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import { equalValues } from './typed-value.ts';

/** One operation of a JSON patch, as it was sent: each field may be anything. */
export interface PatchOperation {
  readonly op?: unknown;
  readonly path?: unknown;
  readonly from?: unknown;
  readonly value?: unknown;
}

/** An operation that cannot be done. */
export class PatchError extends Error {}

/**
 * `document` after the operations of a JSON patch (RFC 6902), as the API server does them: an index counts from the end
 * where it is negative, a value that is left out is null, `replace` of a field that is not there adds it. `document` itself
 * changes. Throws a `PatchError` for what cannot be done, and where copies grow beyond what the API server lets them.
 */
export function applyJsonPatch(document: unknown, operations: readonly PatchOperation[]): unknown {
  const patching = new Patching(document);
  for (const operation of operations) patching.apply(operation);
  return patching.document;
}

/** How many bytes of JSON all copies of a patch may have together: the API server's own limit. */
const mostCopied = 3 * 1024 * 1024;

class Patching {
  document: unknown;
  #copied = 0;

  constructor(document: unknown) {
    this.document = document;
  }

  apply({ op, path, from, value = null }: PatchOperation): void {
    switch (op) {
      case 'add':
        this.#place(pointer(path)).add(value);
        break;
      case 'remove':
        this.#place(pointer(path)).remove();
        break;
      case 'replace':
        this.#replace(pointer(path), value);
        break;
      case 'move': {
        const source = this.#place(pointer(from));
        const moved = source.get();
        source.remove();
        this.#place(pointer(path)).add(moved);
        break;
      }
      case 'copy':
        this.#copy(pointer(from), pointer(path));
        break;
      case 'test':
        this.#test(pointer(path), value);
        break;
      default:
        throw new PatchError(`Unexpected kind: ${JSON.stringify(op)}`);
    }
  }

  #replace(path: readonly string[], value: unknown): void {
    if (path.length > 0) {
      this.#place(path).replace(value);
      return;
    }
    if (typeof value !== 'object' || value === null) {
      throw new PatchError('replace operation value must be object or array');
    }
    this.document = structuredClone(value);
  }

  #copy(from: readonly string[], path: readonly string[]): void {
    const value = this.#place(from).get();
    const target = this.#place(path);
    this.#copied += JSON.stringify(value ?? null).length;
    if (this.#copied > mostCopied) {
      throw new PatchError('Unable to complete the copy, the accumulated size increase is too large');
    }
    target.add(value);
  }

  #test(path: readonly string[], value: unknown): void {
    const found = path.length === 0 ? this.document : this.#place(path).get();
    if (found !== value && !equalValues(found ?? null, value)) throw new PatchError('test failed');
  }

  /** The place that a path names; all but its last step must be there. */
  #place(path: readonly string[]): Place {
    const last = path.at(-1);
    if (last === undefined) throw new PatchError('the whole document can only be replaced or tested');
    let holder = this.document;
    for (const step of path.slice(0, -1)) holder = placeIn(holder, step).get();
    return placeIn(holder, last);
  }
}

/** A field of an object or an item of a list, there already or not. */
interface Place {
  get(): unknown;
  add(value: unknown): void;
  replace(value: unknown): void;
  remove(): void;
}

function placeIn(holder: unknown, step: string): Place {
  if (Array.isArray(holder)) return new ItemPlace(holder, step);
  if (typeof holder === 'object' && holder !== null) {
    return new FieldPlace(holder as Record<string, unknown>, step);
  }
  throw new PatchError('doc is missing path');
}

class FieldPlace implements Place {
  readonly #object: Record<string, unknown>;
  readonly #name: string;

  constructor(object: Record<string, unknown>, name: string) {
    this.#object = object;
    this.#name = name;
  }

  get(): unknown {
    return ownField(this.#object, this.#name);
  }

  add(value: unknown): void {
    setField(this.#object, this.#name, structuredClone(value ?? null));
  }

  replace(value: unknown): void {
    this.add(value);
  }

  remove(): void {
    if (!Object.hasOwn(this.#object, this.#name)) throw new PatchError('Unable to remove nonexistent key');
    delete this.#object[this.#name];
  }
}

class ItemPlace implements Place {
  readonly #list: unknown[];
  readonly #step: string;

  constructor(list: unknown[], step: string) {
    this.#list = list;
    this.#step = step;
  }

  get(): unknown {
    return this.#list[this.#index(this.#list.length)];
  }

  add(value: unknown): void {
    const index = this.#step === '-' ? this.#list.length : this.#index(this.#list.length + 1);
    this.#list.splice(index, 0, structuredClone(value ?? null));
  }

  replace(value: unknown): void {
    this.#list[this.#index(this.#list.length)] = structuredClone(value);
  }

  remove(): void {
    this.#list.splice(this.#index(this.#list.length), 1);
  }

  /** The index that the step writes, below `length`. */
  #index(length: number): number {
    const written = /^[+-]?\d{1,15}$/.test(this.#step) ? Number(this.#step) : Number.NaN;
    const index = written < 0 ? written + length : written;
    if (!(index >= 0 && index < length)) throw new PatchError('Unable to access invalid index');
    return index;
  }
}

/** The steps of a JSON pointer; none of the empty one. */
function pointer(text: unknown): string[] {
  if (typeof text !== 'string') throw new PatchError('missing path');
  const steps = text.split('/').slice(1);
  if (text !== '' && steps.length === 0) throw new PatchError('doc is missing path');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
