import { ConfigurationTarget, commands, type WorkspaceFolder, workspace } from 'vscode';
import type { ContextTarget } from '../connections/object-target.ts';
import { type PickableTargets, pickTarget } from '../connections/pick-target.ts';
import { fitsPin, isPinned } from '../connections/target.ts';
import { whyNotOne } from '../connections/target-words.ts';
import { offerActions } from '../prompts/messages.ts';

const keep = 'as the target of the folder';

/** Set as Target, Choose the Target…: where the manifests of the folder that counts go from now on. */
export async function setTarget(sources: PickableTargets, line: ContextTarget | undefined): Promise<void> {
  const { targets } = sources;
  const folder = targets.folderOf();
  const title = `Target of ${folder?.name ?? 'This Window'}`;
  const pinned = targets.pinned(folder);
  const isFixed = isPinned(pinned) && pinned.namespace !== undefined;
  const resolved = await targets.resolve(folder);
  const isOther = line !== undefined && !fitsPin(pinned, line.context);
  if (isOther || (isFixed && resolved.is !== 'ambiguous')) return offerSetting(title, folder);
  const why = whyNotOne(resolved);
  await pickTarget(sources, { folder, title, keep, ...(line ? { context: line.context } : { why }) });
}

const openSetting = 'Open the Setting';

async function offerSetting(title: string, folder: WorkspaceFolder | undefined): Promise<void> {
  const answer = await offerActions(
    `${title}: it is pinned by the setting kubewright.target, and changed there.`,
    [openSetting],
  );
  if (answer === undefined) return;
  const inspected = workspace.getConfiguration('kubewright', folder?.uri).inspect('target');
  const place =
    inspected?.workspaceFolderValue !== undefined || inspected?.workspaceValue !== undefined
      ? ConfigurationTarget.Workspace
      : ConfigurationTarget.Global;
  const command =
    place === ConfigurationTarget.Workspace
      ? 'workbench.action.openWorkspaceSettings'
      : 'workbench.action.openSettings2';
  await commands.executeCommand(command, { query: 'kubewright.target' });
}
