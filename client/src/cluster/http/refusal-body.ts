import type { Readable } from 'node:stream';
import type { Log } from '../log.ts';

/**
 * The beginning of a refusal's body, as a text: what comes in up to about `most` bytes. Of one that breaks off, what has
 * come; that it did is no news for a person, and stands in the log.
 */
export async function readRefusalBody(body: Readable, most: number, log: Log): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) break;
    }
  } catch (error) {
    log.debug('reading a refusal', error);
  }
  return Buffer.concat(chunks).toString('utf8');
}
