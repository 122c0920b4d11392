import type { ExtensionContext } from 'vscode';
import { systemClock } from '../cluster/watch/clock.ts';
import { objectLine } from '../connections/object-target.ts';
import { on, onOptional } from '../prompts/command-handler.ts';
import type { MenuLines } from '../prompts/menu-lines.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { editorDocument, lineInFocus } from './command-arguments.ts';
import type { SearchDependencies } from './dependencies.ts';
import { KeptSearches } from './kept-searches.ts';

/** Finds objects and kinds of clusters by their names. */
export function register(
  context: ExtensionContext,
  below: Omit<SearchDependencies, 'kept' | 'last' | 'clock'> & { readonly menuLines: MenuLines },
): void {
  const kept = new KeptSearches(systemClock);
  const dependencies: SearchDependencies = {
    ...below,
    kept,
    last: { context: undefined },
    clock: systemClock,
  };
  context.subscriptions.push(
    kept,
    below.connections.onDidWrite(() => kept.forget()),
    below.connections.onDidClose(() => kept.forget()),
  );
  registerCommands(context, below, {
    'kubewright.searchObjects': onOptional(lineInFocus, async (line) =>
      (await import('./search-command.ts')).searchObjects(dependencies, line?.cluster),
    ),
    'kubewright.goToKind': onOptional(lineInFocus, async (line) =>
      (await import('./go-to-kind-command.ts')).goToKind(dependencies, line?.cluster),
    ),
    'kubewright.revealInClusters': onOptional(editorDocument, async (uri) =>
      (await import('./reveal-in-clusters-command.ts')).revealInClusters(dependencies, uri),
    ),
    'kubewright.revealManifest': on(objectLine, async (target) =>
      (await import('./reveal-manifest-command.ts')).revealManifest(dependencies, target),
    ),
  });
}
