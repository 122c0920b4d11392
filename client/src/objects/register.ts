import { type ExtensionContext, languages } from 'vscode';
import { anyLines, kindLine, objectLine, objectLines } from '../connections/object-target.ts';
import { on, onNothing, onOptional } from '../prompts/command-handler.ts';
import type { HeldPages } from '../prompts/held-pages.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import type { ObjectDependencies } from './dependencies.ts';
import { DropProvider, dropMetadata } from './drop-provider.ts';
import { SelectedForCompare } from './selected-for-compare.ts';

const yaml = { language: 'yaml' };

/** What a person does to an object, one file each. */
export function register(
  context: ExtensionContext,
  dependencies: ObjectDependencies,
  pages: HeldPages,
): void {
  context.subscriptions.push(
    languages.registerDocumentDropEditProvider(yaml, new DropProvider(dependencies), dropMetadata),
  );
  const selected = new SelectedForCompare();
  registerCommands(context, dependencies, {
    'kubewright.deleteObject': onOptional(objectLines, async (targets) =>
      (await import('./delete-objects.ts')).deleteObjects(dependencies, targets),
    ),
    'kubewright.deleteByKey': onNothing(async () =>
      (await import('./delete-by-key.ts')).deleteByKey(dependencies),
    ),
    'kubewright.compareObjects': onOptional(objectLines, async (targets) =>
      (await import('./compare.ts')).compareObjects(dependencies, pages, targets),
    ),
    'kubewright.selectForCompare': on(objectLine, (target) => selected.select(target)),
    'kubewright.compareWithSelected': on(objectLine, async (target) =>
      (await import('./compare.ts')).showCompared(dependencies, pages, selected.object, target),
    ),
    'kubewright.whoCan': on(kindLine, async (target) =>
      (await import('./who-can-command.ts')).showWhoCan(dependencies, pages, target),
    ),
    'kubewright.copyName': on(anyLines, async (lines) => (await import('./copy-name.ts')).copyNames(lines)),
    'kubewright.copyByKey': onNothing(async () =>
      (await import('./copy-name.ts')).copyByKey(await dependencies.linesAtKeyboard()),
    ),
    'kubewright.copyAs': onOptional(objectLines, async (targets) =>
      (await import('./copy-as.ts')).copyAs(dependencies, targets),
    ),
  });
}
