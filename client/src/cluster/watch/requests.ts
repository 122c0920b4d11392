import { statusError, wrongAnswerError } from '../http/failures.ts';
import { readStatus } from '../http/read-status.ts';
import { type Collection, collectionRequest, operationRequest } from '../http/request.ts';
import { intentOf } from '../http/request-intents.ts';
import type { Transport } from '../http/transport.ts';
import { containersReader, objectReader, tableReader } from '../objects/table.ts';
import type { Status } from '../status.ts';
import { field, textOf } from '../wrong-answer.ts';
import type { WatchRequests } from './driver.ts';
import { failureOfError, failureOfStatus } from './failure.ts';

/**
 * The requests of a watcher of a collection, and how their answers are read. `versions`: whether resource versions may be
 * ordered, as far as is known now.
 */
export function watchRequests(
  transport: Transport,
  collection: Collection,
  versions: () => 'ordered' | 'opaque',
): WatchRequests {
  const { resource, namespace } = collection;
  return {
    get prefersStreams() {
      return !transport.compresses;
    },
    list: (continueToken, signal) =>
      transport.json(collectionRequest(collection, { verb: 'list', continueToken }), asItIs, signal),
    async watch(from, timeoutSeconds, signal) {
      const request = collectionRequest(collection, { verb: 'watch', from, timeoutSeconds });
      const { body } = await transport.send(request, signal);
      return body as AsyncIterable<Uint8Array>;
    },
    async currentVersion(signal) {
      if (versions() === 'opaque') return undefined;
      const operation = { verb: 'list', of: { resource, namespace }, as: 'metadata', limit: 1 } as const;
      const answer = await transport.json(operationRequest(operation), asItIs, signal);
      return textOf(field(answer, 'metadata'), 'resourceVersion');
    },
    ...readerOf(collection),
    failureOf(error) {
      transport.log.debug(`watching ${resource.plural} of ${resource.apiVersion}`, error);
      const intent = intentOf('watch', resource, namespace);
      const failure = failureOfError(wrongAnswerError(intent, transport.asker, error));
      // They are read anew with every request, which asks nobody.
      const isRenewed = failure.kind === 'credentials' && transport.credentialsInFiles;
      return isRenewed ? { ...failure, kind: 'other' } : failure;
    },
    failureOfStatus(object) {
      const status: Status = readStatus(object, { code: 500 }) ?? {
        code: 500,
        reason: 'InternalError',
        message: 'the watch broke off without a reason',
      };
      const { explanation } = statusError(intentOf('watch', resource, namespace), transport.asker, status);
      return failureOfStatus(status, explanation);
    },
  };
}

function readerOf({ content, resource }: Collection) {
  switch (content) {
    case 'rows':
      return tableReader();
    case 'objects':
      return objectReader(resource);
    case 'containers':
      return containersReader(resource);
  }
}

/** The driver reads it, which knows the pages before it. */
function asItIs(answer: unknown): unknown {
  return answer;
}
