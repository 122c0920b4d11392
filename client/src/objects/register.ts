import type { ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import type { PickableClusters } from '../connections/pick-object.ts';
import { registerCommands } from '../prompts/register-commands.ts';

/** What a person does to an object, one file each. */
export function register(
  context: ExtensionContext,
  clusters: PickableClusters & { readonly log: Log },
): void {
  registerCommands(context, clusters.log, {
    'kubewright.deleteObject': async (target) =>
      (await import('./delete-object.ts')).deleteObject(clusters, target),
    'kubewright.copyName': async (target) => (await import('./copy-name.ts')).copyName(target),
  });
}
