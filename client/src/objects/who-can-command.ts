import { window, workspace } from 'vscode';
import { readAccess } from '../cluster/access/read-access.ts';
import type { KindTarget } from '../connections/object-target.ts';
import type { HeldPages } from '../prompts/held-pages.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import type { ObjectDependencies } from './dependencies.ts';
import { whoCanText } from './who-can-text.ts';

/** Who Can: reads the roles and bindings of a cluster, and opens a page on who may do what with a kind. */
export async function showWhoCan(
  { connections }: Pick<ObjectDependencies, 'connections'>,
  pages: HeldPages,
  { context, resource }: KindTarget,
): Promise<void> {
  const cluster = await connections.open(context);
  const label = connections.labelOf(context);
  const read = await withCancellableProgress(`Reading the roles and bindings of ${label}`, (signal) =>
    readAccess(cluster, signal),
  );
  const title = `Who can: ${resource.plural}.txt`;
  const page = pages.hold([label, title], whoCanText(label, resource, read));
  await window.showTextDocument(await workspace.openTextDocument(page), { preview: true });
}
