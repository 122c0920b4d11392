import { type Clock, systemClock } from '../../client/src/cluster/watch/clock.ts';

/** A clock by which so many seconds pass in one: nobody waits half a minute for what a client waits for. */
export function hastyClock(haste: number): Clock {
  const begun = Date.now();
  return {
    ...systemClock,
    now: () => begun + (Date.now() - begun) * haste,
    after: (milliseconds, call) => systemClock.after(milliseconds / haste, call),
  };
}
