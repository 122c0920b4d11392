import type { ExtensionContext } from 'vscode';
import { anyLines, objectLines } from '../connections/object-target.ts';
import { on, onNothing, onOptional } from '../prompts/command-handler.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import type { ObjectDependencies } from './dependencies.ts';

/** What a person does to an object, one file each. */
export function register(context: ExtensionContext, dependencies: ObjectDependencies): void {
  registerCommands(context, dependencies.log, {
    'kubewright.deleteObject': onOptional(objectLines, async (targets) =>
      (await import('./delete-objects.ts')).deleteObjects(dependencies, targets),
    ),
    'kubewright.deleteByKey': onNothing(async () =>
      (await import('./delete-by-key.ts')).deleteByKey(dependencies),
    ),
    'kubewright.copyName': on(anyLines, async (lines) => (await import('./copy-name.ts')).copyNames(lines)),
  });
}
