import { type ExtensionContext, type LogOutputChannel, window, workspace } from 'vscode';
import type { Log } from '../cluster/log.ts';
import type { Connections } from '../connections/connections.ts';
import type { Targets } from '../connections/targets.ts';
import { on, onOptional } from '../prompts/command-handler.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { kindOfCluster, problemCode } from './command-arguments.ts';
import { ConnectedClusters } from './connected-clusters.ts';
import { type LanguageService, languageService } from './language-service.ts';
import { languages } from './languages.ts';
import { LiveObjectChanges } from './live-object-changes.ts';
import { ManifestContextKey } from './manifest-context-key.ts';
import { answerServer } from './server-requests.ts';
import { leaveManifestsToKubewright } from './yaml-extension.ts';

/** What the language server is asked and told about, and where it and this side say what happens. */
export interface LanguageSources {
  readonly connections: Connections;
  readonly targets: Targets;
  readonly log: Log;
  readonly channel: LogOutputChannel;
}

/** The language server, started by the first document that it serves, with what it asks and is told of clusters. */
export function register(
  context: ExtensionContext,
  { connections, targets, log, channel }: LanguageSources,
): { readonly language: LanguageService; readonly editorHasManifest: ManifestContextKey } {
  const language = languageService(context.asAbsolutePath('dist/server.js'), channel, log);
  const connectedClusters = new ConnectedClusters(connections, targets, language, log);
  answerServer(language, { connections, connectedClusters, targets, log });
  const tellTrust = () => {
    if (workspace.isTrusted) language.notify('kubewright/workspaceTrusted', {});
  };
  // A server that has died and begins again was told of the trust when the client was made.
  language.onDidStart(tellTrust);
  const tellSight = () => {
    const served = window.visibleTextEditors.some(({ document }) => languages.includes(document.languageId));
    connectedClusters.inSight(served ? 'seen' : 'hidden');
  };
  tellSight();
  const editorHasManifest = new ManifestContextKey();
  context.subscriptions.push(
    window.onDidChangeVisibleTextEditors(tellSight),
    workspace.onDidGrantWorkspaceTrust(tellTrust),
    language,
    connectedClusters,
    new LiveObjectChanges(connections, targets, language),
    editorHasManifest,
    leaveManifestsToKubewright(log),
  );
  registerCommands(
    context,
    { log },
    {
      'kubewright.fetchSchema': on(kindOfCluster, async (argument) =>
        (await import('./fetch-schema-command.ts')).fetchSchemaOfKind(connections, argument),
      ),
      'kubewright.showRules': onOptional(problemCode, async (code) =>
        (await import('./show-rules-command.ts')).showRules(context, code),
      ),
    },
  );
  return { language, editorHasManifest };
}
