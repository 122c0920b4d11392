import { field, isNull } from '../../../manifest/fields.ts';
import type { MapEntry, MapNode, Span, YamlNode } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';

/** How far a path leads in what is written, and what is written there. */
export interface FieldPlace {
  /** The entry whose value the rest of the path would be in; undefined for the object itself and for items of lists. */
  readonly entry: MapEntry | undefined;
  /** The key or dash that what is there belongs to; undefined for the object itself. */
  readonly owner: Span | undefined;
  /** Whether the entry or item stands in brackets. */
  readonly isInFlow: boolean;
  /** What is there: nothing where the entry has no value yet. */
  readonly node: YamlNode | undefined;
  /** What is not there yet. */
  readonly rest: Path;
}

/** Follows a path as far as it is written. */
export function placeOf(object: MapNode, path: Path): FieldPlace {
  let place: FieldPlace = {
    entry: undefined,
    owner: undefined,
    isInFlow: object.flow,
    node: object,
    rest: path,
  };
  for (const [index, part] of path.entries()) {
    const rest = path.slice(index + 1);
    if (place.node?.type === 'map') {
      const entry: MapEntry | undefined = field(place.node, String(part));
      if (!entry || entry.merged || entry.alias) return place;
      const node = isNull(entry.value) ? undefined : entry.value;
      place = { entry, owner: entry.key.span, isInFlow: place.node.flow, node, rest };
    } else if (place.node?.type === 'list' && typeof part === 'number' && place.node.items[part]) {
      const item = place.node.items[part];
      if (item.alias) return place;
      place = { entry: undefined, owner: item.span, isInFlow: place.node.flow, node: item.value, rest };
    } else return place;
  }
  return place;
}
