/** How one call of a cluster is made, beside what it asks. */
export interface CallOptions {
  /**
   * Milliseconds until the whole answer has come, authentication and everything that is sent again included; of a stream,
   * until it has begun. Each kind of request has one of its own where nothing is said.
   */
  readonly deadline?: number;
  /** Called with each text that the server warns of (its headers `Warning`), whether it has done it or refused it. */
  readonly onWarning?: (text: string) => void;
}

/** Those that are said, of some that may not be. */
export function callOptionsOf({
  deadline,
  onWarning,
}: {
  readonly [Name in keyof CallOptions]: CallOptions[Name] | undefined;
}): CallOptions {
  return { ...(deadline === undefined ? {} : { deadline }), ...(onWarning ? { onWarning } : {}) };
}
