import type { IncomingMessage } from 'node:http';
import { StatusError } from '../status-error.ts';

/** The API server's own limit. */
export const longestBody = 3 * 1024 * 1024;

/** The whole body of a request as bytes. Throws a 413 when it is too long; rejects when the client goes away. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestBody) {
      throw new StatusError(
        413,
        'RequestEntityTooLarge',
        `Request entity too large: limit is ${longestBody}`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
