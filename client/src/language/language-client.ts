import type { Disposable } from 'vscode';
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';
import { liveScheme } from '../live/live-documents.ts';

/** The running language server. */
export interface LanguageService extends Disposable {
  /** Resolves when it answers. */
  readonly ready: Promise<void>;
}

/** Schemes of documents that the server is asked about: files here and elsewhere, new ones, and objects of clusters. */
const schemes = ['file', 'untitled', 'vscode-remote', 'vscode-vfs', liveScheme];

/**
 * Starts the language server without waiting for it. A server that cannot be started, or that dies again and again, is
 * told by the client as one message; everything else goes on.
 *
 * @param module path of `dist/server.js`
 */
export function startLanguageClient(module: string): LanguageService {
  const server: ServerOptions = { module, transport: TransportKind.ipc };
  const options: LanguageClientOptions = {
    documentSelector: schemes.map((scheme) => ({ scheme, language: 'yaml' })),
    outputChannelName: 'Kubewright',
    initializationOptions: { suggestCommand: 'editor.action.triggerSuggest' },
  };
  const client = new LanguageClient('kubewright', 'Kubewright', server, options);
  const ready = client.start();
  // The client has told the person; the promise is for those who wait.
  ready.catch(() => undefined);
  return {
    ready,
    dispose: () => client.dispose().catch(() => undefined),
  };
}
