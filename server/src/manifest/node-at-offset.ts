import type { ListItem, MapEntry, Span, YamlNode } from '../yaml/nodes.ts';
import type { Path } from '../yaml/path.ts';
import { fieldName } from '../yaml/tree.ts';

/** What stands at an offset of a document. */
export interface NodeAtOffset {
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

/** The innermost node at an offset inside of `root`; undefined outside of it. Only what is written there counts. */
export function nodeAtOffset(root: YamlNode, offset: number): NodeAtOffset | undefined {
  if (!holds(root.span, offset)) return undefined;
  let found: NodeAtOffset = { path: [], at: 'value', entry: undefined, item: undefined, node: root };
  for (let node: YamlNode | undefined = root; node; ) {
    const inner = step(node, offset, found.path);
    if (!inner) return found;
    found = inner;
    const aliased = inner.entry?.alias ?? inner.item?.alias;
    if (inner.at === 'key' || aliased) return found;
    node = inner.node;
  }
  return found;
}

function step(node: YamlNode, offset: number, path: Path): NodeAtOffset | undefined {
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
