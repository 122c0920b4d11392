import type { CancellationToken, Disposable } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

/** The running language server. */
export interface LanguageService extends Disposable {
  /** Resolves when it answers. */
  readonly ready: Promise<void>;
  /** Asks it something of its own protocol, once it answers. Rejects when it does not run. */
  request<Result>(method: string, params: unknown): Promise<Result>;
  /** Tells it something of its own protocol; while it does not run, nobody. */
  notify(method: string, params: unknown): void;
  /** Answers what it asks by this method. */
  onRequest(method: string, answer: (params: unknown, token: CancellationToken) => Promise<unknown>): void;
  /** Called each time that it begins to run, also after it has died: then it knows nothing of what it was told. */
  onDidStart(listener: () => void): void;
}

/**
 * Starts the language server without waiting for it, nor for the client's library. A server that cannot be started, or
 * that dies again and again, is told by the client as one message; everything else goes on.
 *
 * @param module path of `dist/server.js`
 */
export function startLanguageService(module: string): LanguageService {
  const client = import('./language-client.ts').then(({ createLanguageClient }) =>
    createLanguageClient(module),
  );
  const ready = client.then((created) => created.start());
  // The client has told the person; the promise is for those who wait.
  ready.catch(() => undefined);
  const whenThere = (action: (created: LanguageClient) => unknown) => {
    client.then(action).catch(() => undefined);
  };
  return {
    ready,
    async request<Result>(method: string, params: unknown) {
      await ready;
      return await (await client).sendRequest<Result>(method, params);
    },
    notify(method, params) {
      whenThere((created) => (created.isRunning() ? created.sendNotification(method, params) : undefined));
    },
    onRequest(method, answer) {
      whenThere((created) => created.onRequest(method, answer));
    },
    onDidStart(listener) {
      whenThere((created) => created.onDidChangeState(() => created.isRunning() && listener()));
    },
    dispose: async () => {
      await ready.catch(() => undefined);
      await (await client).dispose().catch(() => undefined);
    },
  };
}
