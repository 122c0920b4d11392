import { describe, expect, test } from 'vitest';
import type { Row } from '../../../client/src/cluster/kube-object.ts';
import {
  initialWatcher,
  silenceLimit,
  step,
  type WatchEffect,
  type WatchEvent,
  type Watcher,
  type WatchState,
} from '../../../client/src/cluster/watch/watcher.ts';

const world = { now: 1_000_000, random: 0.5, streamingLists: true };
const noStreaming = { ...world, streamingLists: false };
const fresh = { failures: 0, healthySince: undefined };
const well = { failures: 0, healthySince: 990_000 };
const columns = [{ name: 'Name', type: 'string', format: 'name', priority: 0 }];

function row(uid: string, resourceVersion: string): Row {
  return { uid, name: uid, namespace: 'shop', cells: [uid], metadata: { uid, resourceVersion } };
}

function at(state: WatchState, rest: Partial<Watcher> = {}): Watcher {
  return { state, backoff: fresh, freshAt: 0, ...rest };
}

const streaming: WatchState = { phase: 'streaming', timeoutSeconds: 450 };
const watching: WatchState = { phase: 'watching', resourceVersion: '7', since: 900_000, timeoutSeconds: 450 };
const justWatching: WatchState = { ...watching, since: 999_000 };
const live = at(watching, { backoff: well, freshAt: 900_000 });

