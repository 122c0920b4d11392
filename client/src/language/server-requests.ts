import {
  clusterChoicesMethod,
  type LiveObjectParams,
  liveObjectMethod,
  type OpenApiDocumentParams,
  openApiDocumentMethod,
} from '../../../server/src/protocol.ts';
import type { Log } from '../cluster/log.ts';
import type { Connections } from '../connections/connections.ts';
import type { LastTarget } from '../connections/last-target.ts';
import type { ConnectedClusters } from './connected-clusters.ts';
import type { LanguageService } from './language-service.ts';

/** What the answers are made of. */
export interface AnswerSources {
  readonly connections: Connections;
  readonly connectedClusters: ConnectedClusters;
  readonly lastTarget: LastTarget;
  readonly log: Log;
}

type Answer = (sources: AnswerSources, params: unknown, signal: AbortSignal) => Promise<unknown>;

/** Every request of the language server to this side. What answers one is loaded when it is first asked. */
const table: Readonly<Record<string, Answer>> = {
  [openApiDocumentMethod]: async ({ connections, connectedClusters }, params, signal) =>
    (await import('./open-api-document.ts')).openApiDocument(
      connections,
      connectedClusters,
      params as OpenApiDocumentParams,
      signal,
    ),
  [liveObjectMethod]: async (sources, params, signal) =>
    (await import('./live-object.ts')).liveObject(sources, params as LiveObjectParams, signal),
  [clusterChoicesMethod]: async ({ connections, lastTarget }) =>
    (await import('./cluster-choices.ts')).clusterChoices(connections, lastTarget),
};

/** Answers the language server from now on. */
export function answerServer(language: LanguageService, sources: AnswerSources): void {
  for (const [method, answer] of Object.entries(table)) {
    language.onRequest(method, async (params, token) => {
      const controller = new AbortController();
      const listener = token.onCancellationRequested(() => controller.abort());
      try {
        return await answer(sources, params, controller.signal);
      } finally {
        listener.dispose();
      }
    });
  }
}
