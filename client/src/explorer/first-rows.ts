import type { ResourceStore } from '../cluster/cluster.ts';
import { type Clock, systemClock } from '../cluster/watch/clock.ts';

/** How long a line waits for its first rows before it says that it is loading. */
const patience = 700;

/** Resolves when a store has its first set of rows, or a reason why there is none, or when that takes long. */
export function firstRows(
  store: Pick<ResourceStore, 'freshness' | 'rows' | 'onDidChange'>,
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<void> {
  if (!isFirstSetComing(store) || store.rows.size > 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      listener.dispose();
      resolve();
    };
    const cancel = clock.after(patience, done);
    const listener = store.onDidChange(() => {
      if (!isFirstSetComing(store)) done();
    });
  });
}

/** Whether a store has no complete set yet, and nothing is known to be in the way of one. */
export function isFirstSetComing({ freshness }: Pick<ResourceStore, 'freshness'>): boolean {
  return freshness.state === 'empty' || freshness.state === 'listing';
}
