import type { KubeObject } from '../cluster.ts';
import type { Explanation } from '../explanation.ts';
import type { Rows, Table } from '../objects/table.ts';
import type { Status } from '../status.ts';
import type { Clock } from './clock.ts';
import { splitLines } from './json-lines.ts';
import type { RowStore } from './store.ts';
import {
  initialWatcher,
  silenceLimit,
  step,
  type WatchEffect,
  type WatchEvent,
  type Watcher,
  type WatchFailure,
} from './watcher.ts';

/** The two requests of a watcher, on one collection, and how their answers are read. */
export interface WatchRequests {
  /** The body of one page. */
  list(continueToken: string | undefined, signal: AbortSignal): Promise<unknown>;
  /** Resolves when the server has accepted; the bytes are lines of events. */
  watch(
    from: { readonly resourceVersion: string } | 'initial-events',
    timeoutSeconds: number,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>;
  /** The rows of a page. */
  rowsOfList(answer: Table): Rows;
  /** The rows of the object of an event; usually one. */
  rowsOfEvent(object: Table | KubeObject): Rows;
  /** What an error of either means for the watcher. */
  failureOf(error: unknown): WatchFailure;
  /** The same for the Status of an event of type ERROR. */
  failureOfStatus(status: Status): WatchFailure;
}

/** What all watchers of one cluster know together. */
export interface ClusterMemory {
  streamingLists: boolean;
}

/** A watcher at work: its requests, its timer and its store. */
export interface WatchDriver {
  start(): void;
  refresh(): void;
  pause(why: Explanation): void;
  /** Whether it has, or will have by itself, a request open. */
  readonly running: boolean;
  /** Closes what is open, for good. */
  dispose(): void;
}

/** Carries out the effects of a watcher's steps. Does nothing before `start`. */
export function driveWatch(
  requests: WatchRequests,
  store: RowStore,
  memory: ClusterMemory,
  clock: Clock,
): WatchDriver {
  let watcher: Watcher = initialWatcher;
  let open: AbortController | undefined;
  let cancelTimer: (() => void) | undefined;
  let disposed = false;

  const tell = (event: WatchEvent) => {
    if (disposed) return;
    const world = { now: clock.now(), random: clock.random(), streamingLists: memory.streamingLists };
    const { watcher: next, effects } = step(watcher, event, world);
    watcher = next;
    for (const effect of effects) carryOut(effect);
  };

  const close = () => {
    open?.abort();
    open = undefined;
    cancelTimer?.();
    cancelTimer = undefined;
  };

  /** Runs a request whose events are told only for as long as it is the one that is open. */
  const run = (work: (signal: AbortSignal, tellOwn: (event: WatchEvent) => void) => Promise<void>) => {
    close();
    const own = new AbortController();
    open = own;
    const tellOwn = (event: WatchEvent) => {
      if (open === own) tell(event);
    };
    work(own.signal, tellOwn).catch((error) =>
      tellOwn({ type: 'failed', failure: requests.failureOf(error) }),
    );
  };

  const list = (continueToken: string | undefined) =>
    run(async (signal, tellOwn) => {
      const answer = (await requests.list(continueToken, signal)) as Table;
      tellOwn({
        type: 'page',
        ...requests.rowsOfList(answer),
        resourceVersion: answer.metadata?.resourceVersion ?? '',
        continueToken: answer.metadata?.continue || undefined,
      });
    });

  const watch = ({ from, timeoutSeconds }: Extract<WatchEffect, { do: 'watch' }>) =>
    run(async (signal, tellOwn) => {
      const listen = () => {
        cancelTimer?.();
        const limit = silenceLimit(watcher.state);
        cancelTimer = limit === undefined ? undefined : clock.after(limit, () => tellOwn({ type: 'silent' }));
      };
      listen();
      const stream = await requests.watch(from, timeoutSeconds, signal);
      if (signal.aborted) return;
      tellOwn({ type: 'opened' });
      const lines = splitLines();
      try {
        for await (const chunk of stream) {
          if (signal.aborted) return;
          for (const line of lines.push(chunk)) {
            for (const event of eventsOfLine(line, requests)) tellOwn(event);
            if (signal.aborted) return;
          }
          listen();
        }
      } catch (error) {
        // A cut stream goes on where it was, as an ended one does; a broken one is a failure.
        if (error instanceof SyntaxError || error instanceof RangeError) throw error;
      }
      tellOwn({ type: 'ended' });
    });

  const carryOut = (effect: WatchEffect) => {
    switch (effect.do) {
      case 'list':
        return list(effect.continueToken);
      case 'watch':
        return watch(effect);
      case 'close':
        return close();
      case 'wait':
        cancelTimer?.();
        cancelTimer = clock.after(effect.milliseconds, () => tell({ type: 'timer' }));
        return;
      case 'begin':
        return store.begin();
      case 'complete':
        return store.complete();
      case 'columns':
        return store.setColumns(effect.columns);
      case 'put':
        return store.put(effect.rows);
      case 'remove':
        return store.remove(effect.uid);
      case 'freshness':
        return store.setFreshness(effect.freshness);
      case 'remember-no-streaming-lists':
        memory.streamingLists = false;
    }
  };

  return {
    start: () => tell({ type: 'start' }),
    refresh: () => tell({ type: 'refresh' }),
    pause: (why) => tell({ type: 'pause', why }),
    get running() {
      return watcher.state.phase !== 'empty' && watcher.state.phase !== 'stopped';
    },
    dispose() {
      disposed = true;
      close();
    },
  };
}

/** One line of a watch as what it means. @throws SyntaxError when it is no event. */
function eventsOfLine(line: string, requests: WatchRequests): WatchEvent[] {
  const { type, object } = JSON.parse(line) as { type: string; object: Table & KubeObject };
  if (type === 'ERROR') {
    return [{ type: 'failed', failure: requests.failureOfStatus(object as unknown as Status) }];
  }
  if (typeof object !== 'object' || object === null) throw new SyntaxError('an event without an object');
  const { rows, columns } = requests.rowsOfEvent(object);
  if (type === 'BOOKMARK') {
    // Only the metadata means anything; in a Table it stands in a row whose cells are junk.
    const metadata = rows[0]?.metadata;
    const resourceVersion = metadata?.resourceVersion ?? object.metadata?.resourceVersion;
    if (resourceVersion === undefined) return [];
    const initialEventsEnd = metadata?.annotations?.['k8s.io/initial-events-end'] === 'true';
    return [{ type: 'bookmark', resourceVersion, columns, initialEventsEnd }];
  }
  return rows.map((row, place): WatchEvent => {
    const resourceVersion = row.metadata.resourceVersion ?? '';
    return type === 'DELETED'
      ? { type: 'deleted', uid: row.uid, resourceVersion }
      : { type: 'changed', row, columns: place === 0 ? columns : undefined, resourceVersion };
  });
}
