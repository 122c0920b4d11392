import { ownField } from '../../../server/src/yaml/own-field.ts';
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

export function keyElement(keys: Readonly<Record<string, ScalarValue>>): PathElement {
  const fields = Object.keys(keys)
    .sort(compareText)
    .map((name) => `${scalarText(name)}:${scalarText(ownField(keys, name) ?? null)}`);
  return `k:{${fields.join(',')}}`;
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
  return keyElement(keys as Record<string, ScalarValue>);
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

/** The order in which managedFields and causes list steps: fields, then keys, values and indexes. */
export function compareElements(left: PathElement, right: PathElement): number {
  const byKind = elementKinds.indexOf(left.charAt(0)) - elementKinds.indexOf(right.charAt(0));
  if (byKind !== 0) return byKind;
  const [a, b] = [left.slice(2), right.slice(2)];
  if (left.startsWith('f:')) return compareText(a, b);
  if (left.startsWith('i:')) return Number(a) - Number(b);
  if (left.startsWith('v:')) return compareScalars(parseJson(a), parseJson(b));
  const [leftKeys, rightKeys] = [a, b].map((text) => Object.entries(parseJson(text) as object));
  return compareKeys(leftKeys ?? [], rightKeys ?? []);
}

const elementKinds = 'fkvi';

function compareKeys(left: [string, unknown][], right: [string, unknown][]): number {
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
