import type { CallOptions } from '../call-options.ts';
import { connectionError, statusError, wrongAnswerError } from '../http/failures.ts';
import { readStatus } from '../http/read-status.ts';
import { operationRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { checkVerb } from '../objects/served-verbs.ts';
import type { ServerEvent, WatchOperation } from '../operation.ts';
import { asFields, field, textOf, WrongAnswer } from '../wrong-answer.ts';
import { splitLines } from './json-lines.ts';

/**
 * The events of one watch as they come, until the server ends it; leaving the loop closes it. For who needs each of them: a
 * store follows on by itself and shows what there is. Rejects with a `ClusterError`, an event of type ERROR among them.
 */
export async function* watchEvents(
  transport: Transport,
  operation: WatchOperation,
  signal?: AbortSignal,
  options?: CallOptions,
): AsyncGenerator<ServerEvent, void, undefined> {
  checkVerb(transport, 'watch', operation.of);
  const request = operationRequest(operation);
  const { asker } = transport;
  const { body } = await transport.send(request, signal, options);
  const lines = splitLines();
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      for (const line of lines.push(chunk)) {
        const event: unknown = JSON.parse(line);
        if (textOf(event, 'type') === 'ERROR') {
          const status = readStatus(field(event, 'object'), { code: 500 });
          if (status) throw statusError(request.intent, asker, status);
        }
        yield serverEvent(event);
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    const wrong = error instanceof SyntaxError ? WrongAnswer.of('an event of a watch', undefined) : error;
    throw connectionError(request.intent, asker, wrongAnswerError(request.intent, asker, wrong));
  } finally {
    body.destroy();
  }
}

const types: readonly string[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'] satisfies ServerEvent['type'][];

function serverEvent(event: unknown): ServerEvent {
  const type = textOf(event, 'type');
  const object = field(event, 'object');
  if (type === undefined || !types.includes(type) || !asFields(object)) {
    throw WrongAnswer.of('an event of a watch', event);
  }
  return { type, object } as ServerEvent;
}
