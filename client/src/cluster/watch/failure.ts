import { ClusterError, explanationOf } from '../errors.ts';
import type { Explanation } from '../explanation.ts';
import type { Status } from '../status.ts';
import type { WatchFailure } from './watch-state.ts';

/** What the failure of a list or a watch means for its watcher. */
export function failureOfError(error: unknown): WatchFailure {
  const why = explanationOf(error);
  if (!(error instanceof ClusterError)) return { kind: 'other', why };
  const { failure, status } = error;
  if (failure === 'credentials' || failure === 'unreachable') return { kind: failure, why };
  if (!status) return { kind: 'other', why };
  return failureOfStatus(status, why);
}

/** The same for a `Status`; `why` is what a person is told. */
export function failureOfStatus(status: Status, why: Explanation): WatchFailure {
  const retryAfterSeconds = status.details?.retryAfterSeconds;
  return {
    kind: kindOf(status),
    why,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function kindOf({ code, message, details }: Status): WatchFailure['kind'] {
  switch (code) {
    case 401:
      return 'credentials';
    case 403:
      return 'forbidden';
    case 404:
      return 'missing';
    case 405:
      return 'unwatchable';
    case 410:
      return 'expired';
    case 400:
    case 422: {
      // The server does not know the parameters of a streaming list, or has them switched off.
      const words = [message, ...(details?.causes ?? []).map(({ field = '' }) => field)];
      return words.some((text) => ofStreamingLists.test(text)) ? 'no-streaming-lists' : 'bad-request';
    }
  }
  // Its etcd is too old.
  return /RequestWatchProgress/.test(message) ? 'no-streaming-lists' : 'other';
}

const ofStreamingLists = /sendInitialEvents|resourceVersionMatch/;
