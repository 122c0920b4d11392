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
  if (fragment.isDocument || isMissingAtRoot(fragment, levels)) {
    return levels.some(({ type, column }) => type === 'map' && column === 0) ? 0 : undefined;
  }
  if (isFitting) return wanted.column;
  if (opener) return columnUnder(opener, fragment, indentation);
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

/** Whether a fragment is a field of the object around that this has not yet. */
function isMissingAtRoot({ type, key }: FragmentNature, levels: readonly OpenLevel[]): boolean {
  const root = levels.at(-1);
  if (type !== 'map' || root?.type !== 'map' || root.column !== 0) return false;
  const isObject = root.keys.includes('apiVersion') || root.keys.includes('kind');
  return isObject && rootFields.includes(key) && !root.keys.includes(key);
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
  const all = levels.filter(({ type }) => type === 'map');
  const maps = all.filter((level) => level.column > 0 || !hasOtherFields(level, key));
  const copied = maps.find((level) => level.column === column);
  if (copied) return copied.column;
  if (isChosen) return nearestTo(wanted, maps);
  const root = maps.find((level) => level.column === 0);
  if (root) return root.column;
  const isNested = all.every((level) => level.column > 0);
  return isNested || maps.length === 1 ? maps.at(-1)?.column : undefined;
}

/** An object with a spec has no other fields at its root. */
function hasOtherFields({ keys }: OpenLevel, key: string | undefined): boolean {
  return ['apiVersion', 'kind', 'spec'].every((field) => keys.includes(field)) && !rootFields.includes(key);
}

/** Of two that are as near the deeper one; levels come with the deepest first. */
function nearestTo(wanted: number, levels: readonly OpenLevel[]): number | undefined {
  const distance = ({ column }: OpenLevel) => Math.abs(column - wanted);
  const least = Math.min(...levels.map(distance));
  return levels.find((level) => distance(level) === least)?.column;
}
