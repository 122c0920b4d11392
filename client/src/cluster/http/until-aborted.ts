/** Stops waiting at an abort, with the signal's reason; what others wait for too goes on. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    const letGo = () => signal.removeEventListener('abort', abort);
    promise.then(
      (value) => {
        letGo();
        resolve(value);
      },
      (error: unknown) => {
        letGo();
        reject(error);
      },
    );
  });
}
