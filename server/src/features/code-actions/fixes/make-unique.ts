import type { Fix } from '../../../checks/finding.ts';
import { field, valueAt } from '../../../manifest/fields.ts';
import type { ListNode, MapNode, ScalarNode } from '../../../yaml/nodes.ts';
import { toValue } from '../../../yaml/value.ts';
import { faultyNode } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { removalOfItem } from './removal.ts';
import { replaceText } from './replace-value.ts';

/** Gives the second of two items of a list another name, or takes it out: an equal one is of no use. */
export function* makeUnique(fixing: Fixing): Iterable<Fix> {
  const found = isDuplicate(fixing) ? faultyNode(fixing) : undefined;
  if (!found || !fixing.object) return;
  const index = found.path.findLastIndex((part) => typeof part === 'number');
  const list = valueAt(fixing.object.map, found.path.slice(0, index));
  const position = found.path[index];
  if (list?.type !== 'list' || typeof position !== 'number') return;
  const item = list.items[position]?.value;
  const isEqual = list.items.slice(0, position).some(({ value }) => isSame(value, item));
  const removal = removalOfItem(list, position, fixing.written);
  const isUseless = isEqual && (item?.type === 'scalar' || fixing.finding.code === 'repeated-item');
  if (item?.type === 'map' && !isUseless && fixing.finding.about.is !== 'server-warning') {
    yield* renamedItem(item, list, found.path.slice(index + 1));
  }
  const title = isEqual ? 'Remove the repeated item' : 'Remove this item';
  if (removal) yield { title, ...removal, likelihood: isUseless ? 'sure' : 'possible' };
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

/** The field that is the same, or else the name. */
function* renamedItem(item: MapNode, list: ListNode, inside: readonly (string | number)[]): Iterable<Fix> {
  for (const name of new Set([String(inside.at(-1) ?? 'name'), 'name'])) {
    if (!free.has(name)) continue;
    const node = field(item, name)?.value;
    if (node?.type !== 'scalar' || typeof node.value !== 'string' || field(item, name)?.alias) continue;
    yield replaceText(node, freeName(node, name, list));
  }
}

/** Fields whose value a person chooses. */
const free = new Set(['name', 'path', 'mountPath', 'devicePath']);

function freeName({ text }: ScalarNode, name: string, list: ListNode): string {
  const taken = new Set(
    list.items.map(({ value }) => {
      const node = value?.type === 'map' ? field(value, name)?.value : undefined;
      return node?.type === 'scalar' ? node.text : undefined;
    }),
  );
  const stem = text.replace(/-\d{1,6}$/, '');
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

function isSame(left: ListNode['items'][number]['value'], right: typeof left): boolean {
  return JSON.stringify(toValue(left), bigints) === JSON.stringify(toValue(right), bigints);
}

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
