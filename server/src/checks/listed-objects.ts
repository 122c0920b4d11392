import type { Catalog } from '../catalog/catalog.ts';
import { field, stringField } from '../manifest/fields.ts';
import type { MapNode, YamlNode } from '../yaml/nodes.ts';

/** Lists in lists are legal and nobody nests them: deeper ones are not looked into. */
export const deepestList = 8;

/** The objects of a document: its root, or what is in that where it is a list, or in lists there. */
export function* listedObjects(root: YamlNode | undefined, catalog: Catalog, depth = 0): Generator<MapNode> {
  if (root?.type !== 'map') return;
  const kind = catalog.find(stringField(root, 'apiVersion') ?? '', stringField(root, 'kind') ?? '');
  if (!kind?.listOf) {
    yield root;
    return;
  }
  if (depth >= deepestList) return;
  for (const item of itemsOf(root)) yield* listedObjects(item, catalog, depth + 1);
}

/** What is in a list. */
export function itemsOf(list: MapNode): YamlNode[] {
  const items = field(list, 'items')?.value;
  return items?.type === 'list' ? items.items.flatMap((item) => item.value ?? []) : [];
}
