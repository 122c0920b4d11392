import type { ListItem, MapEntry, MapNode, Span, YamlNode } from '../yaml/nodes.ts';
import type { Path } from '../yaml/path.ts';
import { fieldName } from '../yaml/tree.ts';

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

/** Whether a stretch of a text is in another one, or is that. */
export function isInside(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** A field of a map: of duplicates the last, which is the one that counts. */
export function field(node: YamlNode | undefined, name: string): MapEntry | undefined {
  if (node?.type !== 'map') return undefined;
  const { entries } = node;
  if (entries.length > longestSearch) return byName(node).last.get(name);
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!;
    if (fieldName(entry.key) === name) return entry;
  }
  return undefined;
}

/** A map of data may have thousands of fields, and each may be asked for. */
const longestSearch = 64;

/** The entries of a map that may be of a name, in their order: of a large map those that are, of any other all. */
export function entriesThatMayBe(map: MapNode, name: string): readonly MapEntry[] {
  if (map.entries.length <= longestSearch) return map.entries;
  const { last, repeated } = byName(map);
  const entry = last.get(name);
  return repeated.get(name) ?? (entry ? [entry] : []);
}

interface Names {
  readonly last: ReadonlyMap<string, MapEntry>;
  /** All entries of the names that more than one has. */
  readonly repeated: ReadonlyMap<string, readonly MapEntry[]>;
}

const names = new WeakMap<MapNode, Names>();

function byName(map: MapNode): Names {
  const known = names.get(map);
  if (known) return known;
  const last = new Map<string, MapEntry>();
  const repeated = new Map<string, MapEntry[]>();
  for (const entry of map.entries) {
    const name = fieldName(entry.key);
    const before = last.get(name);
    last.set(name, entry);
    if (!before) continue;
    const all = repeated.get(name);
    if (all) all.push(entry);
    else repeated.set(name, [before, entry]);
  }
  const found: Names = { last, repeated };
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
