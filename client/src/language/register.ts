import { type ExtensionContext, type LogOutputChannel, window, workspace } from 'vscode';
import type { Log } from '../cluster/log.ts';
import type { Connections } from '../connections/connections.ts';
import type { LastTarget } from '../connections/last-target.ts';
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
  readonly lastTarget: LastTarget;
  readonly log: Log;
  readonly channel: LogOutputChannel;
}

/** The language server, started by the first document that it serves, with what it asks and is told of clusters. */
export function register(
  context: ExtensionContext,
  { connections, lastTarget, log, channel }: LanguageSources,
): LanguageService {
  const language = languageService(context.asAbsolutePath('dist/server.js'), channel, log);
  const connectedClusters = new ConnectedClusters(connections, lastTarget, language, log);
  answerServer(language, { connections, connectedClusters, lastTarget, log });
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
  context.subscriptions.push(
    window.onDidChangeVisibleTextEditors(tellSight),
    workspace.onDidGrantWorkspaceTrust(tellTrust),
    language,
    connectedClusters,
    new LiveObjectChanges(connections, lastTarget, language),
    new ManifestContextKey(),
    leaveManifestsToKubewright(log),
  );
  registerCommands(context, log, {
    'kubewright.fetchSchema': on(kindOfCluster, async (argument) =>
      (await import('./fetch-schema-command.ts')).fetchSchemaOfKind(connections, argument),
    ),
    'kubewright.showRules': onOptional(problemCode, async (code) =>
      (await import('./show-rules-command.ts')).showRules(context, code),
    ),
  });
  return language;
}
