import type { Explanation } from '../explanation.ts';
import type { Clock } from './clock.ts';

/**
 * Whether a cluster can be reached, for all its watchers together: while everything is quiet one small request now and
 * then tells a quiet cluster from a dead line, and while the cluster is gone one request speaks for all.
 */
export interface Route {
  /** Something has come from the API server. */
  heard(): void;
  /** A watcher got no answer, or none that it can use: it waits for `found`. */
  check(): void;
  /** Whether anything is watched: nothing is asked otherwise. */
  watched(is: 'watched' | 'unwatched'): void;
  /** Stops asking, for good. */
  dispose(): void;
}

/** What the route tells. `heard` is when the last of the cluster was heard, in milliseconds since the epoch. */
export interface RouteListener {
  /** Nobody answers. */
  lost(heard: number, why: Explanation): void;
  /** Somebody answers, but not on the connections of before. */
  changed(heard: number): void;
  /** Who waits for it may ask again within `spread` milliseconds. */
  found(spread: number): void;
}

/** One small request to the API server. */
export interface Probe {
  /**
   * Resolves with any answer of the API server, also one that refuses: `unready` where it says that it is not ready to
   * serve. Rejects where there is none. Never authenticates anew.
   */
  send(signal: AbortSignal): Promise<'ready' | 'unready'>;
  /** Connections of before are not used for anything new. */
  renewConnections(): void;
  /** What a person is told of a `send` that was rejected. */
  explain(error: unknown): Explanation;
}

/** What is not heard of for so long is asked. */
const longestQuiet = 15_000;
/** An answer to so small a request takes no longer. */
const patience = 5_000;
/** While the cluster is gone it is asked this often, with jitter. */
const retryFrom = 1_000;
const retrySpread = 1_000;
/** Many watchers come back within this time. */
const foundSpread = 2_000;
/** A server that says it is not ready is taken at its word for so long. */
const longestUnready = 30_000;

export function createRoute(probe: Probe, listener: RouteListener, clock: Clock): Route {
  let isWatched = false;
  let isLost = false;
  /** Watchers wait to be told. */
  let isAwaited = false;
  let heardAt = clock.now();
  let unreadySince: number | undefined;
  let cancelTimer = () => {};
  /** The requests under way; another one begins while one hangs. */
  let asking = new AbortController();
  let isAsking = false;

  const after = (milliseconds: number, call: () => void) => {
    cancelTimer();
    cancelTimer = clock.after(milliseconds, call);
  };
  const rest = () => {
    cancelTimer();
    cancelTimer = () => {};
    asking.abort();
    asking = new AbortController();
    isAsking = false;
  };

  /** One request, within its time. */
  const ask = async (): Promise<'ready' | 'unready'> => {
    const own = new AbortController();
    const late = new LateError();
    const cancel = clock.after(patience, () => own.abort(late));
    try {
      return await probe.send(AbortSignal.any([own.signal, asking.signal]));
    } catch (error) {
      throw own.signal.aborted ? late : error;
    } finally {
      cancel();
    }
  };

  const answered = (how: 'ready' | 'unready') => {
    heardAt = clock.now();
    if (how === 'unready' && (isLost || isAwaited)) {
      unreadySince ??= heardAt;
      // Some say so for ever, for a reason that has nothing to do with what is asked of them.
      if (heardAt - unreadySince < longestUnready) return retry();
    }
    unreadySince = undefined;
    const wasLost = isLost;
    isLost = false;
    rest();
    quiet();
    if (wasLost || isAwaited) {
      isAwaited = false;
      listener.found(wasLost ? foundSpread : 0);
    }
  };

  const unanswered = (error: unknown) => {
    unreadySince = undefined;
    if (!isLost) {
      isLost = true;
      listener.lost(heardAt, probe.explain(error));
    }
    retry();
  };

  const retry = () => after(retryFrom + clock.random() * retrySpread, askWhileLost);

  /** Does not wait for what was asked before: the first answer counts. */
  const askWhileLost = () => {
    const { signal } = asking;
    retry();
    // One that hangs would hold up the next.
    probe.renewConnections();
    ask().then(
      (how) => !signal.aborted && answered(how),
      (error) => {
        if (signal.aborted) return;
        if (!isLost) unanswered(error);
      },
    );
  };

  /** While all is well: on a connection that is there, then on one of its own. */
  const askWhileWell = () => {
    if (isAsking) return;
    isAsking = true;
    const { signal } = asking;
    const quietSince = heardAt;
    cancelTimer();
    ask()
      .catch(async (error) => {
        if (signal.aborted) throw signal.reason;
        probe.renewConnections();
        const how = await ask();
        // What is closed says so by itself.
        if (!signal.aborted && error instanceof LateError) listener.changed(quietSince);
        return how;
      })
      .then(
        (how) => !signal.aborted && answered(how),
        (error) => !signal.aborted && unanswered(error),
      )
      .finally(() => {
        if (!signal.aborted) isAsking = false;
      });
  };

  /** Asks once nothing was heard for long. */
  const quiet = () => {
    if (!isWatched) return;
    after(Math.max(0, heardAt + longestQuiet - clock.now()), () => {
      if (clock.now() - heardAt < longestQuiet) quiet();
      else askWhileWell();
    });
  };

  return {
    heard() {
      heardAt = clock.now();
    },
    check() {
      isAwaited = true;
      if (isWatched && !isLost) askWhileWell();
    },
    watched(is) {
      if (isWatched === (is === 'watched')) return;
      isWatched = is === 'watched';
      rest();
      isLost = false;
      isAwaited = false;
      unreadySince = undefined;
      heardAt = clock.now();
      quiet();
    },
    dispose() {
      isWatched = false;
      rest();
    },
  };
}

/** A request that took too long: the connection may be dead. */
class LateError extends Error {
  constructor() {
    super(`no answer within ${patience / 1_000} s`);
  }
}
