import { type LogOutputChannel, workspace } from 'vscode';
import {
  LanguageClient,
  type ServerOptions,
  ShowMessageNotification,
  TransportKind,
} from 'vscode-languageclient/node';
import { liveScheme } from '../connections/object-address.ts';
import type { CommandId } from '../contributions/commands.ts';
import { showServerMessage } from '../prompts/server-message.ts';
import { JsonManifests } from './json-manifests.ts';
import { languages } from './languages.ts';
import { withoutLiveSecrets } from './live-secrets.ts';
import { provideSuggestions } from './suggestions.ts';

/** Schemes of documents that the server is asked about: files here and elsewhere, new ones, and objects of clusters. */
const schemes = ['file', 'untitled', 'vscode-remote', 'vscode-vfs', liveScheme];

/** The client of the language server, not started yet. */
export function createLanguageClient(module: string, channel: LogOutputChannel): LanguageClient {
  const server: ServerOptions = { module, transport: TransportKind.ipc };
  const client = new LanguageClient('kubewright', 'Kubewright', server, {
    documentSelector: schemes.flatMap((scheme) => languages.map((language) => ({ scheme, language }))),
    middleware: {
      ...new JsonManifests(),
      ...withoutLiveSecrets,
      provideCompletionItem: provideSuggestions,
    },
    outputChannel: channel,
    initializationOptions: {
      suggestCommand: 'editor.action.triggerSuggest',
      suggestions: 'asTyped',
      fetchSchemaCommand: 'kubewright.fetchSchema' satisfies CommandId,
      liveObjects: 'asked',
      trust: workspace.isTrusted ? 'trusted' : 'untrusted',
      rulePage: `command:${'kubewright.showRules' satisfies CommandId}?${encodeURIComponent('["CODE"]')}`,
    },
  });
  // The library would show it as it is.
  client.onNotification(ShowMessageNotification.type, showServerMessage);
  return client;
}
