import type { Readable } from 'node:stream';

/** A longer reason is cut. */
const longestReason = 16 * 1024;

/**
 * What an error stream says until it ends, or breaks off; nothing where all is well. It is read from now on, because what is
 * said right before it breaks off is for who reads already.
 */
export function readReason(error: Readable): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    error.on('data', (part: Buffer) => {
      if (length < longestReason) parts.push(part);
      length += part.length;
    });
    const done = () => resolve(Buffer.concat(parts).toString('utf8', 0, longestReason).trim());
    error.once('end', done).once('close', done);
  });
}
