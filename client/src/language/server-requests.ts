import {
  clusterChoicesMethod,
  type LiveObjectParams,
  liveObjectMethod,
  type OpenApiDocumentParams,
  openApiDocumentMethod,
} from '../../../server/src/protocol.ts';
import type { Features } from '../features.ts';

type Answer = (features: Features, params: unknown, signal: AbortSignal) => Promise<unknown>;

/** Every request of the language server to this side. What one needs beside the features is loaded when it is first asked. */
const table: Readonly<Record<string, Answer>> = {
  [openApiDocumentMethod]: async (features, params, signal) =>
    (await import('./open-api-document.ts')).openApiDocument(
      features,
      params as OpenApiDocumentParams,
      signal,
    ),
  [liveObjectMethod]: async (features, params, signal) =>
    (await import('./live-object.ts')).liveObject(features, params as LiveObjectParams, signal),
  [clusterChoicesMethod]: async (features) => (await import('./cluster-choices.ts')).clusterChoices(features),
};

/** Answers the language server from now on. */
export function answerServer(features: Features): void {
  for (const [method, answer] of Object.entries(table)) {
    features.language.onRequest(method, async (params, token) => {
      const controller = new AbortController();
      const listener = token.onCancellationRequested(() => controller.abort());
      try {
        return await answer(features, params, controller.signal);
      } finally {
        listener.dispose();
      }
    });
  }
}
