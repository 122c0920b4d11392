import { field } from '../../manifest/fields.ts';
import type { MapNode, YamlNode } from '../../yaml/nodes.ts';
import type { FieldTexts } from './field-texts.ts';
import type { Rewriter } from './rewriter.ts';

/** Collects the edits that move what is elsewhere in the new version of an object. */
export type Migration = (object: MapNode, rewriter: Rewriter) => void;

/** The items of a list that are maps and written here. */
export function itemsOf(node: YamlNode | undefined): MapNode[] {
  if (node?.type !== 'list') return [];
  return node.items.flatMap(({ value, alias }) => (value?.type === 'map' && !alias ? [value] : []));
}

/** The texts of a field's own map; gives up where it is not written here. */
export function fieldsIn(
  node: YamlNode | undefined,
  name: string,
  rewriter: Rewriter,
): FieldTexts | undefined {
  const entry = field(node, name);
  if (!entry) return undefined;
  if (entry.alias || entry.merged || entry.value?.type !== 'map') {
    rewriter.giveUp();
    return undefined;
  }
  return rewriter.fieldsOf(entry.value);
}
