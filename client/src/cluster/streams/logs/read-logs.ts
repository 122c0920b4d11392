import { type CallOptions, callOptionsOf } from '../../call-options.ts';
import type { LogOptions } from '../../cluster.ts';
import { connectionError } from '../../http/failures.ts';
import { type ClusterRequest, streamRequest } from '../../http/request.ts';
import type { Transport } from '../../http/transport.ts';
import type { ObjectReference } from '../../kube-object.ts';
import { gathered } from './gathered.ts';

/** A container's log as it comes, no faster than it is read. Leaving the loop closes the connection. */
export async function* readLogs(
  transport: Transport,
  pod: ObjectReference,
  { signal, deadline, onWarning, ...options }: LogOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const request = logRequest(pod, options);
  const { body } = await transport.send(request, signal, callOptionsOf({ deadline, onWarning }));
  try {
    yield* gathered(body);
  } catch (error) {
    signal?.throwIfAborted();
    throw connectionError(request.intent, transport.asker, error);
  }
}

/** Lines of a container of a pod. */
export function logRequest(
  pod: ObjectReference,
  { follow, previous, timestamps, ...rest }: Omit<LogOptions, 'signal' | keyof CallOptions>,
): ClusterRequest {
  const { container, tailLines, sinceSeconds, sinceTime } = rest;
  return streamRequest(
    { ...pod, subresource: 'log' },
    {
      container,
      follow: follow || undefined,
      previous: previous || undefined,
      timestamps: timestamps || undefined,
      tailLines,
      sinceSeconds,
      sinceTime,
    },
  );
}
