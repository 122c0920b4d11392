import type { Fix } from '../../../checks/finding.ts';
import { field, valueAt } from '../../../manifest/fields.ts';
import type { ListNode, MapNode, ScalarNode } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import { toValue } from '../../../yaml/value.ts';
import { faultyNode } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { removalOfItem } from './removal.ts';
import { replaceText } from './replace-value.ts';
import { trimmedName } from './trimmed-name.ts';

/** Gives the second of two items of a list another name. */
export function* renameRepeated(fixing: Fixing): Iterable<Fix> {
  const found = repeatedItem(fixing);
  if (!found || found.isUseless || fixing.finding.about.is === 'server-warning') return;
  if (found.item?.type === 'map') yield* renamedItem(found.item, found);
}

/** Takes the second of two items of a list out: an equal one is of no use. */
export function* removeRepeated(fixing: Fixing): Iterable<Fix> {
  const found = repeatedItem(fixing);
  const removal = found && removalOfItem(found.list, found.position, fixing.written);
  if (!removal) return;
  const title = found.isEqual ? 'Remove the repeated item' : 'Remove this item';
  yield { title, ...removal, likelihood: found.isUseless ? 'sure' : 'possible' };
}

interface RepeatedItem {
  readonly list: ListNode;
  /** The list, and those beside it: containers have names of their own among all kinds of them. */
  readonly lists: readonly ListNode[];
  readonly position: number;
  readonly item: ListNode['items'][number]['value'];
  /** Where in the item the finding is. */
  readonly inside: Path;
  readonly isEqual: boolean;
  /** It says nothing that the first does not say, and cannot mean anything else. */
  readonly isUseless: boolean;
}

function repeatedItem(fixing: Fixing): RepeatedItem | undefined {
  const found = isDuplicate(fixing) ? faultyNode(fixing) : undefined;
  if (!found || !fixing.object) return undefined;
  const index = found.path.findLastIndex((part) => typeof part === 'number');
  const list = valueAt(fixing.object.map, found.path.slice(0, index));
  const position = found.path[index];
  if (list?.type !== 'list' || typeof position !== 'number') return undefined;
  const item = list.items[position]?.value;
  const isEqual = list.items.slice(0, position).some(({ value }) => isSame(value, item));
  const isUseless = isEqual && (item?.type === 'scalar' || fixing.finding.code === 'repeated-item');
  const around = valueAt(fixing.object.map, found.path.slice(0, index - 1));
  const lists =
    around?.type === 'map'
      ? around.entries.flatMap(({ value }) => (value?.type === 'list' ? value : []))
      : [list];
  return { list, lists, position, item, inside: found.path.slice(index + 1), isEqual, isUseless };
}

function isDuplicate({ finding: { about, code } }: Fixing): boolean {
  if (about.is === 'repeated-item') return true;
  if (about.is === 'server-warning') return repeating.has(code);
  if (about.is !== 'violation') return false;
  const { reason, detail } = about.violation;
  return reason === 'FieldValueDuplicate' || /\bunique\b|\bduplicate\b/.test(detail);
}

/** Warnings of an item that is there already. */
const repeating = new Set(['repeated-item', 'hidden-variable', 'shared-port', 'overlapping-path']);

/** The field that is the same, or else the name: each as it is, then as long as names may be there. */
function* renamedItem(item: MapNode, { lists, inside }: RepeatedItem): Iterable<Fix> {
  for (const name of new Set([String(inside.at(-1) ?? 'name'), 'name'])) {
    if (!free.has(name)) continue;
    const node = field(item, name)?.value;
    if (node?.type !== 'scalar' || typeof node.value !== 'string' || field(item, name)?.alias) continue;
    for (const longest of lengthsOfNames) yield replaceText(node, freeName(node, name, lists, longest));
  }
}

/** Fields whose value a person chooses. */
const free = new Set(['name', 'path', 'mountPath', 'devicePath']);

/** Of most there is no limit that a name comes near to; labels of DNS have one, and the names of a container's ports. */
const lengthsOfNames = [Number.POSITIVE_INFINITY, 63, 15];

function freeName({ text }: ScalarNode, name: string, lists: readonly ListNode[], longest: number): string {
  const items = lists.flatMap((list) => list.items);
  const taken = new Set(
    items.map(({ value }) => {
      const node = field(value, name)?.value;
      return node?.type === 'scalar' ? node.text : undefined;
    }),
  );
  const stem = text.replace(/-\d{1,6}$/, '');
  let number = 2;
  while (taken.has(numbered(stem, number, longest))) number++;
  return numbered(stem, number, longest);
}

/** Cut where that is too long: what is left ends with a letter or digit. */
function numbered(stem: string, number: number, longest: number): string {
  const end = `-${number}`;
  const room = longest - end.length;
  return stem.length <= room ? stem + end : trimmedName(stem.slice(0, room)) + end;
}

function isSame(left: ListNode['items'][number]['value'], right: typeof left): boolean {
  return JSON.stringify(toValue(left), bigints) === JSON.stringify(toValue(right), bigints);
}

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
