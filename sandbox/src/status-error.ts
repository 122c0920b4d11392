/** A cause of a `Status`. Reasons are meta/v1 CauseType: FieldValueInvalid, FieldManagerConflict, ... */
export interface StatusCause {
  reason: string;
  message: string;
  field?: string;
}

/** An error that the API answers as a `Status`: HTTP code, reason, message, details. */
export class StatusError extends Error {
  readonly code: number;
  readonly reason: string;
  readonly details:
    | { name?: string; group?: string; kind?: string; causes?: StatusCause[]; retryAfterSeconds?: number }
    | undefined;
  /** `metadata.continue` of the answer: a fresh token beside a 410. */
  readonly continueToken: string | undefined;

  constructor(
    code: number,
    reason: string,
    message: string,
    options: { details?: StatusError['details']; continueToken?: string } = {},
  ) {
    super(message);
    this.name = 'StatusError';
    this.code = code;
    this.reason = reason;
    this.details = options.details;
    this.continueToken = options.continueToken;
  }
}
