import { ClusterError } from '../errors.ts';
import { wasNeverConnected } from '../http/never-connected.ts';

/** What the failure of a request says of whether it was done. */
export type Certainty =
  /** Nothing was sent. */
  | 'not-sent'
  /** It was not done. */
  | 'refused'
  /** It may have been done: the answer is lost, or is that of who does not know either. */
  | 'unknown';

/** How certain it is that what has failed was not done. An abort says nothing, and neither does a server that has failed itself. */
export function certaintyOf(error: unknown): Certainty {
  if (wasNeverConnected(error)) return 'not-sent';
  if (!(error instanceof ClusterError)) return 'unknown';
  switch (error.failure) {
    case 'unserved':
    case 'protected':
    case 'credentials':
    case 'certificate':
    case 'local':
      return 'not-sent';
    case 'unreachable':
      return 'unknown';
    case 'status':
    case 'protocol':
      return isRefusal(error.code) ? 'refused' : 'unknown';
  }
}

/** Whether an answer of this code says that nothing was done. */
export function isRefusal(code: number | undefined): boolean {
  return code !== undefined && code >= 300 && code < 500;
}
