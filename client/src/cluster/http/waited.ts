import type { Clock } from '../watch/clock.ts';

/** Waits; rejects with the signal's reason as soon as that aborts. */
export function waited(
  milliseconds: number,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}
