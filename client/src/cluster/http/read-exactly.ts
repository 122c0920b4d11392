import { once } from 'node:events';
import type { Socket } from 'node:net';

/**
 * The next `length` bytes of a socket; what comes behind them stays in it. Rejects with the socket's error or the signal's
 * reason; undefined where it ends before.
 */
export async function readExactly(
  socket: Socket,
  length: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  let bytes: Buffer = Buffer.alloc(0);
  while (bytes.length < length) {
    const chunk = await nextBytes(socket, signal);
    if (!chunk) return undefined;
    bytes = Buffer.concat([bytes, chunk]);
  }
  if (bytes.length > length) socket.unshift(bytes.subarray(length));
  return bytes.subarray(0, length);
}

/** The bytes of a socket that come next, at least one; undefined where it ends. Rejects as `readExactly` does. */
export async function nextBytes(socket: Socket, signal: AbortSignal): Promise<Buffer | undefined> {
  for (;;) {
    signal.throwIfAborted();
    // All that is there: who leaves a part and waits for more is told of that part again and again.
    const chunk: Buffer | null = socket.read();
    if (chunk !== null) return chunk;
    if (socket.readableEnded || socket.destroyed) return undefined;
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    try {
      await Promise.race(
        ['readable', 'end', 'close'].map((event) => once(socket, event, { signal: either })),
      );
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      stop.abort();
    }
  }
}
