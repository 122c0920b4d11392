import { goJson } from '../go-json.ts';

/**
 * One step from a value to a part of it, in the form that managedFields keeps: `f:replicas` a field,
 * `k:{"name":"web"}` an item of a list map, `v:"x"` an item of a set, `i:0` an index. Two steps are the same
 * when their texts are: keys are sorted and numbers and strings written in one way only.
 */
export type PathElement = string;

/** A scalar as it may stand in a key of a list map or in a set. */
export type ScalarValue = string | number | bigint | boolean | null;

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** The step to an item by its keys, each with its name. */
export function keyElement(keys: readonly (readonly [string, ScalarValue])[]): PathElement {
  const sorted = keys.length > 1 ? keys.toSorted(([left], [right]) => compareText(left, right)) : keys;
  return `k:{${sorted.map(([name, value]) => `${scalarText(name)}:${scalarText(value)}`).join(',')}}`;
}

export function valueElement(value: ScalarValue): PathElement {
  return `v:${scalarText(value)}`;
}

/** The step in its one form, or undefined when the text is no step at all. */
export function parseElement(text: string): PathElement | undefined {
  if (text.startsWith('f:')) return text;
  if (/^i:-?\d+$/.test(text)) return text;
  if (text.startsWith('v:')) {
    const value = parseJson(text.slice(2));
    return isScalar(value) ? valueElement(value) : undefined;
  }
  if (!text.startsWith('k:')) return undefined;
  const keys = parseJson(text.slice(2));
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) return undefined;
  if (!Object.values(keys).every(isScalar)) return undefined;
  return keyElement(Object.entries(keys));
}

/** As the server names it in causes: `.replicas`, `[name="web"]`, `[="x"]`, `[0]`. */
export function formatElement(element: PathElement): string {
  const content = element.slice(2);
  if (element.startsWith('f:')) return `.${content}`;
  if (element.startsWith('i:')) return `[${content}]`;
  if (element.startsWith('v:')) return `[=${shownScalar(parseJson(content))}]`;
  const keys = Object.entries(parseJson(content) as Record<string, unknown>);
  return `[${keys.map(([name, value]) => `${name}=${shownScalar(value)}`).join(',')}]`;
}

/** Steps in the order in which managedFields and causes list them: fields, then keys, values and indexes. */
export function sortedElements(elements: Iterable<PathElement>): PathElement[] {
  const read = Array.from(elements);
  if (read.length <= 1) return read;
  return read
    .map(readElement)
    .sort(compareRead)
    .map(({ element }) => element);
}

/** A step that is read once, however often it is compared. */
type ReadElement = { readonly element: PathElement } & (
  | { readonly kind: 'f'; readonly name: string }
  | { readonly kind: 'k'; readonly keys: Keys }
  | { readonly kind: 'v'; readonly value: unknown }
  | { readonly kind: 'i'; readonly index: number }
);
type Keys = readonly (readonly [string, unknown])[];

function readElement(element: PathElement): ReadElement {
  const content = element.slice(2);
  if (element.startsWith('f:')) return { element, kind: 'f', name: content };
  if (element.startsWith('i:')) return { element, kind: 'i', index: Number(content) };
  if (element.startsWith('v:')) return { element, kind: 'v', value: scalarOf(content) };
  return { element, kind: 'k', keys: keysOf(content) };
}

/** The value in a step's JSON: nearly all are texts without escapes. */
function scalarOf(content: string): unknown {
  return plainText.exec(content)?.[1] ?? parseJson(content);
}

const plainText = /^"([^"\\]*)"$/;

/** The keys in a step's JSON. Nearly all steps have one, whose value is such a text. */
function keysOf(content: string): Keys {
  const [, name, value] = oneKey.exec(content) ?? [];
  if (name !== undefined) return [[name, value]];
  return Object.entries(parseJson(content) as object);
}

const oneKey = /^\{"([^"\\]*)":"([^"\\]*)"\}$/;

function compareRead(left: ReadElement, right: ReadElement): number {
  if (left.kind === 'f' && right.kind === 'f') return compareText(left.name, right.name);
  if (left.kind === 'i' && right.kind === 'i') return left.index - right.index;
  if (left.kind === 'v' && right.kind === 'v') return compareScalars(left.value, right.value);
  if (left.kind === 'k' && right.kind === 'k') return compareKeys(left.keys, right.keys);
  return elementKinds.indexOf(left.kind) - elementKinds.indexOf(right.kind);
}

const elementKinds = 'fkvi';

function compareKeys(left: Keys, right: Keys): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const [leftName, leftValue] = left[index]!;
    const [rightName, rightValue] = right[index]!;
    const order = compareText(leftName, rightName) || compareScalars(leftValue, rightValue);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareScalars(left: unknown, right: unknown): number {
  const order = scalarTypes.indexOf(typeof left) - scalarTypes.indexOf(typeof right);
  if (order !== 0) return order;
  if (typeof left === 'number') return left - (right as number);
  return compareText(String(left), String(right));
}

const scalarTypes = ['number', 'string', 'boolean', 'object'];

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function scalarText(value: ScalarValue): string {
  if (typeof value === 'bigint') return value.toString();
  return goJson(value);
}

function shownScalar(value: unknown): string {
  return JSON.stringify(value);
}

function isScalar(value: unknown): value is ScalarValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
