import { findPath, stringField } from '../../manifest/fields.ts';
import type { Violation } from '../../rules/shared/violation.ts';
import type { MapNode } from '../../yaml/nodes.ts';
import type { Path } from '../../yaml/path.ts';

/**
 * Which end of a contradiction is more likely the mistake, and is marked: the one that the server names, but for
 *
 * - a selector and the labels that it does not match: that whose value the object's own labels and name do not know, or
 *   the selector where there is no such label;
 * - a volume that is not there: the list of volumes, where it is empty.
 */
export function mistakenEnd(violation: Violation, root: MapNode): 'named' | 'other' {
  const { code, path, mark = path, against } = violation;
  if (!against) return 'named';
  switch (code) {
    case 'selector-mismatch':
      return mistakenLabel(mark, against, root);
    case 'unknown-volume':
      return isEmptyList(root, against) ? 'other' : 'named';
    default:
      return 'named';
  }
}

function mistakenLabel(labelled: Path, selecting: Path, root: MapNode): 'named' | 'other' {
  const own = valueAt(root, ['metadata', 'labels', String(labelled.at(-1))]);
  const [label, selected] = [valueAt(root, labelled), valueAt(root, selecting)];
  if (selected === undefined || selected === own) return 'named';
  if (label === undefined || label === own) return 'other';
  const name = stringField(findPath(root, ['metadata'])?.node, 'name') ?? '';
  return isIn(name, label) && !isIn(name, selected) ? 'other' : 'named';
}

function isIn(name: string, value: string): boolean {
  return value !== '' && name.includes(value);
}

function isEmptyList(root: MapNode, path: Path): boolean {
  const node = findPath(root, path)?.node;
  return node?.type === 'list' && node.items.length === 0;
}

function valueAt(root: MapNode, path: Path): string | undefined {
  const node = findPath(root, path)?.node;
  return node?.type === 'scalar' ? node.text : undefined;
}
