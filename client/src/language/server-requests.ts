import { Uri } from 'vscode';
import type { ServerRequests } from '../../../server/src/protocol.ts';
import type { Log } from '../cluster/log.ts';
import type { Connections } from '../connections/connections.ts';
import type { Targets } from '../connections/targets.ts';
import type { ConnectedClusters } from './connected-clusters.ts';
import type { LanguageService } from './language-service.ts';

/** What the answers are made of. */
export interface AnswerSources {
  readonly connections: Connections;
  readonly connectedClusters: ConnectedClusters;
  readonly targets: Targets;
  readonly log: Log;
}

type Answers = {
  readonly [Method in keyof ServerRequests]: (
    sources: AnswerSources,
    params: ServerRequests[Method]['params'],
    signal: AbortSignal,
  ) => Promise<ServerRequests[Method]['result']>;
};

/** Every request of the language server to this side. What answers one is loaded when it is first asked. */
const answers: Answers = {
  'kubewright/openApiDocument': async ({ connections, connectedClusters }, params, signal) =>
    (await import('./open-api-document.ts')).openApiDocument(connections, connectedClusters, params, signal),
  'kubewright/liveObject': async (sources, params, signal) =>
    (await import('./live-object.ts')).liveObject(
      { ...sources, targetOf: (uri) => sources.targets.of(Uri.parse(uri)) },
      params,
      signal,
    ),
  'kubewright/clusterChoices': async ({ connections, targets }) =>
    (await import('./cluster-choices.ts')).clusterChoices(connections, targets),
};

/** Answers the language server from now on. */
export function answerServer(language: LanguageService, sources: AnswerSources): void {
  answerBy(language, sources, 'kubewright/openApiDocument');
  answerBy(language, sources, 'kubewright/liveObject');
  answerBy(language, sources, 'kubewright/clusterChoices');
}

function answerBy<Method extends keyof ServerRequests>(
  language: LanguageService,
  sources: AnswerSources,
  method: Method,
): void {
  language.onRequest(method, async (params, token) => {
    const controller = new AbortController();
    const listener = token.onCancellationRequested(() => controller.abort());
    try {
      return await answers[method](sources, params, controller.signal);
    } finally {
      listener.dispose();
    }
  });
}
