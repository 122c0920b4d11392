import type { Readable } from 'node:stream';
import type { Log } from '../log.ts';
import type { Clock } from '../watch/clock.ts';
import { decodedBody } from './content-encoding.ts';

/** A refusal is short, whatever it is of: of a stream, too, it is not waited for any longer. */
const longestWait = 10_000;

/** How the body of a refusal is read. */
export interface RefusalReading {
  /** The header `Content-Encoding`. */
  readonly encoding: string | undefined;
  /** About so many bytes are read, and no more of those that they were compressed to. */
  readonly longest: number;
  readonly log: Log;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * The beginning of a refusal's body, as a text. Of one that breaks off, or that nobody can inflate, what has come; that it
 * did is no news for a person, and stands in the log.
 */
export async function readRefusalBody(
  body: Readable,
  { encoding, longest, log, clock }: RefusalReading,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const cancel = clock.after(longestWait, () => body.destroy());
  try {
    for await (const chunk of decodedBody(body, encoding, longest) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > longest) break;
    }
  } catch (error) {
    log.debug('reading a refusal', error);
  } finally {
    cancel();
  }
  return Buffer.concat(chunks).toString('utf8');
}
