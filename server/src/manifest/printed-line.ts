import type { MapNode, ScalarNode } from '../yaml/nodes.ts';
import { isAllPrinted } from '../yaml/printed.ts';

/**
 * The first line among the fields of an object that a template prints as a whole: it may be any field, such as the apiVersion
 * of an object that has none.
 */
export function printedLine({ entries }: MapNode): ScalarNode | undefined {
  return entries.find(({ key }) => isAllPrinted(key.text))?.key;
}
