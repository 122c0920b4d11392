import type { Freshness } from '../cluster.ts';
import type { Explanation } from '../explanation.ts';
import { failed, healthy } from './backoff.ts';
import { hasReached } from './resource-version.ts';
import type {
  WatchEffect,
  WatchEvent,
  Watcher,
  WatchFailure,
  Watching,
  WatchState,
  WatchStep,
  WatchWorld,
} from './watch-state.ts';

const nothing: readonly WatchEffect[] = [];
/** A watch that ends this soon was refused by something between; asking again at once would never end. */
const shortestWatch = 2_000;
/** Some proxies hold a streaming list back for ever. */
const streamingSilence = 10_000;
/** A server accepts a watch at once; a plugin that logs in takes longer, and goes on meanwhile. */
const openingSilence = 20_000;
/** Rows are live for so long while the next watch is opened. */
const reopeningSilence = 2_000;
/** What a server has to tell of the past it tells without a pause. */
const backlogSilence = 1_000;
/** Servers that send bookmarks send one a minute. */
const bookmarkSilence = 75_000;
/** Others may have nothing to say for long; to open them again costs little. */
const silenceWithoutBookmarks = 150_000;
const longestRetryAfter = 60_000;
/** Many watches are cut in the same moment. */
const cutSpread = 400;
/** Many lists that are polled are opened in the same moment: so much of the interval they come apart. */
const pollSpread = 0.2;
/** How often the number of rows that have come is told while they stream. */
const countedRows = 500;

/** One step: pure. An event that does not fit the state changes nothing. */
export function step(watcher: Watcher, event: WatchEvent, world: WatchWorld): WatchStep {
  const { state } = watcher;
  switch (event.type) {
    case 'start':
      if (state.phase !== 'empty' && state.phase !== 'stopped') return unchanged(watcher);
      return state.phase === 'stopped' && state.resourceVersion !== undefined
        ? rewatch(watcher, state.resourceVersion, world, [resyncing(goesOn)])
        : readAll(watcher, world, [reading(watcher, goesOn)]);
    case 'refresh':
      return readAll(watcher, world, [{ do: 'close' }, reading(watcher, 'everything is read again')]);
    case 'pause':
      return stop(watcher, { state: 'paused', since: lastFresh(watcher, world), why: event.why }, world);
    case 'timer':
      // Who may not watch gets no streaming list either.
      if (state.phase === 'polling') return list(watcher, world, nothing);
      return state.phase === 'waiting' && state.until === 'timer'
        ? askAgain(watcher, state.resourceVersion, world)
        : unchanged(watcher);
    case 'page':
      return state.phase === 'listing' ? pageRead(watcher, state, event, world) : unchanged(watcher);
    case 'opened':
      return opened(watcher, world);
    case 'changed':
    case 'deleted':
    case 'bookmark':
      return observed(watcher, event, world);
    case 'version':
      return versionTold(watcher, event.resourceVersion, world);
    case 'ended':
    case 'cut':
      return ended(watcher, event, world);
    case 'silent':
      return silent(watcher, event.heard, world);
    case 'failed':
      return failure(watcher, event.failure, world);
    case 'route-lost':
      return routeLost(watcher, event, world);
    case 'route-changed':
      return routeChanged(watcher, event.heard, world);
    case 'route-found':
      return routeFound(watcher, event.spread, world);
  }
}

/** How long nothing may come before the driver tells `silent`, in milliseconds. */
export function silenceLimit({ state, bookmarks }: Watcher): number | undefined {
  if (state.phase === 'streaming') return streamingSilence;
  if (state.phase !== 'watching') return undefined;
  switch (state.progress) {
    case 'opening':
      return openingSilence;
    case 'reopening':
      return reopeningSilence;
    case 'behind':
      return backlogSilence;
    case 'current':
      return bookmarks ? bookmarkSilence : silenceWithoutBookmarks;
  }
}

function unchanged(watcher: Watcher): WatchStep {
  return { watcher, effects: nothing };
}

function readAll(watcher: Watcher, world: WatchWorld, before: readonly WatchEffect[]): WatchStep {
  if (!world.streamingLists) return list(watcher, world, before);
  const timeoutSeconds = randomTimeout(world);
  return {
    watcher: { ...watcher, state: { phase: 'streaming', timeoutSeconds, count: 0 } },
    effects: [...before, { do: 'begin' }, { do: 'watch', from: 'initial-events', timeoutSeconds }],
  };
}

