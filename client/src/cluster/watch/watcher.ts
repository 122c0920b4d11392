import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { Freshness } from '../cluster.ts';
import type { Explanation } from '../explanation.ts';
import type { Row } from '../kube-object.ts';
import { type Backoff, failed, healthy, initialBackoff } from './backoff.ts';

/** What a watcher of one resource is doing. One request is open at most. */
export type WatchState =
  /** Nothing is known and nothing is open; `start` begins. */
  | { readonly phase: 'empty' }
  /** Pages are read into a second set; readers still see the last complete set. */
  | { readonly phase: 'listing' }
  /** A streaming list: initial events fill a second set until the server says that these were all. */
  | { readonly phase: 'streaming'; readonly timeoutSeconds: number }
  /** The set equals the server's state at `resourceVersion`; a watch is open, or opening, since `since`. */
  | {
      readonly phase: 'watching';
      readonly resourceVersion: string;
      readonly since: number;
      readonly timeoutSeconds: number;
    }
  /** Nothing is open until the timer: then a watch from `resourceVersion`, or all anew where there is none. */
  | { readonly phase: 'waiting'; readonly resourceVersion: string | undefined }
  /** Nothing is open, and nothing will be before `start` or `refresh`. */
  | { readonly phase: 'stopped'; readonly resourceVersion: string | undefined };

/** A watcher as data. */
export interface Watcher {
  readonly state: WatchState;
  readonly backoff: Backoff;
  /** When the set was last known to equal the server's; 0 while there was none. */
  readonly freshAt: number;
}

export const initialWatcher: Watcher = { state: { phase: 'empty' }, backoff: initialBackoff, freshAt: 0 };

/** What happens to a watcher. */
export type WatchEvent =
  /** A reader has come (back). */
  | { readonly type: 'start' }
  /** A person wants everything read again now. */
  | { readonly type: 'refresh' }
  /** Room is needed for another watch. */
  | { readonly type: 'pause'; readonly why: Explanation }
  | { readonly type: 'timer' }
  /** A page of a list. */
  | {
      readonly type: 'page';
      readonly rows: readonly Row[];
      readonly columns: readonly Column[] | undefined;
      readonly resourceVersion: string;
      readonly continueToken: string | undefined;
    }
  /** The server has accepted the watch. */
  | { readonly type: 'opened' }
  /** ADDED or MODIFIED. Columns come with the first event of a watch only. */
  | {
      readonly type: 'changed';
      readonly row: Row;
      readonly columns: readonly Column[] | undefined;
      readonly resourceVersion: string;
    }
  | { readonly type: 'deleted'; readonly uid: string; readonly resourceVersion: string }
  | {
      readonly type: 'bookmark';
      readonly resourceVersion: string;
      readonly columns: readonly Column[] | undefined;
      readonly initialEventsEnd: boolean;
    }
  /** The stream has ended as streams do, or was cut. */
  | { readonly type: 'ended' }
  /** Nothing came for `silenceLimit`. */
  | { readonly type: 'silent' }
  | { readonly type: 'failed'; readonly failure: WatchFailure };

/** Why a list or a watch failed, as the watcher tells failures apart. */
export interface WatchFailure {
  readonly kind: /** 410: what the server remembers begins later. */
    | 'expired'
    | 'forbidden'
    /** There is no such resource. */
    | 'missing'
    /** Asking again would only bother the person: a plugin may open a browser. */
    | 'credentials'
    /** The server cannot do streaming lists, and never will. */
    | 'no-streaming-lists'
    | 'other';
  readonly why: Explanation;
  readonly retryAfterSeconds?: number;
}

/** What a step asks its driver to do, in order. */
export type WatchEffect =
  /** Read a page; the answer is `page` or `failed`. */
  | { readonly do: 'list'; readonly continueToken: string | undefined }
  /** Open a watch; the answers are `opened`, events, and `ended`, `silent` or `failed`. */
  | {
      readonly do: 'watch';
      readonly from: { readonly resourceVersion: string } | 'initial-events';
      readonly timeoutSeconds: number;
    }
  /** Close what is open and forget the timer; nothing of it is told any more. */
  | { readonly do: 'close' }
  | { readonly do: 'wait'; readonly milliseconds: number }
  /** Begin a second set, without what an earlier second one had. */
  | { readonly do: 'begin' }
  /** The second set is complete: it becomes the set. */
  | { readonly do: 'complete' }
  | { readonly do: 'columns'; readonly columns: readonly Column[] }
  /** Into the second set while there is one, else into the set. */
  | { readonly do: 'put'; readonly rows: readonly Row[] }
  | { readonly do: 'remove'; readonly uid: string }
  | { readonly do: 'freshness'; readonly freshness: Freshness }
  /** No watcher of this cluster need try a streaming list again. */
  | { readonly do: 'remember-no-streaming-lists' };

/** What a step knows beside the watcher and the event. */
export interface WatchWorld {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** From 0 to 1, without 1; another one for each step. */
  readonly random: number;
  /** False once `remember-no-streaming-lists` was asked for on this cluster. */
  readonly streamingLists: boolean;
}

