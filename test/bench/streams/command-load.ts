import type { Writable } from 'node:stream';

/** From the command, or to it. */
export type Direction = 'out' | 'in';

/** What says so many bytes, or counts what it is told. */
export function commandOf(direction: Direction, bytes: number): string[] {
  return direction === 'out' ? ['sh', '-c', `head -c ${bytes} /dev/zero | cat`] : ['sh', '-c', 'cat | wc -c'];
}

/** Sends so many bytes, no faster than they are taken, and ends. */
export async function sendZeros(to: Writable, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!to.write(piece.subarray(0, left))) await new Promise((done) => to.once('drain', done));
  }
  to.end();
}

const piece = Buffer.alloc(64 * 1024);