function list(watcher: Watcher, { now }: WatchWorld, before: readonly WatchEffect[]): WatchStep {
  return {
    watcher: { ...watcher, state: { phase: 'listing', asked: now, count: 0 } },
    effects: [...before, { do: 'begin' }, { do: 'list', continueToken: undefined }],
  };
}

function askAgain(watcher: Watcher, resourceVersion: string | undefined, world: WatchWorld): WatchStep {
  return resourceVersion === undefined
    ? readAll(watcher, world, nothing)
    : rewatch(watcher, resourceVersion, world, nothing);
}

function rewatch(
  watcher: Watcher,
  resourceVersion: string,
  world: WatchWorld,
  before: readonly WatchEffect[],
  how: Partial<Pick<Watching, 'after' | 'progress'>> = {},
): WatchStep {
  const timeoutSeconds = randomTimeout(world);
  const state: Watching = {
    phase: 'watching',
    resourceVersion,
    since: world.now,
    timeoutSeconds,
    after: 'watch',
    progress: 'opening',
    ...how,
  };
  return {
    watcher: { ...watcher, state },
    effects: [...before, { do: 'watch', from: { resourceVersion }, timeoutSeconds }],
  };
}

function pageRead(
  watcher: Watcher,
  { asked, count: before }: Extract<WatchState, { phase: 'listing' }>,
  page: Extract<WatchEvent, { type: 'page' }>,
  world: WatchWorld,
): WatchStep {
  const effects: WatchEffect[] = [];
  const count = before + page.rows.length;
  if (page.columns) effects.push({ do: 'columns', columns: page.columns });
  effects.push({ do: 'put', rows: page.rows });
  if (page.continueToken !== undefined) {
    if (watcher.freshAt === 0) effects.push(listing(count, page.remaining));
    effects.push({ do: 'list', continueToken: page.continueToken });
    return { watcher: { ...watcher, state: { phase: 'listing', asked, count } }, effects };
  }
  effects.push({ do: 'complete' });
  // What has changed while the pages were read is not in them.
  return rewatch({ ...watcher, freshAt: asked }, page.resourceVersion, world, effects, { after: 'list' });
}

function opened(watcher: Watcher, world: WatchWorld): WatchStep {
  const { state, backoff } = watcher;
  if (state.phase !== 'watching') return unchanged(watcher);
  const { now } = world;
  const accepted = { ...watcher, backoff: healthy(backoff, now) };
  const isOfNow = state.after === 'list' && now - watcher.freshAt <= backlogSilence;
  if (state.progress === 'reopening' || isOfNow) return current(accepted, { ...state, since: now }, now);
  return {
    watcher: { ...accepted, state: { ...state, since: now, progress: 'behind' } },
    effects: [resyncing('what has happened meanwhile is on its way')],
  };
}

/** The set equals the server's from now on. */
function current(watcher: Watcher, state: Watching, now: number): WatchStep {
  const { goal: _reached, ...rest } = state;
  return {
    watcher: { ...watcher, freshAt: now, state: { ...rest, progress: 'current' } },
    effects: [{ do: 'freshness', freshness: { state: 'live' } }],
  };
}

function observed(
  watcher: Watcher,
  event: Extract<WatchEvent, { type: 'changed' | 'deleted' | 'bookmark' }>,
  world: WatchWorld,
): WatchStep {
  const { state } = watcher;
  if (state.phase !== 'streaming' && state.phase !== 'watching') return unchanged(watcher);
  const effects: WatchEffect[] = [];
  if (event.type !== 'deleted' && event.columns) effects.push({ do: 'columns', columns: event.columns });
  if (event.type === 'changed') effects.push({ do: 'put', rows: [event.row] });
  if (event.type === 'deleted') effects.push({ do: 'remove', uid: event.uid });
  if (state.phase === 'watching') {
    const resourceVersion = event.resourceVersion || state.resourceVersion;
    return followed(watcher, { ...state, resourceVersion }, event, world, effects);
  }
  if (event.type !== 'bookmark' || !event.initialEventsEnd) {
    const count = state.count + 1;
    if (watcher.freshAt === 0 && count % countedRows === 0) effects.push(listing(count, undefined));
    return { watcher: { ...watcher, state: { ...state, count } }, effects };
  }
  effects.push({ do: 'complete' }, { do: 'freshness', freshness: { state: 'live' } });
  return {
    watcher: {
      ...watcher,
      state: {
        phase: 'watching',
        resourceVersion: event.resourceVersion,
        since: world.now,
        timeoutSeconds: state.timeoutSeconds,
        after: 'watch',
        progress: 'current',
      },
      backoff: healthy(watcher.backoff, world.now),
      freshAt: world.now,
    },
    effects,
  };
}

