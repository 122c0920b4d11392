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
