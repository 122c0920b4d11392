import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { letGoBytes, ownBytes } from '../../../../spdy/src/held-bytes.ts';
import type { Clock } from '../watch/clock.ts';
import { keepUntilAnswered } from './kept-bytes.ts';
import type { PortStreams } from './spdy-connections.ts';

/** How a connection that was carried has ended. */
export type CarriedEnd =
  /** Both sides, or the client, have ended it. */
  | { readonly kind: 'ended' }
  /** The node says why it has not come about, or has broken. */
  | { readonly kind: 'refused'; readonly text: string }
  /** The same before anything has come of it: the local socket is as it was, and may be carried elsewhere. */
  | { readonly kind: 'unserved'; readonly text: string }
  /** What carried it is gone. */
  | { readonly kind: 'lost'; readonly error: unknown };

/** What the node has to say comes right behind the end of the data; it is not waited for longer. */
const reasonTime = 1_000;
/** A client that still sends when the pod has ended is listened to, so that it reads what it was answered. */
const farewell = 1_000;

/**
 * Carries a local connection over a pair of streams, whose ends it passes on one by one, until it has ended; the local one is
 * closed then, or reset where that is no regular end, but one that is unserved is left. Neither side is read faster than the other takes it. An abort ends it as
 * the end of the pod's program does, and so does the loss of what carries it where `isGone` says that the pod is. Never rejects.
 */
export async function carryConnection(
  local: Socket,
  { data, reason, close }: PortStreams,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
  isGone: () => Promise<boolean>,
): Promise<CarriedEnd> {
  const end = new Promise<CarriedEnd>((resolve) => {
    const over = async (otherwise: CarriedEnd) => {
      const text = await within(reason, reasonTime, clock);
      resolve(text ? { kind: 'refused', text } : otherwise);
    };
    const isGone = () => void over(data.errored ? { kind: 'lost', error: data.errored } : { kind: 'ended' });
    data.once('end', () => void over({ kind: 'ended' })).once('close', isGone);
    // Either may be over since it was opened.
    if (data.closed) isGone();
    if (local.destroyed) resolve({ kind: 'ended' });
    local.once('close', () => resolve({ kind: 'ended' }));
    void reason.then((text) => text && resolve({ kind: 'refused', text }));
    const abort = () => resolve({ kind: 'ended' });
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
  local.on('data', ownBytes);
  const kept = keepUntilAnswered(local, data);
  local.pipe(data);
  const stop = handOn(data, local);
  const told = await end;
  const ended: CarriedEnd = told.kind === 'lost' && (await isGone()) ? { kind: 'ended' } : told;
  local.unpipe(data).off('data', ownBytes);
  stop();
  if (ended.kind === 'refused' && kept.giveBack()) {
    close();
    return { kind: 'unserved', text: ended.text };
  }
  if (ended.kind === 'ended') await bidFarewell(local, clock);
  else local.resetAndDestroy();
  close();
  return ended;
}

/** Writes what comes of the pod to the client, no faster than it is taken, until it is stopped; what is written is let go. */
function handOn(data: Duplex, local: Socket): () => void {
  const write = (bytes: Buffer) => {
    if (!local.write(bytes, () => letGoBytes(bytes))) data.pause();
  };
  const resume = () => data.resume();
  local.on('drain', resume);
  data.on('data', write);
  return () => {
    local.off('drain', resume);
    data.off('data', write);
  };
}

function within<Value>(
  value: Promise<Value>,
  milliseconds: number,
  clock: Pick<Clock, 'after'>,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.after(milliseconds, () => resolve(undefined));
    void value.then((settled) => {
      cancel();
      resolve(settled);
    });
  });
}

/** Hands on what is left, and closes. A socket that is closed with something unread takes back what it has sent. */
async function bidFarewell(local: Socket, clock: Pick<Clock, 'after'>): Promise<void> {
  if (local.destroyed) return;
  await new Promise<void>((resolve) => {
    local.once('close', resolve);
    const close = () => local.destroy();
    local.end(() => {
      if (local.readableEnded) return close();
      const cancel = clock.after(farewell, close);
      local.once('end', close).once('close', cancel);
    });
    local.resume();
  });
}
