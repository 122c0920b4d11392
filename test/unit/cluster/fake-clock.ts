import type { Clock } from '../../../client/src/cluster/watch/clock.ts';

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Lets time pass, timers in their order, and what they start settle. */
  pass(milliseconds: number): Promise<void>;
  /** Time passes and no timer runs: those that should have are late. */
  sleep(milliseconds: number): void;
  /** The delays of the timers that wait, from now. */
  readonly waiting: number[];
}

export function fakeClock(start = 1_000_000): FakeClock {
  let now = start;
  let timers: { at: number; call: () => void }[] = [];
  return {
    now: () => now,
    random: () => 0.5,
    after(milliseconds, call) {
      const timer = { at: now + milliseconds, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    sleep(milliseconds) {
      now += milliseconds;
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      await settled();
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((left, right) => left.at - right.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.call();
        await settled();
      }
      now = end;
    },
    get waiting() {
      return timers.map(({ at }) => at - now);
    },
  };
}

/** Lets everything that waits for nothing but other promises run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
