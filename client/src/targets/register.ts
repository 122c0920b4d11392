import type { ExtensionContext } from 'vscode';
import { clusterLine } from '../connections/object-target.ts';
import { onOptional } from '../prompts/command-handler.ts';
import type { MenuLines } from '../prompts/menu-lines.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { type TargetSources, TargetStatus } from './target-status.ts';

/** Where manifests and commands go: shown in the status bar, and changed by a click there or on a cluster's line. */
export function register(
  context: ExtensionContext,
  sources: TargetSources & { readonly menuLines: MenuLines },
): void {
  context.subscriptions.push(new TargetStatus(sources));
  registerCommands(context, sources, {
    'kubewright.setTarget': onOptional(clusterLine, async (line) =>
      (await import('./set-target-command.ts')).setTarget(sources, line),
    ),
  });
}
