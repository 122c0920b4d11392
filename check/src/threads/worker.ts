import type { MessagePort } from 'node:worker_threads';
import { SourceFiles } from '../files/source-files.ts';
import { Judge } from '../judging/judge.ts';
import { judgeHost } from '../judging/judge-host.ts';
import type { Result } from '../report.ts';
import type { BatchAnswer, BatchRequest, ThreadData } from './messages.ts';

/** Answers batches on this port until it is closed. */
export function startWorker(port: MessagePort, data: ThreadData): void {
  const judge = startJudge(data);
  // Whoever asks is told of it.
  judge.catch(() => {});
  port.on('message', ({ id, sources }: BatchRequest) => {
    judged(judge, sources).then(
      (results) => port.postMessage({ id, results } satisfies BatchAnswer),
      (error: Error) => port.postMessage({ id, failure: error.message } satisfies BatchAnswer),
    );
  });
}

async function startJudge({ options, catalog, known, given }: ThreadData): Promise<Judge> {
  const files = new SourceFiles();
  for (const [uri, text] of given) files.give(uri, text);
  for (const { uri, text } of known) files.give(uri, text);
  const uris = known.map(({ uri }) => uri);
  // Which of them it will be asked for is not known.
  return await Judge.start(judgeHost(catalog, files), options, uris, new Set());
}

async function judged(starting: Promise<Judge>, sources: BatchRequest['sources']): Promise<Result[]> {
  const judge = await starting;
  return await judge.judgeAll(sources);
}
