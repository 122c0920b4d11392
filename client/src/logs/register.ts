import type { ExtensionContext } from 'vscode';
import type { PickedFrom } from '../connections/pick-object.ts';
import { registerCommands } from '../prompts/register-commands.ts';

/** Logs of containers. */
export function register(context: ExtensionContext, clusters: PickedFrom): void {
  registerCommands(context, {
    'kubewright.showLogs': async (target) =>
      (await import('./show-logs-command.ts')).showLogs(clusters, target),
  });
}
