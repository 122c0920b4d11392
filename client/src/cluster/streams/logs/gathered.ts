import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * What a body has given since it was asked last, as one: servers write a log line by line, and each costs as much as a
 * thousand where it comes by itself. Reads no faster than it is asked; rejects as the body fails. Leaving the loop destroys it.
 */
export async function* gathered(body: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  let wake = () => {};
  let end = endOf(body);
  const readable = () => wake();
  const ended = () => {
    end ??= {};
    wake();
  };
  const failed = (error: Error) => {
    end = { error };
    wake();
  };
  body.on('readable', readable).on('end', ended).on('close', ended).on('error', failed);
  try {
    for (;;) {
      const chunk: Uint8Array | null = body.read();
      if (chunk !== null) yield chunk;
      else if (end?.error) throw end.error;
      else if (end) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        // What is on its way in this turn comes with it.
        if (!end) await nextTurn();
      }
    }
  } finally {
    body.off('readable', readable).off('end', ended).off('close', ended).off('error', failed);
    body.on('error', () => undefined).destroy();
  }
}

/** How a body has ended that is over before anybody looks at it. */
function endOf({ closed, errored }: Readable): { readonly error?: Error } | undefined {
  if (!closed) return undefined;
  return errored ? { error: errored } : {};
}