/** An event of an open watch, whose effects are made already. */
function followed(
  before: Watcher,
  state: Watching,
  event: Extract<WatchEvent, { type: 'changed' | 'deleted' | 'bookmark' }>,
  { now }: WatchWorld,
  effects: WatchEffect[],
): WatchStep {
  const isBookmark = event.type === 'bookmark';
  const watcher = { ...before, bookmarks: before.bookmarks || isBookmark };
  if (state.progress !== 'behind') return { watcher: { ...watcher, state }, effects };
  const { goal } = state;
  // A bookmark is sent when nothing older is left to be sent.
  if (isBookmark || (typeof goal === 'object' && hasReached(state.resourceVersion, goal.resourceVersion))) {
    const step = current(watcher, state, now);
    return { watcher: step.watcher, effects: [...effects, ...step.effects] };
  }
  if (goal !== undefined || now - state.since < backlogSilence) {
    return { watcher: { ...watcher, state }, effects };
  }
  // Events come without a pause: only a version tells which of them are of now.
  return {
    watcher: { ...watcher, state: { ...state, goal: 'asked' } },
    effects: [...effects, { do: 'ask-version' }],
  };
}

function versionTold(watcher: Watcher, resourceVersion: string | undefined, { now }: WatchWorld): WatchStep {
  const { state } = watcher;
  if (state.phase !== 'watching' || state.goal !== 'asked' || resourceVersion === undefined) {
    return unchanged(watcher);
  }
  if (hasReached(state.resourceVersion, resourceVersion)) return current(watcher, state, now);
  return { watcher: { ...watcher, state: { ...state, goal: { resourceVersion } } }, effects: nothing };
}

function ended(
  watcher: Watcher,
  event: Extract<WatchEvent, { type: 'ended' | 'cut' }>,
  world: WatchWorld,
): WatchStep {
  const { state } = watcher;
  if (state.phase === 'streaming') return later(watcher, undefined, cutDuringList, world);
  if (state.phase !== 'watching') return unchanged(watcher);
  const { resourceVersion } = state;
  const told = { ...watcher, freshAt: freshUntil(watcher, event.type === 'cut' ? event.heard : world.now) };
  if (world.now - state.since < shortestWatch) return later(told, resourceVersion, endedAtOnce, world);
  if (event.type === 'ended') {
    const progress = state.progress === 'current' ? 'reopening' : 'opening';
    return rewatch(told, resourceVersion, world, [{ do: 'close' }], { progress });
  }
  return soon(told, resourceVersion, 'the connection was cut', world);
}

function silent(watcher: Watcher, heard: number, world: WatchWorld): WatchStep {
  const { state } = watcher;
  if (state.phase === 'streaming') {
    return list(watcher, world, [{ do: 'close' }, { do: 'remember-no-streaming-lists', because: 'silent' }]);
  }
  if (state.phase !== 'watching') return unchanged(watcher);
  switch (state.progress) {
    case 'opening':
      return failure(watcher, noAnswer, world);
    case 'reopening':
      return {
        watcher: { ...watcher, state: { ...state, progress: 'opening' } },
        effects: [resyncing('the server has not answered yet')],
      };
    case 'behind':
      return current(watcher, state, world.now);
    case 'current':
      return rewatch({ ...watcher, freshAt: freshUntil(watcher, heard) }, state.resourceVersion, world, [
        { do: 'close' },
        resyncing('nothing has been heard for long'),
      ]);
  }
}

