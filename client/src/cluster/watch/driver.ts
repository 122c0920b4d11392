import type { Explanation } from '../explanation.ts';
import { JsonLimitError, parseJson } from '../http/parse-json.ts';
import { mostItems, pagesOfList, tooMany } from '../objects/pages.ts';
import type { Rows } from '../objects/table.ts';
import { field, textOf, WrongAnswer } from '../wrong-answer.ts';
import type { Clock } from './clock.ts';
import { type EventReader, eventsOf } from './events.ts';
import { splitLines } from './json-lines.ts';
import type { Route } from './route.ts';
import type { RowStore } from './store.ts';
import type { StreamingLists } from './streaming-lists.ts';
import {
  initialWatcher,
  type WatchEffect,
  type WatchEvent,
  type Watcher,
  type WatchFailure,
} from './watch-state.ts';
import { silenceLimit, step } from './watcher.ts';

/** The requests of a watcher, on one collection, and how their answers are read. */
export interface WatchRequests extends EventReader {
  /**
   * Whether a streaming list is better than pages: of 100,000 Pods on a line of 20 Mbit/s it takes 68 s, plain pages of 500 93 s,
   * but compressed ones of 1,000 and more 20 s; on loopback both take as long (`npm run bench api -- --lines`).
   */
  readonly prefersStreams: boolean;
  /** The body of one page. */
  list(continueToken: string | undefined, signal: AbortSignal): Promise<unknown>;
  /** Resolves when the server has accepted; the bytes are lines of events. */
  watch(
    from: { readonly resourceVersion: string } | 'initial-events',
    timeoutSeconds: number,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>;
  /** The rows of a page that came `now`. @throws WrongAnswer when it is none. */
  rowsOfList(answer: unknown, now: number): Rows;
  /** The version that the server has now; undefined where versions of these objects are not to be ordered. */
  currentVersion(signal: AbortSignal): Promise<string | undefined>;
  /** What an error of any of them means for the watcher. */
  failureOf(error: unknown): WatchFailure;
}

/** What all watchers of one cluster have together. */
export interface Surroundings {
  readonly streamingLists: StreamingLists;
  readonly route: Pick<Route, 'heard' | 'check'>;
  readonly clock: Clock;
  /** How often what may be listed and not watched is listed, in milliseconds. */
  readonly pollInterval: number;
  /** Told when a watcher has nothing open any more, and will open nothing by itself. */
  rested(): void;
}

/** A watcher at work: its requests, its timer and its store. */
export interface WatchDriver {
  start(): void;
  refresh(): void;
  pause(why: Explanation): void;
  /** Tells what has become of the route to the cluster. */
  routeTold(event: RouteEvent): void;
  /** Whether it has, or will have by itself, a request open. */
  readonly running: boolean;
  /** Closes what is open, for good. */
  dispose(): void;
}

/** What a watcher hears of the route. */
export type RouteEvent = Extract<WatchEvent, { type: 'route-lost' | 'route-changed' | 'route-found' }>;

/** Carries out the effects of a watcher's steps. Does nothing before `start`. */
export function driveWatch(
  requests: WatchRequests,
  store: RowStore,
  { streamingLists, route, clock, pollInterval, rested }: Surroundings,
): WatchDriver {
  let watcher: Watcher = initialWatcher;
  let open: AbortController | undefined;
  let cancelTimer: (() => void) | undefined;
  /** What to do when the state's longest silence changes. */
  let listen = () => {};
  let disposed = false;
  let pages = pagesOfList();

  const isRunning = () => watcher.state.phase !== 'empty' && watcher.state.phase !== 'stopped';

  const tell = (event: WatchEvent) => {
    if (disposed) return;
    const wasRunning = isRunning();
    const world = {
      now: clock.now(),
      random: clock.random(),
      streamingLists: requests.prefersStreams && streamingLists.worthTrying,
      pollInterval,
    };
    const { watcher: next, effects } = step(watcher, event, world);
    const limit = silenceLimit(watcher);
    watcher = next;
    for (const effect of effects) carryOut(effect);
    if (silenceLimit(watcher) !== limit) listen();
    if (wasRunning && !isRunning()) rested();
    const hasGrown = event.type === 'page' || event.type === 'changed';
    if (hasGrown && store.size > mostItems) {
      tell({ type: 'failed', failure: requests.failureOf(tooMany()) });
    }
  };

  const close = () => {
    open?.abort();
    open = undefined;
    listen = () => {};
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
      if (continueToken === undefined) pages = pagesOfList();
      const answer = await requests.list(continueToken, signal);
      const read = requests.rowsOfList(answer, clock.now());
      tellOwn({
        type: 'page',
        ...read,
        resourceVersion: textOf(field(answer, 'metadata'), 'resourceVersion') ?? '',
        continueToken: pages.after(textOf(field(answer, 'metadata'), 'continue'), read.rows.length),
        remaining: countOf(field(field(answer, 'metadata'), 'remainingItemCount')),
      });
    });

