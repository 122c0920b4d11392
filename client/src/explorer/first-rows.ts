import type { ResourceStore } from '../cluster/cluster.ts';
import { type Clock, systemClock } from '../cluster/watch/clock.ts';
import { isFirstSetComing } from '../cluster/watch/first-set.ts';

/**
 * How long a line waits for its first rows before it says that it is loading. VS Code shows nothing of a refresh before the last
 * of its lines has answered, and then collapses what was expanded meanwhile.
 */
export const patience = 700;

/** Something that may be on its way. */
export interface Coming {
  readonly isComing: boolean;
  onDidChange(listener: () => void): { dispose(): void };
}

/** Whether a store has no rows yet, and its first set is on its way. */
export function lacksFirstRows(store: Pick<ResourceStore, 'freshness' | 'rows'>): boolean {
  return store.rows.size === 0 && isFirstSetComing(store);
}

/** Resolves when a store has its first set of rows, or a reason why there is none, or when that takes long. */
export function firstRows(
  store: Pick<ResourceStore, 'freshness' | 'rows' | 'onDidChange'>,
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<void> {
  const coming: Coming = {
    get isComing() {
      return lacksFirstRows(store);
    },
    onDidChange: (listener) => store.onDidChange(listener),
  };
  return untilHere(coming, clock);
}

/** Resolves when it is on its way no more, or when that takes long. */
export function untilHere(coming: Coming, clock: Pick<Clock, 'after'> = systemClock): Promise<void> {
  if (!coming.isComing) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      listener.dispose();
      resolve();
    };
    const cancel = clock.after(patience, done);
    const listener = coming.onDidChange(() => {
      if (!coming.isComing) done();
    });
  });
}

/** Resolves when something, which does not reject, is done, or when that takes long. */
export function untilDone(done: Promise<void>, clock: Pick<Clock, 'after'> = systemClock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(patience, resolve);
    void done.then(() => {
      cancel();
      resolve();
    });
  });
}
