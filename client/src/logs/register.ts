import type { ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { objectOrContainerLine } from '../connections/object-target.ts';
import type { PickableClusters } from '../connections/pick-object.ts';
import { onOptional } from '../prompts/command-handler.ts';
import type { MenuLines } from '../prompts/menu-lines.ts';
import { registerCommands } from '../prompts/register-commands.ts';

/** Logs of containers. */
export function register(
  context: ExtensionContext,
  clusters: PickableClusters & { readonly log: Log; readonly menuLines: MenuLines },
): void {
  registerCommands(context, clusters, {
    'kubewright.showLogs': onOptional(objectOrContainerLine, async (target) =>
      (await import('./show-logs-command.ts')).showLogs(clusters, target),
    ),
  });
}
