import type { Uri, WorkspaceFolder } from 'vscode';
import { changeable, readOnly } from './confirm-change.ts';
import { type PickableTargets, pickTarget } from './pick-target.ts';
import type { FolderTarget, ResolvedTarget } from './target.ts';
import { goneWords, whyNotOne } from './target-words.ts';

/** A target that a command goes to, and whose it is. */
export interface AskedTarget {
  readonly target: FolderTarget;
  readonly folder: WorkspaceFolder | undefined;
}

/**
 * Where a command that changes something goes: the target of the folder that its files are in. Where there is none that can be
 * used the person is told why and asked, and what they choose is the folder's target from then on. Undefined when they leave it.
 */
export async function askForTarget(
  sources: PickableTargets,
  title: string,
  files: readonly Uri[] | undefined,
): Promise<AskedTarget | undefined> {
  const { targets, connections } = sources;
  const folders = (files ?? []).map((file) => targets.folderOf(file));
  const folder = folders[0] ?? targets.folderOf();
  const among = changeable(connections);
  const resolved = await targets.resolve(folder);
  const isOfSeveral = folders.some((other) => other?.uri.toString() !== folder?.uri.toString());
  if (resolved.is === 'one' && !isOfSeveral && among.has(resolved.target.context)) {
    return { target: resolved.target, folder };
  }
  if (isOfSeveral) {
    const why = 'The files are of several folders: choose where all of them go';
    const target = await pickTarget(sources, { folder, title, why, among, keep: 'for this time' });
    return target && { target, folder };
  }
  const why = whyAsked(resolved, sources);
  const keep = 'as the target of the folder';
  const target = await pickTarget(sources, { folder, title, why, among, keep });
  return target && { target, folder };
}

/** @throws where the setting alone can change it */
function whyAsked(resolved: ResolvedTarget, { connections }: PickableTargets): string | undefined {
  if (resolved.is === 'gone' && resolved.by === 'setting') {
    throw new Error(`${goneWords(resolved)}: change that setting, or the kubeconfig.`);
  }
  if (resolved.is !== 'one') return whyNotOne(resolved);
  const name = connections.labelOf(resolved.target.context);
  if (resolved.by === 'setting') throw new Error(readOnly(name));
  return `${name} is read-only: choose another cluster`;
}
