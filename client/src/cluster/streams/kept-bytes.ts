import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { holdBytes, letGoBytes } from '../../../../spdy/src/held-bytes.ts';

/** What a client has said before it was answered, so that it can be said to somebody else. */
export interface KeptBytes {
  /**
   * Gives it back to the client's socket, which is then as if nobody had read it. False where it cannot be: it was answered, has said
   * all, or more than is kept.
   */
  giveBack(): boolean;
}

const mostKept = 64 * 1024;

/** Keeps what `local` says from now on until something comes from `remote`. */
export function keepUntilAnswered(local: Socket, remote: Duplex): KeptBytes {
  let kept: Buffer[] | undefined = [];
  let length = 0;
  const forget = () => {
    for (const bytes of kept ?? []) letGoBytes(bytes);
    kept = undefined;
    local.off('data', keep).off('end', forget);
    remote.off('data', forget);
  };
  const keep = (bytes: Buffer) => {
    holdBytes(bytes);
    kept?.push(bytes);
    length += bytes.length;
    if (length > mostKept) forget();
  };
  local.on('data', keep).once('end', forget);
  remote.once('data', forget);
  return {
    giveBack() {
      if (!kept || local.destroyed || local.readableEnded) return false;
      const bytes = Buffer.concat(kept);
      forget();
      local.pause();
      if (bytes.length > 0) local.unshift(bytes);
      return true;
    },
  };
}
