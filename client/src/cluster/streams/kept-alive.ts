import type { Clock } from '../watch/clock.ts';

/** What keeping a connection alive has to know of it. */
export interface KeptAlive {
  /** Bytes that have come, of whatever they were. */
  received(): number;
  /** Bytes that were sent, of whatever they were. */
  sent(): number;
  /** Whether nothing is read, or taken by the other side, for now. */
  isHeld(): boolean;
  /** Asks the other side for a sign of life. */
  ping(): void;
  /** Called once with why, where there has been no sign of life for long. */
  lost(error: Error): void;
}

/** Load balancers end what is silent. */
const pingInterval = 5_000;
/** As patient as kubectl. */
const mostSilentPings = 12;
/** A server that waits for who reads none of this answers no ping either, and is there all the same. */
const mostUnanswered = 4 * 1024;

/**
 * Pings on a connection while it is open, and finds out when nobody is there any more: after so many pings without a sign of
 * life. Returns what ends it.
 */
export function keepAlive(
  line: KeptAlive,
  clock: Pick<Clock, 'after'>,
  patience = mostSilentPings,
): () => void {
  let [received, sent, silentPings] = [line.received(), line.sent(), 0];
  let cancel = () => {};
  const look = () => {
    if (line.received() !== received) [received, sent, silentPings] = [line.received(), line.sent(), 0];
    else if (line.isHeld() || line.sent() - sent > mostUnanswered) silentPings = 0;
    else silentPings++;
    if (silentPings < patience) {
      line.ping();
      wait();
    } else line.lost(Object.assign(new Error('no sign of life for a minute'), { code: 'ETIMEDOUT' }));
  };
  const wait = () => {
    cancel = clock.after(pingInterval, look);
  };
  wait();
  return () => cancel();
}
