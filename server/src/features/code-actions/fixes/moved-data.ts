import type { YamlNode } from '../../../yaml/nodes.ts';
import { isWithin, type Path } from '../../../yaml/path.ts';
import { masked } from '../../../yaml/printed.ts';
import { fieldName } from '../../../yaml/tree.ts';

/** Where something stands in a document, and where it will. */
export interface Move {
  readonly from: Path;
  readonly to: Path;
}

/** Whether a tree has all values of another one and no more, each at its place but for what is moved. */
export function isMoved(
  before: YamlNode | undefined,
  after: YamlNode | undefined,
  { from, to }: Move,
): boolean {
  const expected = valuesOf(before, (path) =>
    isWithin(path, from) ? [...to, ...path.slice(from.length)] : path,
  );
  const found = valuesOf(after);
  return expected.size === found.size && isIn(expected, found);
}

/** Whether a tree has all values of another one at their places. */
export function isKept(before: YamlNode | undefined, after: YamlNode | undefined): boolean {
  return isIn(valuesOf(before), valuesOf(after));
}

function isIn(expected: Values, found: Values): boolean {
  return [...expected].every(([place, value]) => found.get(place) === value);
}

/** The values of a tree that are neither empty nor null, by their places. */
type Values = ReadonlyMap<string, string>;

function valuesOf(root: YamlNode | undefined, placeOf: (path: Path) => Path = (path) => path): Values {
  const values = new Map<string, string>();
  const pending: (readonly [Path, YamlNode | undefined])[] = [[[], root]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, node] = next;
    if (node?.type === 'map') {
      for (const { key, value } of node.entries) pending.push([[...path, fieldName(key)], value]);
    } else if (node?.type === 'list') {
      for (const [index, { value }] of node.items.entries()) pending.push([[...path, index], value]);
    } else if (node && node.value !== null) {
      values.set(JSON.stringify(placeOf(path)), `${typeof node.value} ${withShortMasks(String(node.value))}`);
    }
  }
  return values;
}

/** What is printed is as long as what prints it, which may change. */
function withShortMasks(text: string): string {
  return text.replaceAll(new RegExp(`${masked}+`, 'g'), masked);
}
