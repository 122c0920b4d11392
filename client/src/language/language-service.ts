import type { Disposable } from 'vscode';

/** The running language server. */
export interface LanguageService extends Disposable {
  /** Resolves when it answers. */
  readonly ready: Promise<void>;
  /** Asks it something of its own protocol, once it answers. Rejects when it does not run. */
  request<Result>(method: string, params: unknown): Promise<Result>;
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
  return {
    ready,
    async request<Result>(method: string, params: unknown) {
      await ready;
      return await (await client).sendRequest<Result>(method, params);
    },
    dispose: async () => {
      await ready.catch(() => undefined);
      await (await client).dispose().catch(() => undefined);
    },
  };
}