export interface WatchStep {
  readonly watcher: Watcher;
  readonly effects: readonly WatchEffect[];
}

const nothing: readonly WatchEffect[] = [];
/** A watch that ends this soon was refused by something between; asking again at once would never end. */
const shortestWatch = 2_000;
/** Some proxies hold a streaming list back for ever. */
const streamingSilence = 10_000;
const longestRetryAfter = 60_000;

/** One step: pure. An event that does not fit the state changes nothing. */
export function step(watcher: Watcher, event: WatchEvent, world: WatchWorld): WatchStep {
  const { state } = watcher;
  switch (event.type) {
    case 'start':
      if (state.phase !== 'empty' && state.phase !== 'stopped') return { watcher, effects: nothing };
      return state.phase === 'stopped' && state.resourceVersion !== undefined
        ? rewatch(watcher, state.resourceVersion, world, nothing)
        : readAll(watcher, world, [loading(watcher)]);
    case 'refresh':
      return readAll(watcher, world, [{ do: 'close' }, loading(watcher)]);
    case 'pause':
      return stop(watcher, event.why, world);
    case 'timer':
      if (state.phase !== 'waiting') return { watcher, effects: nothing };
      return state.resourceVersion === undefined
        ? readAll(watcher, world, nothing)
        : rewatch(watcher, state.resourceVersion, world, nothing);
    case 'page':
      return state.phase === 'listing' ? pageRead(watcher, event, world) : { watcher, effects: nothing };
    case 'opened':
      return opened(watcher, world);
    case 'changed':
    case 'deleted':
    case 'bookmark':
      return observed(watcher, event, world);
    case 'ended':
    case 'silent':
      return ended(watcher, event.type, world);
    case 'failed':
      return failure(watcher, event.failure, world);
  }
}

/** How long nothing may come before the driver tells `silent`, in milliseconds. */
export function silenceLimit(state: WatchState): number | undefined {
  if (state.phase === 'streaming') return streamingSilence;
  // The server itself ends a watch at its timeout: one that goes on beyond is dead.
  return state.phase === 'watching' ? (state.timeoutSeconds + 30) * 1_000 : undefined;
}

function readAll(watcher: Watcher, world: WatchWorld, before: readonly WatchEffect[]): WatchStep {
  if (!world.streamingLists) return list(watcher, before);
  const timeoutSeconds = randomTimeout(world);
  return {
    watcher: { ...watcher, state: { phase: 'streaming', timeoutSeconds } },
    effects: [...before, { do: 'begin' }, { do: 'watch', from: 'initial-events', timeoutSeconds }],
  };
}

function list(watcher: Watcher, before: readonly WatchEffect[]): WatchStep {
  return {
    watcher: { ...watcher, state: { phase: 'listing' } },
    effects: [...before, { do: 'begin' }, { do: 'list', continueToken: undefined }],
  };
}

function rewatch(
  watcher: Watcher,
  resourceVersion: string,
  world: WatchWorld,
  before: readonly WatchEffect[],
): WatchStep {
  const timeoutSeconds = randomTimeout(world);
  return {
    watcher: { ...watcher, state: { phase: 'watching', resourceVersion, since: world.now, timeoutSeconds } },
    effects: [...before, { do: 'watch', from: { resourceVersion }, timeoutSeconds }],
  };
}

function pageRead(
  watcher: Watcher,
  page: Extract<WatchEvent, { type: 'page' }>,
  world: WatchWorld,
): WatchStep {
  const effects: WatchEffect[] = [];
  if (page.columns) effects.push({ do: 'columns', columns: page.columns });
  effects.push({ do: 'put', rows: page.rows });
  if (page.continueToken !== undefined) {
    effects.push({ do: 'list', continueToken: page.continueToken });
    return { watcher, effects };
  }
  effects.push({ do: 'complete' });
  return rewatch({ ...watcher, freshAt: world.now }, page.resourceVersion, world, effects);
}

function opened(watcher: Watcher, world: WatchWorld): WatchStep {
  if (watcher.state.phase !== 'watching') return { watcher, effects: nothing };
  return {
    watcher: { ...watcher, backoff: healthy(watcher.backoff, world.now), freshAt: world.now },
    effects: [{ do: 'freshness', freshness: { state: 'live' } }],
  };
}

function observed(
  watcher: Watcher,
  event: Extract<WatchEvent, { type: 'changed' | 'deleted' | 'bookmark' }>,
  world: WatchWorld,
): WatchStep {
  const { state } = watcher;
  if (state.phase !== 'streaming' && state.phase !== 'watching') return { watcher, effects: nothing };
  const effects: WatchEffect[] = [];
  if (event.type !== 'deleted' && event.columns) effects.push({ do: 'columns', columns: event.columns });
  if (event.type === 'changed') effects.push({ do: 'put', rows: [event.row] });
  if (event.type === 'deleted') effects.push({ do: 'remove', uid: event.uid });
  const resourceVersion = event.resourceVersion || ('resourceVersion' in state ? state.resourceVersion : '');
  if (state.phase === 'watching') {
    return { watcher: { ...watcher, state: { ...state, resourceVersion } }, effects };
  }
  if (event.type !== 'bookmark' || !event.initialEventsEnd) return { watcher, effects };
  effects.push({ do: 'complete' }, { do: 'freshness', freshness: { state: 'live' } });
  return {
    watcher: {
      state: { ...state, phase: 'watching', resourceVersion, since: world.now },
      backoff: healthy(watcher.backoff, world.now),
      freshAt: world.now,
    },
    effects,
  };
}

