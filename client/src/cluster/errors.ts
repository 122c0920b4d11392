import type { Status } from './status.ts';

/** Why a request to a cluster failed, as a caller may need to tell apart. */
export type FailureKind =
  /** The server answered with a `Status`; see `status.reason`. */
  | 'status'
  /** No connection: refused, unknown host, timeout, reset. */
  | 'unreachable'
  /** The server's certificate is not trusted. */
  | 'certificate'
  /** The credentials could not be had (exec plugin failed, file missing, unsupported method). */
  | 'credentials'
  /** Something between answered (a proxy's HTML, an unreadable body). */
  | 'protocol'
  /** This machine stands in the way (a local port that is taken). */
  | 'local';

/** A failed request. `message` is one line for a person: what was asked, where, why, and the way out. */
export class ClusterError extends Error {
  readonly failure: FailureKind;
  /** The server's own answer, when there was one. */
  readonly status: Status | undefined;

  constructor(failure: FailureKind, message: string, options: { status?: Status; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ClusterError';
    this.failure = failure;
    this.status = options.status;
  }

  /** The Status' reason (`NotFound`, `Conflict`, ...), or undefined when the server did not answer with one. */
  get reason(): string | undefined {
    return this.status?.reason;
  }
}
