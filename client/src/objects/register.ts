import type { ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { anyLine, objectLines } from '../connections/object-target.ts';
import type { PickableClusters } from '../connections/pick-object.ts';
import { on, onOptional } from '../prompts/command-handler.ts';
import { registerCommands } from '../prompts/register-commands.ts';

/** What a person does to an object, one file each. */
export function register(
  context: ExtensionContext,
  clusters: PickableClusters & { readonly log: Log },
): void {
  registerCommands(context, clusters.log, {
    'kubewright.deleteObject': onOptional(objectLines, async (targets) =>
      (await import('./delete-objects.ts')).deleteObjects(clusters, targets),
    ),
    'kubewright.copyName': on(anyLine, async (line) => (await import('./copy-name.ts')).copyName(line)),
  });
}
