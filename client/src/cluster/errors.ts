import { type Cause, causesOf } from './causes.ts';
import { type Explanation, type FailedRequest, sentenceOf } from './explanation.ts';
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
  /** The cluster is protected from such requests by the person's own setting: nothing was sent. */
  | 'protected'
  /** This machine stands in the way (a local port that is taken). */
  | 'local';

/** What an answer that is a failure tells beside its `Status`, by its head. */
export interface AnswerFields {
  readonly code?: number;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly warnings?: readonly string[];
}

/**
 * A failed request. `message` is the explanation in one line: nobody reads in it what stands beside it as data. What is
 * secret in the words of others is masked, here for every one of them.
 */
export class ClusterError extends Error {
  readonly failure: FailureKind;
  readonly explanation: Explanation & { readonly request: FailedRequest };
  /** The server's own answer, when there was one. */
  readonly status: Status | undefined;
  /** The HTTP code that was answered, by the `Status` where there is one; undefined when there was no answer. */
  readonly code: number | undefined;
  /** The server's reasons, field by field; none when it did not answer with a `Status`. */
  readonly causes: readonly Cause[];
  /** How many seconds it wants to be left alone; undefined where it does not say. */
  readonly retryAfter: number | undefined;
  /** What it warned of beside. */
  readonly warnings: readonly string[];

  constructor(
    failure: FailureKind,
    explanation: Explanation & { readonly request: FailedRequest },
    options: AnswerFields & { status?: Status; cause?: unknown } = {},
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
    this.code = options.status?.code ?? options.code;
    this.retryAfter = options.status?.details?.retryAfterSeconds ?? options.retryAfter;
    this.warnings = options.warnings ?? [];
  }

  /** What was asked, and of which context. */
  get place(): FailedRequest {
    return this.explanation.request;
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
