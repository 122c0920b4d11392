import { type Cause, causesOf } from './causes.ts';
import { type Explanation, type FailedRequest, sentenceOf } from './explanation.ts';
import type { Intent } from './intent.ts';
import { maskSecrets } from './mask-secrets.ts';
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
  /** The server has no such verb for the kind: nothing was sent. */
  | 'unserved'
  /** This machine stands in the way (a local port that is taken). */
  | 'local';

/**
 * A failed request. `message` is the explanation in one line: nobody reads in it what stands beside it as data. What is
 * secret in the words of others is masked, here for every one of them.
 */
export class ClusterError extends Error {
  readonly failure: FailureKind;
  readonly explanation: Explanation & { readonly request: FailedRequest };
  /** The server's own answer, when there was one. */
  readonly status: Status | undefined;
  /** The server's reasons, field by field; none when it did not answer with a `Status`. */
  readonly causes: readonly Cause[];

  constructor(
    failure: FailureKind,
    explanation: Explanation & { readonly request: FailedRequest },
    options: { status?: Status; cause?: unknown } = {},
  ) {
    const masked = { ...explanation, ...withoutSecrets(explanation) };
    super(sentenceOf(masked), { cause: options.cause });
    this.name = 'ClusterError';
    this.failure = failure;
    this.explanation = masked;
    this.status = options.status && { ...options.status, message: maskSecrets(options.status.message) };
    this.causes = (options.status ? causesOf(options.status) : []).map((cause) => ({
      ...cause,
      message: maskSecrets(cause.message),
    }));
  }

  /** What was asked. */
  get intent(): Intent {
    return this.explanation.request.intent;
  }

  /** The name of the context that it was asked of. */
  get context(): string {
    return this.explanation.request.context;
  }

  /** The Status' reason (`NotFound`, `Conflict`, ...), or undefined when the server did not answer with one. */
  get reason(): string | undefined {
    return this.status?.reason;
  }
}

/** Why something failed, of whatever was thrown. */
export function explanationOf(error: unknown): Explanation {
  if (error instanceof ClusterError) return error.explanation;
  return withoutSecrets({ fault: error instanceof Error ? error.message : String(error) });
}

function withoutSecrets({ fault, wayOut }: Explanation): Pick<Explanation, 'fault' | 'wayOut'> {
  return { fault: maskSecrets(fault), ...(wayOut === undefined ? {} : { wayOut: maskSecrets(wayOut) }) };
}
