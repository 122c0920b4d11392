import { ClusterError } from '../../errors.ts';
import type { ObjectReference } from '../../kube-object.ts';
import { saysGone } from '../pod-state.ts';

/** What a failed read of a log means for who follows it. */
export interface LogFailure {
  readonly next: NextStep;
  /** Set where it is not allowed to read it. */
  readonly because?: 'forbidden';
  /** How many seconds the server wants to be left alone. */
  readonly after?: number | undefined;
}

type NextStep =
  /** It may be read again later. */
  | 'try again'
  /** There is no such pod. */
  | 'gone'
  /** It will be the same each time: nobody may read it, or what was asked for is wrong. */
  | 'stop';

/**
 * `read` is whether something of this log was read before: what was asked for is right then. A server that is being
 * started anew, a proxy before it and a line that breaks have no end of a log to tell.
 */
export function logFailureOf(error: unknown, pod: ObjectReference, read: 'before' | 'never'): LogFailure {
  if (!(error instanceof ClusterError)) return { next: 'stop' };
  const { failure, status } = error;
  const again: LogFailure = { next: 'try again', after: status?.details?.retryAfterSeconds };
  if (!status) return failure === 'unreachable' || failure === 'protocol' ? again : { next: 'stop' };
  if (saysGone(status, pod)) return { next: 'gone' };
  if (status.code >= 500 || passing.has(status.code)) return again;
  if (status.code === 403) return { next: 'stop', because: 'forbidden' };
  if (status.code !== 400) return { next: 'stop' };
  if (waits.test(status.message)) return again;
  return read === 'never' || wrongContainer.test(status.message) ? { next: 'stop' } : again;
}

/** Also a 404, which is a kubelet's that does not know the pod yet where it does not name it as gone. */
const passing = new Set([404, 408, 425, 429]);

/** What a kubelet says of a container that has not run yet. */
const waits = /is waiting to start|ContainerCreating|PodInitializing|is not available/;

/** What an API server says of a container that the pod has not, or that is not named where there are several. */
const wrongContainer = /is not valid for pod|a container name must be specified/;
