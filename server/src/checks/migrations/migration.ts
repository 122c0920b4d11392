import { field } from '../../manifest/fields.ts';
import type { MapNode, YamlNode } from '../../yaml/nodes.ts';
import type { FieldTexts } from './field-texts.ts';
import type { Rewriting } from './rewriting.ts';

/** Collects the edits that move what is elsewhere in the new version of an object. */
export type Migration = (object: MapNode, rewriting: Rewriting) => void;

/** The items of a list that are maps and written here. */
export function itemsOf(node: YamlNode | undefined): MapNode[] {
  if (node?.type !== 'list') return [];
  return node.items.flatMap(({ value, alias }) => (value?.type === 'map' && !alias ? [value] : []));
}

/** The texts of a field's own map; gives up where it is not written here. */
export function fieldsIn(
  node: YamlNode | undefined,
  name: string,
  rewriting: Rewriting,
): FieldTexts | undefined {
  const entry = field(node, name);
  if (!entry) return undefined;
  if (entry.alias || entry.merged || entry.value?.type !== 'map') {
    rewriting.giveUp();
    return undefined;
  }
  return rewriting.fieldsOf(entry.value);
}
