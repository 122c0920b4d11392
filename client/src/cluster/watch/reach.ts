import type { Explanation } from '../explanation.ts';

/** Whether a cluster is heard of, for all that is watched of it together. */
export type Reach =
  /** Nothing is watched, or nothing has come yet. */
  | { readonly state: 'unknown' }
  | { readonly state: 'live' }
  /** Nobody has answered since (milliseconds since the epoch). */
  | { readonly state: 'lost'; readonly since: number; readonly why: Explanation }
  /** It answers again, and what has happened meanwhile is on its way. */
  | { readonly state: 'resyncing' };

/** The reach of a cluster as it changes. */
export interface ReachRecord {
  readonly current: Reach;
  onDidChange(listener: () => void): { dispose(): void };
  /** Something has come. */
  heard(): void;
  lost(since: number, why: Explanation): void;
  /** Somebody answers again. */
  found(): void;
  /** All that is watched is what the server has now. */
  settled(): void;
  /** Nothing is watched any more. */
  unwatched(): void;
}

/** The reach of a cluster that nothing is known of yet. */
export function recordReach(): ReachRecord {
  let current: Reach = { state: 'unknown' };
  const listeners = new Set<() => void>();
  const become = (next: Reach) => {
    if (next.state === current.state && next.state !== 'lost') return;
    current = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get current() {
      return current;
    },
    onDidChange(listener) {
      const own = () => listener();
      listeners.add(own);
      return { dispose: () => void listeners.delete(own) };
    },
    heard() {
      if (current.state === 'unknown') become({ state: 'live' });
    },
    lost: (since, why) => become({ state: 'lost', since, why }),
    found() {
      if (current.state === 'lost') become({ state: 'resyncing' });
    },
    settled() {
      if (current.state === 'resyncing') become({ state: 'live' });
    },
    unwatched: () => become({ state: 'unknown' }),
  };
}