function ended(watcher: Watcher, how: 'ended' | 'silent', world: WatchWorld): WatchStep {
  const { state } = watcher;
  if (state.phase === 'streaming') {
    return how === 'silent'
      ? list(watcher, [{ do: 'close' }, { do: 'remember-no-streaming-lists' }])
      : lost(watcher, undefined, failureOf('the connection ended during the list'), world);
  }
  if (state.phase !== 'watching') return { watcher, effects: nothing };
  const { resourceVersion } = state;
  if (how === 'ended' && world.now - state.since < shortestWatch) {
    return lost(watcher, resourceVersion, failureOf('the watch ended at once'), world);
  }
  return rewatch({ ...watcher, freshAt: world.now }, resourceVersion, world, [{ do: 'close' }]);
}

function failure(watcher: Watcher, reason: WatchFailure, world: WatchWorld): WatchStep {
  const { state } = watcher;
  const resourceVersion = state.phase === 'watching' ? state.resourceVersion : undefined;
  if (state.phase !== 'watching' && state.phase !== 'listing' && state.phase !== 'streaming') {
    return { watcher, effects: nothing };
  }
  if (state.phase === 'streaming' && reason.kind === 'no-streaming-lists') {
    return list(watcher, [{ do: 'close' }, { do: 'remember-no-streaming-lists' }]);
  }
  // Who may not watch may still list.
  if (state.phase === 'streaming' && reason.kind === 'forbidden') return list(watcher, [{ do: 'close' }]);
  switch (reason.kind) {
    case 'credentials':
      return stop(watcher, reason.why, world);
    case 'expired': {
      const resyncing: WatchEffect[] = [{ do: 'close' }, loading(watcher)];
      const { backoff, delay } = failed(watcher.backoff, world.now, world.random);
      if (backoff.failures === 1) return readAll({ ...watcher, backoff }, world, resyncing);
      return {
        watcher: { ...watcher, backoff, state: { phase: 'waiting', resourceVersion: undefined } },
        effects: [...resyncing, { do: 'wait', milliseconds: delay }],
      };
    }
    case 'forbidden':
    case 'missing':
      return lost(watcher, undefined, reason, world);
    default:
      return lost(watcher, resourceVersion, reason, world);
  }
}

function lost(
  watcher: Watcher,
  resourceVersion: string | undefined,
  reason: WatchFailure,
  world: WatchWorld,
): WatchStep {
  const freshAt = lastFresh(watcher, world);
  const { backoff, delay } = failed(watcher.backoff, world.now, world.random);
  const asked = Math.min((reason.retryAfterSeconds ?? 0) * 1_000, longestRetryAfter);
  const effects: WatchEffect[] = [{ do: 'close' }];
  if (reason.kind === 'missing') effects.push({ do: 'begin' }, { do: 'complete' });
  effects.push(
    { do: 'freshness', freshness: freshnessAfter(freshAt, reason) },
    { do: 'wait', milliseconds: Math.max(delay, asked) },
  );
  return { watcher: { freshAt, backoff, state: { phase: 'waiting', resourceVersion } }, effects };
}

function stop(watcher: Watcher, why: Explanation, world: WatchWorld): WatchStep {
  const { state } = watcher;
  const resourceVersion = 'resourceVersion' in state ? state.resourceVersion : undefined;
  const freshAt = lastFresh(watcher, world);
  return {
    watcher: { ...watcher, freshAt, state: { phase: 'stopped', resourceVersion } },
    effects: [{ do: 'close' }, { do: 'freshness', freshness: { state: 'stale', since: freshAt, why } }],
  };
}

/** Now while a watch was well; else what it was. */
function lastFresh({ backoff, freshAt }: Watcher, { now }: WatchWorld): number {
  return backoff.healthySince === undefined ? freshAt : now;
}

function freshnessAfter(freshAt: number, { kind, why }: WatchFailure): Freshness {
  if (kind === 'forbidden') return { state: 'forbidden', why };
  if (kind === 'missing') return { state: 'gone', why };
  return { state: 'stale', since: freshAt, why };
}

/** What no request says of itself. */
function failureOf(fault: string): WatchFailure {
  return { kind: 'other', why: { fault } };
}

function loading(watcher: Watcher): WatchEffect {
  return { do: 'freshness', freshness: { state: watcher.freshAt === 0 ? 'loading' : 'resyncing' } };
}

/** Five to ten minutes, so that many watches do not end together. */
function randomTimeout({ random }: WatchWorld): number {
  return 300 + Math.floor(random * 301);
}
