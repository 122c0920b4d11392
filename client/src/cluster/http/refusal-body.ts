import type { Readable } from 'node:stream';
import type { Log } from '../log.ts';
import type { Clock } from '../watch/clock.ts';

/** A refusal is short, whatever it is of: of a stream, too, it is not waited for any longer. */
const longestWait = 10_000;

/**
 * The beginning of a refusal's body, as a text: what comes in up to about `most` bytes. Of one that breaks off, what has
 * come; that it did is no news for a person, and stands in the log.
 */
export async function readRefusalBody(
  body: Readable,
  most: number,
  { log, clock }: { readonly log: Log; readonly clock: Pick<Clock, 'after'> },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const cancel = clock.after(longestWait, () => body.destroy());
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) break;
    }
  } catch (error) {
    log.debug('reading a refusal', error);
  } finally {
    cancel();
  }
  return Buffer.concat(chunks).toString('utf8');
}
