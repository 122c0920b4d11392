import {
  type CancellationToken,
  Disposable,
  type LogOutputChannel,
  type TextDocument,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { ClientNotifications, ClientRequests, ServerRequests } from '../../../server/src/protocol.ts';
import type { Log } from '../cluster/log.ts';
import { looksLikeJsonManifest } from './json-manifests.ts';
import { languages } from './languages.ts';

/** The language server, which runs from when there is something for it to read. */
export interface LanguageService extends Disposable {
  /** Starts it, if that has not been done, and resolves when it answers. */
  start(): Promise<void>;
  /** Asks it something of its own protocol, once it answers. Rejects when it does not run. */
  request<Method extends keyof ClientRequests>(
    method: Method,
    params: ClientRequests[Method]['params'],
  ): Promise<ClientRequests[Method]['result']>;
  /** Tells it something of its own protocol; while it does not run, nobody. */
  notify<Method extends keyof ClientNotifications>(method: Method, params: ClientNotifications[Method]): void;
  /** Answers what it asks by this method. */
  onRequest<Method extends keyof ServerRequests>(
    method: Method,
    answer: (
      params: ServerRequests[Method]['params'],
      token: CancellationToken,
    ) => Promise<ServerRequests[Method]['result']>,
  ): void;
  /** Called each time that it begins to run, also after it has died: then it knows nothing of what it was told. */
  onDidStart(listener: () => void): void;
}

/**
 * Starts the language server when a document is opened that it serves, without waiting for it, nor for the client's
 * library. A JSON file counts when it holds a manifest: of most that are opened nothing is started. A server that cannot
 * be started, or that dies again and again, is told by the client as one message; everything else goes on.
 *
 * @param module path of `dist/server.js`
 * @param channel where the client's library and the server write
 */
export function languageService(module: string, channel: LogOutputChannel, log: Log): LanguageService {
  let client: Promise<LanguageClient> | undefined;
  let ready: Promise<void> | undefined;
  const prepared: ((created: LanguageClient) => void)[] = [];
  const whenThere = (action: (created: LanguageClient) => unknown) => {
    client?.then(action).catch((error) => log.error('telling the language server', error));
  };
  const start = () => {
    if (ready) return ready;
    documents.dispose();
    client = import('./language-client.ts').then(({ createLanguageClient }) => {
      const created = createLanguageClient(module, channel);
      for (const prepare of prepared) prepare(created);
      return created;
    });
    ready = client.then((created) => created.start());
    // The client has told the person; the promise is for those who wait.
    ready.catch((error) => log.error('starting the language server', error));
    return ready;
  };
  const prepare = (action: (created: LanguageClient) => void) => {
    prepared.push(action);
    whenThere(action);
  };
  // A failure to start is logged there.
  const documents = whenServed(() => start().catch(() => undefined));
  return {
    start,
    async request(method, params) {
      await start();
      return await (await client!).sendRequest(method, params);
    },
    notify(method, params) {
      whenThere((created) => (created.isRunning() ? created.sendNotification(method, params) : undefined));
    },
    onRequest(method, answer) {
      prepare((created) => created.onRequest<unknown, void>(method, answer));
    },
    onDidStart(listener) {
      prepare((created) => created.onDidChangeState(() => created.isRunning() && listener()));
    },
    dispose: async () => {
      documents.dispose();
      await ready?.catch(() => undefined);
      await (await client)?.dispose().catch((error) => log.debug('ending the language server', error));
    },
  };
}

/** Calls back once there is a document that the server serves: at the next turn where one is open already. */
function whenServed(begin: () => unknown): Disposable {
  const look = (document: TextDocument) => {
    if (isServed(document)) begin();
  };
  const timer = setTimeout(() => {
    for (const document of workspace.textDocuments) look(document);
  });
  return Disposable.from(
    workspace.onDidOpenTextDocument(look),
    workspace.onDidChangeTextDocument(({ document }) => look(document)),
    new Disposable(() => clearTimeout(timer)),
  );
}

function isServed(document: TextDocument): boolean {
  if (!languages.includes(document.languageId)) return false;
  return document.languageId !== 'json' || looksLikeJsonManifest(document.getText());
}
