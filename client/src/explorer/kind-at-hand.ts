import { showWarning } from '../prompts/messages.ts';
import { pick } from '../prompts/pick.ts';
import type { ClustersView } from './clusters-view.ts';
import { KindNode } from './nodes/kind-node.ts';
import type { TreeNode } from './nodes/node.ts';

/**
 * The kind that a command is about: the one it was given, that of the line that is selected, or one of those that are expanded,
 * which the person picks. It is expanded then; undefined where there is none.
 */
export async function kindAtHand(
  view: ClustersView,
  title: string,
  given: KindNode | undefined,
): Promise<KindNode | undefined> {
  const kind = given ?? kindAbove(view.selectedLines[0]) ?? (await pickKind(view, title));
  if (kind) await view.expand(kind);
  return kind;
}

function kindAbove(line: TreeNode | undefined): KindNode | undefined {
  for (let above = line; above; above = above.parent) if (above instanceof KindNode) return above;
  return undefined;
}

async function pickKind(view: ClustersView, title: string): Promise<KindNode | undefined> {
  const kinds = view.openLines.filter((line) => line instanceof KindNode);
  if (kinds.length === 0) {
    showWarning(`${title} is about the objects of a kind: expand or select one in the Clusters view first.`);
    return undefined;
  }
  if (kinds.length === 1) return kinds[0];
  const choices = kinds.map((kind) => ({
    label: kind.label,
    description: kind.context.name,
    value: kind,
  }));
  return await pick({ title, placeholder: 'Pick one of the kinds that are expanded' }, choices);
}