  const watch = ({ from, timeoutSeconds }: Extract<WatchEffect, { do: 'watch' }>) =>
    run(async (signal, tellOwn) => {
      let heard = clock.now();
      /** A timer that has run out too early, because something came meanwhile, is set anew: not at each of thousands. */
      const wait = (milliseconds: number) => {
        cancelTimer?.();
        cancelTimer = clock.after(milliseconds, () => {
          const limit = silenceLimit(watcher);
          if (limit === undefined) return;
          const left = heard + limit - clock.now();
          if (left > 0) return wait(left);
          tellOwn({ type: 'silent', heard });
          if (open?.signal === signal) listen();
        });
      };
      listen = () => {
        const limit = silenceLimit(watcher);
        if (limit !== undefined) wait(limit);
      };
      const hear = () => {
        heard = clock.now();
        route.heard();
      };
      listen();
      const stream = await requests.watch(from, timeoutSeconds, signal);
      if (signal.aborted) return;
      hear();
      tellOwn({ type: 'opened' });
      const lines = splitLines();
      let sinceProgress = 0;
      try {
        for await (const chunk of stream) {
          if (signal.aborted) return;
          const whole = lines.push(chunk);
          sinceProgress += chunk.length;
          for (const line of whole) {
            const event = line.length > longestAtOnce ? await readLong(line, signal) : readShort(line);
            for (const one of eventsOf(event, requests, clock.now())) tellOwn(one);
            if (signal.aborted) return;
          }
          if (whole.length === 0 && sinceProgress < progress) continue;
          sinceProgress = 0;
          hear();
        }
        for (const one of eventsOfRest(lines.rest(), requests, clock.now())) tellOwn(one);
      } catch (error) {
        // A cut stream goes on where it was; a broken one is a failure.
        if (error instanceof WrongAnswer) throw error;
        return tellOwn({ type: 'cut', heard });
      }
      tellOwn({ type: 'ended' });
    });

  /** Beside the open watch, and for as long as it is. What goes wrong here says nothing of the watch. */
  const askVersion = () => {
    const own = open;
    if (!own) return;
    requests.currentVersion(own.signal).then(
      (resourceVersion) => {
        if (open === own) tell({ type: 'version', resourceVersion });
      },
      () => undefined,
    );
  };

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
      case 'ask-version':
        return askVersion();
      case 'check-route':
        return route.check();
      case 'remember-no-streaming-lists':
        return streamingLists.failed(effect.because);
    }
  };

  return {
    start: () => tell({ type: 'start' }),
    refresh: () => tell({ type: 'refresh' }),
    pause: (why) => tell({ type: 'pause', why }),
    routeTold: tell,
    get running() {
      return isRunning();
    },
    dispose() {
      disposed = true;
      close();
    },
  };
}

/** Characters of a line that are read without letting others work meanwhile. */
const longestAtOnce = 256 * 1024;

/** So many bytes of a line count as something that came, like a line: a byte now and then keeps no stream alive. */
const progress = 4 * 1024;

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

function readShort(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw noEvent();
  }
}

async function readLong(line: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await parseJson(line, { signal });
  } catch (error) {
    if (error instanceof JsonLimitError) throw new WrongAnswer(`an event cannot be taken: ${error.message}`);
    throw error instanceof SyntaxError ? noEvent() : error;
  }
}

/** What a stream ends with: nothing, an event without the end of its line, or the beginning of one, which says nothing. */
function eventsOfRest(rest: string, reader: EventReader, now: number): WatchEvent[] {
  if (rest.trim() === '') return [];
  if (!rest.startsWith('{')) throw noEvent();
  let event: unknown;
  try {
    event = JSON.parse(rest);
  } catch {
    return [];
  }
  return eventsOf(event, reader, now);
}

function noEvent(): WrongAnswer {
  return new WrongAnswer('the answer is not the events of a watch but something that is not JSON');
}
