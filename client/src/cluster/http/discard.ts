import type { Readable } from 'node:stream';

/** Ends a body that nobody reads: its connection is freed, and that it was cut is no error of anybody's. */
export function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}
