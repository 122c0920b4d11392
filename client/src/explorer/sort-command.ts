import { systemClock } from '../cluster/watch/clock.ts';
import { type Choice, pick } from '../prompts/pick.ts';
import type { ClustersView } from './clusters-view.ts';
import { kindAtHand } from './kind-at-hand.ts';
import type { KindNode } from './nodes/kind-node.ts';
import type { RowOptions, RowSort } from './row-options.ts';
import { namespaceColumn } from './row-order.ts';
import { whenRead } from './when-read.ts';

const title = 'Sort Objects';

/** Sort Objects: by which column the objects of a kind stand, and in which direction. */
export async function sortObjects(view: ClustersView, given: KindNode | undefined): Promise<void> {
  const kind = await kindAtHand(view, title, given);
  if (!kind) return;
  const columns = whenRead(kind, systemClock).then(() => columnsOf(kind));
  const column = await pick({ title, placeholder: 'Sort by which column?' }, columns);
  if (column === undefined) return;
  const { sort: _before, ...options } = kind.options;
  if (column === 'usual') return kind.choose(options);
  const texts = { title: `Sort by ${column.name}`, placeholder: 'In which direction?' };
  const direction = await pick(texts, directions);
  if (direction === undefined) return;
  const chosen: RowOptions = { ...options, sort: { column: column.name, direction } };
  kind.choose(chosen);
}

const directions: readonly Choice<RowSort['direction']>[] = [
  { label: 'Ascending', icon: 'arrow-up', description: 'the least first', value: 'ascending' },
  { label: 'Descending', icon: 'arrow-down', description: 'the most first', value: 'descending' },
];

function columnsOf(kind: KindNode): Choice<{ readonly name: string } | 'usual'>[] {
  const { sort } = kind.options;
  const printed = kind.columns.map(({ name }) => name);
  const names = kind.namespaces === 'several' ? [...printed, namespaceColumn] : printed;
  return [
    { label: 'Namespace and Name', description: 'as at first', value: 'usual' },
    ...[...new Set(names)].map((name) => ({
      label: name,
      ...(sort?.column === name ? { description: `${sort.direction} now` } : {}),
      value: { name },
    })),
  ];
}
