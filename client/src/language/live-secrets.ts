import type { Middleware } from 'vscode-languageclient';
import { objectAddressOf } from '../connections/object-address.ts';

/**
 * Keeps the Secrets of clusters that a person looks at from the language server: nothing of such a document is sent to
 * it, neither its text nor a question about it, which has no answer then. Part of the language client's middleware.
 */
export const withoutLiveSecrets: Required<Pick<Middleware, 'sendNotification' | 'sendRequest'>> = {
  async sendNotification(type, next, params) {
    if (!isAboutLiveSecret(params)) await next(type, params);
  },
  async sendRequest<Params, Result>(
    type: Parameters<NonNullable<Middleware['sendRequest']>>[0],
    params: Params | undefined,
    token: Parameters<NonNullable<Middleware['sendRequest']>>[2],
    next: (
      type: Parameters<NonNullable<Middleware['sendRequest']>>[0],
      params?: Params,
      token?: Parameters<NonNullable<Middleware['sendRequest']>>[2],
    ) => Promise<Result>,
  ): Promise<Result> {
    // No answer is one that every request of the protocol about a document may have.
    return isAboutLiveSecret(params) ? (null as Result) : await next(type, params, token);
  },
};

/** Whether a document shows a Secret of a cluster. */
export function isLiveSecret(uri: string): boolean {
  const address = objectAddressOf(uri);
  return address?.kind === 'Secret' && address.apiVersion === 'v1';
}

function isAboutLiveSecret(params: unknown): boolean {
  const { textDocument, uri = textDocument?.uri } = (params ?? {}) as {
    textDocument?: { uri?: unknown };
    uri?: unknown;
  };
  return typeof uri === 'string' && isLiveSecret(uri);
}
