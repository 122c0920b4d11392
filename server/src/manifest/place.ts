import type { ListItem, MapEntry, MapNode, Span, YamlNode } from '../yaml/nodes.ts';
import type { Path } from '../yaml/path.ts';
import { fieldName } from '../yaml/tree.ts';

/** What stands at an offset of a document. */
export interface Place {
  /** Of the field or item that the offset is in, from the node that was asked. */
  readonly path: Path;
  /** Whether the offset is on the field's key or in a value. */
  readonly at: 'key' | 'value';
  /** The innermost entry or item around the offset; undefined at the root itself. */
  readonly entry: MapEntry | undefined;
  readonly item: ListItem | undefined;
  /** The innermost value, of the entry where the offset is on a key. */
  readonly node: YamlNode | undefined;
}

/** The innermost place at an offset inside of `root`; undefined outside of it. Only what is written there counts. */
export function placeAt(root: YamlNode, offset: number): Place | undefined {
  if (!holds(root.span, offset)) return undefined;
  let place: Place = { path: [], at: 'value', entry: undefined, item: undefined, node: root };
  for (let node: YamlNode | undefined = root; node; ) {
    const inner = step(node, offset, place.path);
    if (!inner) return place;
    place = inner;
    const aliased = inner.entry?.alias ?? inner.item?.alias;
    if (inner.at === 'key' || aliased) return place;
    node = inner.node;
  }
  return place;
}

/** The entry or item at a path, and its value; undefined where the path leads nowhere. */
export function findPath(
  root: YamlNode,
  path: Path,
): { entry?: MapEntry | undefined; item?: ListItem | undefined; node: YamlNode | undefined } | undefined {
  let found: ReturnType<typeof findPath> = { node: root };
  for (const part of path) {
    const node: YamlNode | undefined = found?.node;
    if (node?.type === 'list') {
      const item: ListItem | undefined = typeof part === 'number' ? node.items[part] : undefined;
      found = item && { item, node: item.value };
    } else {
      const entry: MapEntry | undefined = field(node, String(part));
      found = entry && { entry, node: entry.value };
    }
    if (!found) return undefined;
  }
  return found;
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: YamlNode | undefined, path: Path): YamlNode | undefined {
  return root && findPath(root, path)?.node;
}

/** Whether nothing is written for a value, or null. */
export function isNull(node: YamlNode | undefined): boolean {
  return !node || (node.type === 'scalar' && node.value === null);
}

/** Whether two stretches of a text are the same. */
export function isSameSpan(left: Span, right: Span): boolean {
  return left.start === right.start && left.end === right.end;
}

/** A field of a map: of duplicates the last, which is the one that counts. */
export function field(node: YamlNode | undefined, name: string): MapEntry | undefined {
  if (node?.type !== 'map') return undefined;
  const { entries } = node;
  if (entries.length > longestSearch) return byName(node).get(name);
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!;
    if (fieldName(entry.key) === name) return entry;
  }
  return undefined;
}

/** A map of data may have thousands of fields, and each may be asked for. */
const longestSearch = 64;

const names = new WeakMap<MapNode, ReadonlyMap<string, MapEntry>>();

function byName(map: MapNode): ReadonlyMap<string, MapEntry> {
  const known = names.get(map);
  if (known) return known;
  const found = new Map(map.entries.map((entry) => [fieldName(entry.key), entry]));
  names.set(map, found);
  return found;
}

/** The text of a field that holds a string. */
export function stringField(node: YamlNode | undefined, name: string): string | undefined {
  const value = field(node, name)?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** The names of a map's fields, merged ones included. */
export function fieldNames(node: MapNode): string[] {
  return node.entries.map(({ key }) => fieldName(key));
}

function step(node: YamlNode, offset: number, path: Path): Place | undefined {
  if (node.type === 'map') {
    const entry = node.entries.find((entry) => !entry.merged && holds(entry.span, offset));
    if (!entry) return undefined;
    const at = holds(entry.key.span, offset) ? 'key' : 'value';
    return { path: [...path, fieldName(entry.key)], at, entry, item: undefined, node: entry.value };
  }
  if (node.type !== 'list') return undefined;
  const index = node.items.findIndex((item) => holds(item.span, offset) || holds(written(item), offset));
  const item = node.items[index];
  return item && { path: [...path, index], at: 'value', entry: undefined, item, node: item.value };
}

function written(item: ListItem): Span | undefined {
  return item.alias ?? item.value?.span;
}

function holds(span: Span | undefined, offset: number): boolean {
  return span !== undefined && span.start <= offset && offset <= span.end;
}
