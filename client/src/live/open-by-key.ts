import { commands } from 'vscode';
import { asObjectTarget, type ObjectTarget } from '../connections/object-target.ts';
import { abilities, isAble } from '../contributions/abilities.ts';

/**
 * Enter in the Clusters view: opens the objects among the lines that it means; on lines of anything else it does what it does in
 * every tree of VS Code.
 */
export async function openByKey(
  lines: readonly object[] | undefined,
  open: (objects: readonly ObjectTarget[]) => Promise<void>,
): Promise<void> {
  const objects = (lines ?? []).flatMap((line) => asObjectTarget(line) ?? []);
  const readable = objects.filter(({ reference }) => isAble(reference.resource, abilities.openYaml));
  if (readable.length > 0) await open(readable);
  else await commands.executeCommand('list.select');
}
