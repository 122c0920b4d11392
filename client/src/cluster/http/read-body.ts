import type { Readable } from 'node:stream';

/** An answer that is longer than it may be. */
export class TooLongError extends Error {
  constructor(longest: number) {
    super(`it is longer than ${longest / 1024 / 1024} MiB`);
    this.name = 'TooLongError';
  }
}

/** A body as a text. @throws TooLongError, once more than `longest` bytes have come; nothing is read any more then. */
export async function readBody(body: Readable, longest: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > longest) throw new TooLongError(longest);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
