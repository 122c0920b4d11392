import { type ExtensionContext, window } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { liveScheme } from '../connections/object-address.ts';
import { type ObjectTarget, objectLines } from '../connections/object-target.ts';
import type { PickableClusters } from '../connections/pick-object.ts';
import type { Refresh } from '../connections/refresh.ts';
import { onNothing, onOptional } from '../prompts/command-handler.ts';
import type { MenuLines } from '../prompts/menu-lines.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { LiveDocuments } from './live-documents.ts';

/** Objects of clusters as documents, read when they are opened and when a person asks that they are read again. */
export function register(
  context: ExtensionContext,
  clusters: PickableClusters & {
    readonly refresh: Refresh;
    readonly log: Log;
    readonly menuLines: MenuLines;
    /** The lines of the Clusters view that a key means; undefined where the keyboard is elsewhere. */
    readonly linesAtKeyboard: () => Promise<readonly object[] | undefined>;
  },
): void {
  const { refresh } = clusters;
  const documents = new LiveDocuments(clusters.connections);
  context.subscriptions.push(
    documents,
    refresh.onDidAsk((scope) => {
      const shown = window.activeTextEditor?.document.uri;
      if (scope === 'everything' && shown?.scheme === liveScheme) documents.refresh(shown);
      if (typeof scope === 'object' && 'document' in scope) documents.refresh(scope.document);
    }),
  );
  const open = async (targets: readonly ObjectTarget[] | undefined) =>
    (await import('./open-yaml-command.ts')).openYaml(clusters, documents, targets);
  registerCommands(context, clusters, {
    'kubewright.openYaml': onOptional(objectLines, (targets) => open(targets)),
    'kubewright.openByKey': onNothing(async () =>
      (await import('./open-by-key.ts')).openByKey(await clusters.linesAtKeyboard(), open),
    ),
  });
}
