import type { Fragment } from './fragment.ts';
import type { Indentation } from './indentation.ts';
import type { Opener, OpenLevel, OpenLevels } from './open-levels.ts';

/** The column that a place has by itself, and whether somebody chose it: the start of an empty line says nothing. */
export interface WantedColumn {
  readonly column: number;
  readonly isChosen: boolean;
}

/** What of a fragment tells where it belongs. */
export type FragmentNature = Pick<Fragment, 'type' | 'column' | 'key' | 'isDocument'>;

/**
 * The column at which a fragment belongs between two lines: the wanted one, where the fragment may stand there, else that of
 * what it goes on with. Undefined where nothing tells.
 */
export function chooseColumn(
  fragment: FragmentNature,
  open: OpenLevels,
  wanted: WantedColumn,
  indentation: Indentation,
): number | undefined {
  const { levels, opener } = open;
  if (fragment.type === 'comment') return wanted.column;
  if (levels.length === 0 && !opener) return fragment.isDocument ? 0 : wanted.column;
  const isFitting = wanted.isChosen && mayStandAt(wanted.column, fragment, open);
  if (isFitting && opener) return wanted.column;
  if (fragment.isDocument) return levels.some(isRootMap) ? 0 : undefined;
  const lacking = levels.find((level) => lacksField(level, fragment));
  const isInObject = levels.some((level) => isFitting && level.column === wanted.column && isObject(level));
  if (lacking && !isInObject) return lacking.column;
  if (isFitting) return wanted.column;
  if (opener) return columnBelow(opener, fragment, indentation);
  return fragment.type === 'list'
    ? chooseList(fragment, levels, wanted)
    : chooseMap(fragment, levels, wanted);
}

function mayStandAt(column: number, { type }: FragmentNature, { levels, opener }: OpenLevels): boolean {
  if (levels.some((level) => level.type === type && level.column === column)) return true;
  if (!opener) return false;
  return column > opener.column || (column === opener.column && type === 'list' && opener.by === 'key');
}

/** Fields that an object of nearly every kind has at its root, beside `spec` no others. */
const rootFields: readonly (string | undefined)[] = ['apiVersion', 'kind', 'metadata', 'spec', 'status'];

/** Whether a map is an object, or the template of one, that has not yet the field that a fragment is. */
function lacksField(level: OpenLevel, { type, key }: FragmentNature): boolean {
  return type === 'map' && rootFields.includes(key) && isObject(level) && !level.keys.includes(key);
}

function isObject(level: OpenLevel): boolean {
  if (level.type !== 'map') return false;
  const { keys } = level;
  return (
    keys.includes('metadata') || (isRootMap(level) && (keys.includes('apiVersion') || keys.includes('kind')))
  );
}

function isRootMap({ type, column }: OpenLevel): boolean {
  return type === 'map' && column === 0;
}

/** Items stay where they are written, where that is one of the places that a list may have. */
function columnBelow(opener: Opener, fragment: FragmentNature, indentation: Indentation): number {
  const isPlace =
    fragment.type === 'list' &&
    opener.by === 'key' &&
    [opener.column, opener.column + indentation.unit].includes(fragment.column);
  return isPlace ? fragment.column : columnUnder(opener, fragment, indentation);
}

/** Where the value of a key or a dash stands on the lines below. */
export function columnUnder(
  { column, by }: Opener,
  { type }: Pick<Fragment, 'type'>,
  { unit, list }: Indentation,
): number {
  if (by === 'dash') return column + 2;
  return column + (type === 'list' ? list : unit);
}

/** Of items: the list that has the like, else the one where they were copied from, else the nearest. */
function chooseList(
  { column, key }: FragmentNature,
  levels: readonly OpenLevel[],
  { column: wanted, isChosen }: WantedColumn,
): number | undefined {
  const lists = levels.filter(
    ({ type, keys }) => type === 'list' && (keys[0] === undefined) === (key === undefined),
  );
  const alike = key === undefined ? [] : lists.filter(({ keys }) => keys.includes(key));
  if (alike.length === 1) return alike[0]!.column;
  const copied = lists.find((level) => level.column === column);
  const nearest = isChosen ? lists.find((level) => level.column <= wanted) : undefined;
  return (copied ?? nearest ?? lists[0])?.column;
}

/** Of keys: the map where they were copied from, else the one that is meant by the place. */
function chooseMap(
  { column, key }: FragmentNature,
  levels: readonly OpenLevel[],
  { column: wanted, isChosen }: WantedColumn,
): number | undefined {
  const maps = levels.filter(
    (level) => level.type === 'map' && !(isRootMap(level) && hasOtherFields(level, key)),
  );
  const copied = maps.find((level) => level.column === column);
  if (copied) return copied.column;
  if (isChosen) return nearestTo(wanted, maps);
  const root = maps.find(isRootMap);
  if (root) return root.column;
  const isNested = !levels.some(isRootMap);
  const owned = maps.filter(
    (level) => ownerOf(level, levels) === (metadataFields.includes(key) ? 'metadata' : 'spec'),
  );
  const meant = isNested
    ? maps.at(-1)
    : maps.length === 1
      ? maps[0]
      : owned.length === 1
        ? owned[0]
        : undefined;
  return meant?.column;
}

/** Fields of an object's metadata, which it has nowhere else. */
const metadataFields: readonly (string | undefined)[] = [
  'annotations',
  'finalizers',
  'labels',
  'name',
  'namespace',
  'ownerReferences',
];

/** An object has no metadata at its root, and beside a spec no other fields. */
function hasOtherFields({ keys }: OpenLevel, key: string | undefined): boolean {
  if (!['apiVersion', 'kind'].every((field) => keys.includes(field))) return false;
  return metadataFields.includes(key) || (keys.includes('spec') && !rootFields.includes(key));
}

/** The key whose value a map is: the nearest one above of the map around. */
function ownerOf(level: OpenLevel, levels: readonly OpenLevel[]): string | undefined {
  return levels[levels.indexOf(level) + 1]?.keys[0];
}

/** Of two that are as near the deeper one; levels come with the deepest first. */
function nearestTo(wanted: number, levels: readonly OpenLevel[]): number | undefined {
  const distance = ({ column }: OpenLevel) => Math.abs(column - wanted);
  const least = Math.min(...levels.map(distance));
  return levels.find((level) => distance(level) === least)?.column;
}
