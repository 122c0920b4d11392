/** How one call of a cluster is made, beside what it asks. */
export interface CallOptions {
  /**
   * Milliseconds until the whole answer has come, authentication and everything that is sent again included; of a stream,
   * until it has begun. Each kind of request has one of its own where nothing is said.
   */
  readonly deadline?: number;
  /** Called with each text that the server warns of (its headers `Warning`), whether it has done it or refused it. */
  readonly onWarning?: (text: string) => void;
  /** Called when a request that changes something is first handed to a connection: until then nothing can have been done. */
  readonly onSent?: (sent: SentChange) => void;
}

/** A change that was sent, as the record of the session has it. */
export interface SentChange {
  /** The object was read again because the answer was lost, and this was found. */
  found(what: string): void;
}

/** Those that are said, of some that may not be. */
export function callOptionsOf({
  deadline,
  onWarning,
  onSent,
}: {
  readonly [Name in keyof CallOptions]: CallOptions[Name] | undefined;
}): CallOptions {
  return {
    ...(deadline === undefined ? {} : { deadline }),
    ...(onWarning ? { onWarning } : {}),
    ...(onSent ? { onSent } : {}),
  };
}