const watchAll: WatchEffect = { do: 'watch', from: 'initial-events', timeoutSeconds: 450 };
const watchFrom7: WatchEffect = { do: 'watch', from: { resourceVersion: '7' }, timeoutSeconds: 450 };
const close: WatchEffect = { do: 'close' };
const begin: WatchEffect = { do: 'begin' };
const complete: WatchEffect = { do: 'complete' };
const firstPage: WatchEffect = { do: 'list', continueToken: undefined };
const remember: WatchEffect = { do: 'remember-no-streaming-lists' };
const wait = (milliseconds: number): WatchEffect => ({ do: 'wait', milliseconds });
const loading: WatchEffect = { do: 'freshness', freshness: { state: 'loading' } };
const resyncing: WatchEffect = { do: 'freshness', freshness: { state: 'resyncing' } };
const isLive: WatchEffect = { do: 'freshness', freshness: { state: 'live' } };
const stale = (since: number, fault: string): WatchEffect => ({
  do: 'freshness',
  freshness: { state: 'stale', since, why: { fault } },
});
const failure = (
  kind: 'expired' | 'forbidden' | 'missing' | 'credentials' | 'no-streaming-lists' | 'other',
  retryAfterSeconds?: number,
): WatchEvent => ({
  type: 'failed',
  failure: { kind, why: { fault: kind }, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
});
const page = (continueToken?: string): WatchEvent => ({
  type: 'page',
  rows: [row('a', '3')],
  columns,
  resourceVersion: '7',
  continueToken,
});
const setColumns: WatchEffect = { do: 'columns', columns };
const put: WatchEffect = { do: 'put', rows: [row('a', '3')] };

interface Case {
  readonly name: string;
  readonly before: Watcher;
  readonly event: WatchEvent;
  readonly after: Watcher;
  readonly effects: readonly WatchEffect[];
}

const withStreamingLists: readonly Case[] = [
  {
    name: 'the first reader streams a list',
    before: initialWatcher,
    event: { type: 'start' },
    after: at(streaming),
    effects: [loading, begin, watchAll],
  },
  {
    name: 'a second reader changes nothing',
    before: live,
    event: { type: 'start' },
    after: live,
    effects: [],
  },
  {
    name: 'initial events fill the second set',
    before: at(streaming),
    event: { type: 'changed', row: row('a', '3'), columns, resourceVersion: '3' },
    after: at(streaming),
    effects: [setColumns, put],
  },
  {
    name: 'the bookmark that ends them completes it',
    before: at(streaming),
    event: { type: 'bookmark', resourceVersion: '7', columns: undefined, initialEventsEnd: true },
    after: at(
      { phase: 'watching', resourceVersion: '7', since: 1_000_000, timeoutSeconds: 450 },
      { backoff: { failures: 0, healthySince: 1_000_000 }, freshAt: 1_000_000 },
    ),
    effects: [complete, isLive],
  },
  {
    name: 'another bookmark does not',
    before: at(streaming),
    event: { type: 'bookmark', resourceVersion: '6', columns: undefined, initialEventsEnd: false },
    after: at(streaming),
    effects: [],
  },
  {
    name: 'refused by parameter or in the stream: list, and remember',
    before: at(streaming),
    event: failure('no-streaming-lists'),
    after: at({ phase: 'listing' }),
    effects: [close, remember, begin, firstPage],
  },
  {
    name: 'held back by a proxy: list, and remember',
    before: at(streaming),
    event: { type: 'silent' },
    after: at({ phase: 'listing' }),
    effects: [close, remember, begin, firstPage],
  },
  {
    name: 'who may not watch may still list; nothing to remember',
    before: at(streaming),
    event: failure('forbidden'),
    after: at({ phase: 'listing' }),
    effects: [close, begin, firstPage],
  },
  {
    name: 'cut during the list: all anew, later',
    before: at(streaming),
    event: { type: 'ended' },
    after: at(
      { phase: 'waiting', resourceVersion: undefined },
      { backoff: { failures: 1, healthySince: undefined } },
    ),
    effects: [close, stale(0, 'the connection ended during the list'), wait(800)],
  },
  {
    name: 'after the wait, all anew',
    before: at({ phase: 'waiting', resourceVersion: undefined }),
    event: { type: 'timer' },
    after: at(streaming),
    effects: [begin, watchAll],
  },
  {
    name: '410: at once all anew, the old set stays',
    before: live,
    event: failure('expired'),
    after: at(streaming, { backoff: { failures: 1, healthySince: undefined }, freshAt: 900_000 }),
    effects: [close, resyncing, begin, watchAll],
  },
  {
    name: '410 again: later',
    before: at(watching, { backoff: { failures: 1, healthySince: undefined }, freshAt: 1 }),
    event: failure('expired'),
    after: at(
      { phase: 'waiting', resourceVersion: undefined },
      { backoff: { failures: 2, healthySince: undefined }, freshAt: 1 },
    ),
    effects: [close, resyncing, wait(1_600)],
  },
  {
    name: 'a person refreshes',
    before: live,
    event: { type: 'refresh' },
    after: at(streaming, { backoff: well, freshAt: 900_000 }),
    effects: [close, resyncing, begin, watchAll],
  },
];

const withoutStreamingLists: readonly Case[] = [
  {
    name: 'the first reader lists',
    before: initialWatcher,
    event: { type: 'start' },
    after: at({ phase: 'listing' }),
    effects: [loading, begin, firstPage],
  },
  {
    name: 'a page asks for the next',
    before: at({ phase: 'listing' }),
    event: page('more'),
    after: at({ phase: 'listing' }),
    effects: [setColumns, put, { do: 'list', continueToken: 'more' }],
  },
  {
    name: 'the last page completes the set and watches from its version',
    before: at({ phase: 'listing' }),
    event: page(),
    after: at({ ...watching, since: 1_000_000 }, { freshAt: 1_000_000 }),
    effects: [setColumns, put, complete, watchFrom7],
  },
  {
    name: 'an expired continue token: the list anew',
    before: at({ phase: 'listing' }),
    event: failure('expired'),
    after: at({ phase: 'listing' }, { backoff: { failures: 1, healthySince: undefined } }),
    effects: [close, loading, begin, firstPage],
  },
  {
    name: 'the list is forbidden: asked again in a while',
    before: at({ phase: 'listing' }),
    event: failure('forbidden'),
    after: at(
      { phase: 'waiting', resourceVersion: undefined },
      { backoff: { failures: 1, healthySince: undefined } },
    ),
    effects: [
      close,
      { do: 'freshness', freshness: { state: 'forbidden', why: { fault: 'forbidden' } } },
      wait(800),
    ],
  },
  {
    name: 'the resource is gone, and so are its rows',
    before: live,
    event: failure('missing'),
    after: at(
      { phase: 'waiting', resourceVersion: undefined },
      { backoff: { failures: 1, healthySince: undefined }, freshAt: 1_000_000 },
    ),
    effects: [
      close,
      begin,
      complete,
      { do: 'freshness', freshness: { state: 'gone', why: { fault: 'missing' } } },
      wait(800),
    ],
  },
];

const whileWatching: readonly Case[] = [
  {
    name: 'the server accepts',
    before: at(watching),
    event: { type: 'opened' },
    after: at(watching, { backoff: { failures: 0, healthySince: 1_000_000 }, freshAt: 1_000_000 }),
    effects: [isLive],
  },
  {
    name: 'a change moves the version on',
    before: live,
    event: { type: 'changed', row: row('a', '8'), columns: undefined, resourceVersion: '8' },
    after: { ...live, state: { ...watching, resourceVersion: '8' } },
    effects: [{ do: 'put', rows: [row('a', '8')] }],
  },
  {
    name: 'so does a deletion',
    before: live,
    event: { type: 'deleted', uid: 'a', resourceVersion: '9' },
    after: { ...live, state: { ...watching, resourceVersion: '9' } },
    effects: [{ do: 'remove', uid: 'a' }],
  },
  {
    name: 'and a bookmark, which changes nothing else',
    before: live,
    event: { type: 'bookmark', resourceVersion: '10', columns: undefined, initialEventsEnd: false },
    after: { ...live, state: { ...watching, resourceVersion: '10' } },
    effects: [],
  },
  {
    name: 'a regular end: on from there, at once and still live',
    before: live,
    event: { type: 'ended' },
    after: { ...live, freshAt: 1_000_000, state: { ...watching, since: 1_000_000 } },
    effects: [close, watchFrom7],
  },
  {
    name: 'silence beyond its end: the same',
    before: live,
    event: { type: 'silent' },
    after: { ...live, freshAt: 1_000_000, state: { ...watching, since: 1_000_000 } },
    effects: [close, watchFrom7],
  },
  {
    name: 'an end at once is a failure',
    before: at(justWatching, { backoff: well, freshAt: 1 }),
    event: { type: 'ended' },
    after: at(
      { phase: 'waiting', resourceVersion: '7' },
      { backoff: { failures: 1, healthySince: undefined }, freshAt: 1_000_000 },
    ),
    effects: [close, stale(1_000_000, 'the watch ended at once'), wait(800)],
  },
  {
    name: 'the server is down: stale since now',
    before: live,
    event: failure('other'),
    after: at(
      { phase: 'waiting', resourceVersion: '7' },
      { backoff: { failures: 1, healthySince: undefined }, freshAt: 1_000_000 },
    ),
    effects: [close, stale(1_000_000, 'other'), wait(800)],
  },
  {
    name: 'still down: stale since then, and a longer wait',
    before: at(watching, { backoff: { failures: 3, healthySince: undefined }, freshAt: 5 }),
    event: failure('other'),
    after: at(
      { phase: 'waiting', resourceVersion: '7' },
      { backoff: { failures: 4, healthySince: undefined }, freshAt: 5 },
    ),
    effects: [close, stale(5, 'other'), wait(6_400)],
  },
  {
    name: 'after the wait, on from the last version',
    before: at({ phase: 'waiting', resourceVersion: '7' }, { freshAt: 5 }),
    event: { type: 'timer' },
    after: at({ ...watching, since: 1_000_000 }, { freshAt: 5 }),
    effects: [watchFrom7],
  },
  {
    name: 'Retry-After is kept to',
    before: at(watching),
    event: failure('other', 12),
    after: at(
      { phase: 'waiting', resourceVersion: '7' },
      { backoff: { failures: 1, healthySince: undefined } },
    ),
    effects: [close, stale(0, 'other'), wait(12_000)],
  },
  {
    name: 'two healthy minutes forget earlier failures',
    before: at(watching, { backoff: { failures: 5, healthySince: 880_000 }, freshAt: 1 }),
    event: failure('other'),
    after: at(
      { phase: 'waiting', resourceVersion: '7' },
      { backoff: { failures: 1, healthySince: undefined }, freshAt: 1_000_000 },
    ),
    effects: [close, stale(1_000_000, 'other'), wait(800)],
  },
  {
    name: 'no credentials: nothing more before a person asks',
    before: live,
    event: failure('credentials'),
    after: at({ phase: 'stopped', resourceVersion: '7' }, { backoff: well, freshAt: 1_000_000 }),
    effects: [close, stale(1_000_000, 'credentials')],
  },
  {
    name: 'paused',
    before: live,
    event: { type: 'pause', why: { fault: 'paused' } },
    after: at({ phase: 'stopped', resourceVersion: '7' }, { backoff: well, freshAt: 1_000_000 }),
    effects: [close, stale(1_000_000, 'paused')],
  },
  {
    name: 'seen again: on from the last version',
    before: at({ phase: 'stopped', resourceVersion: '7' }, { freshAt: 5 }),
    event: { type: 'start' },
    after: at({ ...watching, since: 1_000_000 }, { freshAt: 5 }),
    effects: [watchFrom7],
  },
  { name: 'a late timer', before: live, event: { type: 'timer' }, after: live, effects: [] },
  { name: 'a late page', before: live, event: page(), after: live, effects: [] },
  {
    name: 'a late failure',
    before: at({ phase: 'stopped', resourceVersion: '7' }),
    event: failure('other'),
    after: at({ phase: 'stopped', resourceVersion: '7' }),
    effects: [],
  },
];

describe('a step', () => {
  test.each(withStreamingLists)('streaming lists: $name', ({ before, event, after, effects }) => {
    expect(step(before, event, world)).toEqual({ watcher: after, effects });
  });
  test.each(withoutStreamingLists)('lists: $name', ({ before, event, after, effects }) => {
    expect(step(before, event, noStreaming)).toEqual({ watcher: after, effects });
  });
  test.each(whileWatching)('watching: $name', ({ before, event, after, effects }) => {
    expect(step(before, event, world)).toEqual({ watcher: after, effects });
  });
  test.each([
    [0, 300],
    [0.999, 600],
  ])('five to ten minutes: %s', (random, timeoutSeconds) => {
    expect(step(initialWatcher, { type: 'start' }, { ...world, random }).watcher.state).toEqual({
      phase: 'streaming',
      timeoutSeconds,
    });
  });
  test('silence is death after 10 s of a streaming list, and half a minute after the end of a watch', () => {
    expect([at(streaming), live, at({ phase: 'listing' })].map(({ state }) => silenceLimit(state))).toEqual([
      10_000,
      480_000,
      undefined,
    ]);
  });
});