function failure(watcher: Watcher, reason: WatchFailure, world: WatchWorld): WatchStep {
  const { state } = watcher;
  if (state.phase !== 'watching' && state.phase !== 'listing' && state.phase !== 'streaming') {
    return unchanged(watcher);
  }
  const resourceVersion = state.phase === 'watching' ? state.resourceVersion : undefined;
  const told = { ...watcher, freshAt: lastFresh(watcher, world) };
  if (state.phase === 'streaming') {
    if (reason.kind === 'no-streaming-lists') {
      return list(told, world, [{ do: 'close' }, { do: 'remember-no-streaming-lists', because: 'refused' }]);
    }
    // Who may not watch may still list.
    if (['forbidden', 'unwatchable', 'bad-request'].includes(reason.kind)) {
      return list(told, world, [{ do: 'close' }]);
    }
  }
  switch (reason.kind) {
    case 'credentials':
      return stop(told, { state: 'stale', since: told.freshAt, why: reason.why }, world);
    case 'expired':
      return expired(told, world);
    case 'forbidden':
      // Rights may have been taken: what may be read of it now is seen by a list.
      if (state.phase === 'watching' && state.after === 'watch') {
        return readAll(told, { ...world, streamingLists: false }, [
          { do: 'close' },
          resyncing('it may no longer be watched'),
        ]);
      }
      if (state.phase === 'watching') return poll(told, 'forbidden', reason.why, world);
      return withheld(told, { state: 'forbidden', why: reason.why }, world);
    case 'unwatchable':
      if (state.phase === 'watching') return poll(told, 'unwatchable', reason.why, world);
      return withheld(told, { state: 'gone', why: reason.why }, world);
    case 'missing':
      return withheld(told, { state: 'gone', why: reason.why }, world);
    default:
      return unanswered(told, resourceVersion, reason, world);
  }
}

/** The server remembers too little: all anew, but for one that does so again and again. */
function expired(watcher: Watcher, world: WatchWorld): WatchStep {
  const begun: WatchEffect[] = [
    { do: 'close' },
    reading(watcher, 'the server no longer knows what has changed'),
  ];
  const { backoff, delay } = failed(watcher.backoff, world.now, world.random);
  if (backoff.failures === 1) return readAll({ ...watcher, backoff }, world, begun);
  return {
    watcher: { ...watcher, backoff, state: waiting(undefined, 'timer', world.now + delay) },
    effects: [...begun, { do: 'wait', milliseconds: delay }],
  };
}

/** It has been listed a moment ago, and may not be watched: it is listed again and again. */
function poll(
  watcher: Watcher,
  because: 'forbidden' | 'unwatchable',
  why: Explanation,
  { random, pollInterval }: WatchWorld,
): WatchStep {
  const milliseconds = Math.round(pollInterval * (1 - pollSpread / 2 + random * pollSpread));
  return {
    watcher: { ...watcher, state: { phase: 'polling' } },
    effects: [
      { do: 'close' },
      { do: 'freshness', freshness: { state: 'polled', every: pollInterval, because, why } },
      { do: 'wait', milliseconds },
    ],
  };
}

/** What is not to be read: rows that cannot be read any more are not shown any more. */
function withheld(watcher: Watcher, freshness: Freshness, world: WatchWorld): WatchStep {
  const { backoff, delay } = failed(watcher.backoff, world.now, world.random);
  return {
    watcher: { ...watcher, backoff, state: waiting(undefined, 'timer', world.now + delay, 'withheld') },
    effects: [
      { do: 'close' },
      { do: 'begin' },
      { do: 'complete' },
      { do: 'freshness', freshness },
      { do: 'wait', milliseconds: delay },
    ],
  };
}

/** Nobody answered, or not as one should: on when somebody does. */
function unanswered(
  watcher: Watcher,
  resourceVersion: string | undefined,
  { why, retryAfterSeconds }: WatchFailure,
  world: WatchWorld,
): WatchStep {
  const { backoff, delay } = failed(watcher.backoff, world.now, world.random, 'soon');
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) {
    // It is there, and wants to be left alone.
    const milliseconds = Math.max(delay, Math.min(retryAfterSeconds * 1_000, longestRetryAfter));
    return {
      watcher: { ...watcher, backoff, state: waiting(resourceVersion, 'timer', world.now + milliseconds) },
      effects: [{ do: 'close' }, stale(watcher, why), { do: 'wait', milliseconds }],
    };
  }
  const notBefore = world.now + delay;
  return {
    watcher: { ...watcher, backoff, state: waiting(resourceVersion, 'route', notBefore) },
    effects: [{ do: 'close' }, stale(watcher, why), { do: 'check-route' }],
  };
}

/** The stream does not hold: on after a while. */
function later(
  watcher: Watcher,
  resourceVersion: string | undefined,
  why: Explanation,
  world: WatchWorld,
): WatchStep {
  const { backoff, delay } = failed(watcher.backoff, world.now, world.random, 'soon');
  return {
    watcher: { ...watcher, backoff, state: waiting(resourceVersion, 'timer', world.now + delay) },
    effects: [{ do: 'close' }, stale(watcher, why), { do: 'wait', milliseconds: delay }],
  };
}

/** On almost at once, from where it was. */
function soon(watcher: Watcher, resourceVersion: string, why: string, world: WatchWorld): WatchStep {
  const delay = Math.round(world.random * cutSpread);
  return {
    watcher: { ...watcher, state: waiting(resourceVersion, 'timer', world.now + delay) },
    effects: [{ do: 'close' }, resyncing(why), { do: 'wait', milliseconds: delay }],
  };
}

