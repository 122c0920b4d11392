import { ClusterError } from '../errors.ts';
import type { Status } from '../status.ts';
import type { WatchFailure } from './watcher.ts';

/** What the failure of a list or a watch means for its watcher. */
export function failureOfError(error: unknown): WatchFailure {
  if (!(error instanceof ClusterError)) return { kind: 'other', message: (error as Error).message };
  const { message, failure, status } = error;
  if (failure === 'credentials') return { kind: 'credentials', message };
  if (!status) return { kind: 'other', message };
  return failureOfStatus(status, message);
}

/** The same for a `Status`; `message` is what a person reads. */
export function failureOfStatus(status: Status, message: string): WatchFailure {
  const retryAfterSeconds = status.details?.retryAfterSeconds;
  return {
    kind: kindOf(status),
    message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function kindOf({ code, message }: Status): WatchFailure['kind'] {
  switch (code) {
    case 401:
      return 'credentials';
    case 403:
      return 'forbidden';
    case 404:
    case 405:
      return 'missing';
    case 410:
      return 'expired';
    // The server does not know the parameters of a streaming list, or has them switched off.
    case 400:
    case 422:
      return 'no-streaming-lists';
  }
  // Its etcd is too old.
  return /RequestWatchProgress/.test(message) ? 'no-streaming-lists' : 'other';
}
