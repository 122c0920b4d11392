/** Errors of connections that have not come about: nothing was sent on them. */
const neverConnected = new WeakSet<object>();

/** The same error, which is known from now on to be one of a connection that has not come about. */
export function asNeverConnected(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) neverConnected.add(error);
  return error;
}

/** Whether a request has failed because no connection came about: by the error itself, or by what it is caused by. */
export function wasNeverConnected(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (neverConnected.has(current)) return true;
  }
  return false;
}
