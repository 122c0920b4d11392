import type { ExtensionContext } from 'vscode';
import type { PickedFrom } from '../connections/pick-object.ts';
import { registerCommands } from '../prompts/register-commands.ts';

/** What a person does to an object, one file each. */
export function register(context: ExtensionContext, clusters: PickedFrom): void {
  registerCommands(context, {
    'kubewright.deleteObject': async (target) =>
      (await import('./delete-object.ts')).deleteObject(clusters, target),
    'kubewright.copyName': async (target) => (await import('./copy-name.ts')).copyName(target),
  });
}