function routeLost(
  watcher: Watcher,
  { heard, why }: Extract<WatchEvent, { type: 'route-lost' }>,
  world: WatchWorld,
): WatchStep {
  const { state } = watcher;
  switch (state.phase) {
    case 'empty':
    case 'stopped':
      return unchanged(watcher);
    case 'waiting':
      return {
        watcher: { ...watcher, state: { ...state, until: 'route' } },
        effects: [{ do: 'close' }, ...(state.because === 'lost' ? [stale(watcher, why)] : [])],
      };
    default: {
      const resourceVersion = state.phase === 'watching' ? state.resourceVersion : undefined;
      const told = { ...watcher, freshAt: freshUntil(watcher, heard) };
      return {
        watcher: { ...told, state: waiting(resourceVersion, 'route', world.now) },
        effects: [{ do: 'close' }, stale(told, why)],
      };
    }
  }
}

/** What was open on a connection of before is dead; what was heard of meanwhile is not. */
function routeChanged(watcher: Watcher, heard: number, world: WatchWorld): WatchStep {
  const { state } = watcher;
  const why = 'its connection has fallen silent';
  if (state.phase === 'listing' || state.phase === 'streaming') {
    return readAll(watcher, world, [{ do: 'close' }, reading(watcher, why)]);
  }
  if (state.phase !== 'watching') return unchanged(watcher);
  return soon({ ...watcher, freshAt: freshUntil(watcher, heard) }, state.resourceVersion, why, world);
}

function routeFound(watcher: Watcher, spread: number, { now, random }: WatchWorld): WatchStep {
  const { state } = watcher;
  if (state.phase !== 'waiting' || state.until !== 'route') return unchanged(watcher);
  const milliseconds = Math.max(Math.round(random * spread), state.notBefore - now);
  return {
    watcher: { ...watcher, state: { ...state, until: 'timer' } },
    effects: [{ do: 'wait', milliseconds }],
  };
}

function stop(watcher: Watcher, freshness: Freshness, world: WatchWorld): WatchStep {
  const { state } = watcher;
  const resourceVersion = 'resourceVersion' in state ? state.resourceVersion : undefined;
  const freshAt = lastFresh(watcher, world);
  return {
    watcher: { ...watcher, freshAt, state: { phase: 'stopped', resourceVersion } },
    effects: [{ do: 'close' }, { do: 'freshness', freshness }],
  };
}

function waiting(
  resourceVersion: string | undefined,
  until: 'timer' | 'route',
  notBefore: number,
  because: 'lost' | 'withheld' = 'lost',
): WatchState {
  return { phase: 'waiting', resourceVersion, until, notBefore, because };
}

/** Now while the set equals the server's; else when it last did. */
function lastFresh(watcher: Watcher, { now }: WatchWorld): number {
  return freshUntil(watcher, now);
}

/** Until when the set equalled the server's, of one that did so until `heard` if it does now. */
function freshUntil({ state, freshAt }: Watcher, heard: number): number {
  return state.phase === 'watching' && state.progress === 'current' ? Math.max(freshAt, heard) : freshAt;
}

const goesOn = 'it is looked at again';
const cutDuringList: Explanation = { fault: 'the connection ended during the list' };
const endedAtOnce: Explanation = { fault: 'the watch ended at once' };
const noAnswer: WatchFailure = {
  kind: 'unreachable',
  why: { fault: `no answer within ${openingSilence / 1_000} s` },
};

function stale({ freshAt }: Watcher, why: Explanation): WatchEffect {
  return { do: 'freshness', freshness: { state: 'stale', since: freshAt, why } };
}

function resyncing(fault: string): WatchEffect {
  return { do: 'freshness', freshness: { state: 'resyncing', why: { fault } } };
}

function listing(count: number, remaining: number | undefined): WatchEffect {
  const of = remaining === undefined ? undefined : count + remaining;
  return { do: 'freshness', freshness: { state: 'listing', count, of } };
}

/** Everything is read: for the first time, or again because of `why`. */
function reading(watcher: Watcher, why: string): WatchEffect {
  return watcher.freshAt === 0 ? listing(0, undefined) : resyncing(why);
}

/** Five to ten minutes, so that many watches do not end together. */
function randomTimeout({ random }: WatchWorld): number {
  return 300 + Math.floor(random * 301);
}
