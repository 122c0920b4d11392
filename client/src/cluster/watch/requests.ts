import type { Resource, Status } from '../cluster.ts';
import { readStatus, statusError } from '../http/failures.ts';
import { intentOf } from '../http/intent.ts';
import { listRowsRequest, watchRowsRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { WatchRequests } from './driver.ts';
import { failureOfError, failureOfStatus } from './failure.ts';

/** The requests of a watcher of one resource in one namespace, or in all. */
export function watchRequests(
  transport: Transport,
  resource: Resource,
  namespace: string | undefined,
): WatchRequests {
  return {
    list: (continueToken, signal) =>
      transport.json(listRowsRequest(resource, namespace, continueToken), signal),
    async watch(from, timeoutSeconds, signal) {
      const request = watchRowsRequest(resource, namespace, from, timeoutSeconds);
      const { body } = await transport.send(request, signal);
      return body as AsyncIterable<Uint8Array>;
    },
    failureOf(error) {
      transport.log.debug(`watching ${resource.plural} of ${resource.apiVersion}`, error);
      return failureOfError(error);
    },
    failureOfStatus(object) {
      const status: Status = readStatus({ ...emptyStatus, body: JSON.stringify(object) }) ?? {
        code: 500,
        reason: 'InternalError',
        message: 'the watch broke off without a reason',
      };
      const { message } = statusError(intentOf('watch', resource, namespace), transport.asker, status);
      return failureOfStatus(status, message);
    },
  };
}

const emptyStatus = { code: 500, retryAfter: undefined };
