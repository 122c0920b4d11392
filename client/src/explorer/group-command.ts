import { systemClock } from '../cluster/watch/clock.ts';
import { counted } from '../prompts/counted.ts';
import { type Choice, pick } from '../prompts/pick.ts';
import type { ClustersView } from './clusters-view.ts';
import { foundLabels } from './found-labels.ts';
import { kindAtHand } from './kind-at-hand.ts';
import type { KindNode } from './nodes/kind-node.ts';
import type { RowGroup } from './row-options.ts';
import { whenRead } from './when-read.ts';

const title = 'Group Objects';

/** Group Objects: by their namespace, by a label that some have, or not at all. */
export async function groupObjects(view: ClustersView, given: KindNode | undefined): Promise<void> {
  const kind = await kindAtHand(view, title, given);
  if (!kind) return;
  const groups = whenRead(kind, systemClock).then(() => groupsOf(kind));
  const picked = await pick({ title, placeholder: 'Group by what?' }, groups);
  if (picked === undefined) return;
  const { group: _before, ...options } = kind.options;
  kind.choose(picked === 'none' ? options : { ...options, group: picked });
}

function groupsOf(kind: KindNode): Choice<RowGroup | 'none'>[] {
  const namespace: Choice<RowGroup>[] =
    kind.resource.scope === 'Namespaced'
      ? [{ label: 'Namespace', icon: 'symbol-namespace', value: { by: 'namespace' } }]
      : [];
  const labels = foundLabels(kind.store?.sorted ?? []).map(({ key, objects }) => ({
    label: key,
    icon: 'tag',
    description: `label of ${counted(objects)}`,
    value: { by: 'label', key } as const,
  }));
  return [{ label: 'No groups', icon: 'list-flat', value: 'none' }, ...namespace, ...labels];
}
