import { describe, expect, test } from 'vitest';
import type { Row } from '../../../client/src/cluster/cluster.ts';
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

type Case = [name: string, before: Watcher, event: WatchEvent, after: Watcher, effects: WatchEffect[]];

const withStreamingLists: Case[] = [
  [
    'the first reader streams a list',
    initialWatcher,
    { type: 'start' },
    at(streaming),
    [loading, begin, watchAll],
  ],
  ['a second reader changes nothing', live, { type: 'start' }, live, []],
  [
    'initial events fill the second set',
    at(streaming),
    { type: 'changed', row: row('a', '3'), columns, resourceVersion: '3' },
    at(streaming),
    [setColumns, put],
  ],
  [
    'the bookmark that ends them completes it',
    at(streaming),
    { type: 'bookmark', resourceVersion: '7', columns: undefined, initialEventsEnd: true },
    at(
      { phase: 'watching', resourceVersion: '7', since: 1_000_000, timeoutSeconds: 450 },
      { backoff: { failures: 0, healthySince: 1_000_000 }, freshAt: 1_000_000 },
    ),
    [complete, isLive],
  ],
  [
    'another bookmark does not',
    at(streaming),
    { type: 'bookmark', resourceVersion: '6', columns: undefined, initialEventsEnd: false },
    at(streaming),
    [],
  ],
  [
    'refused by parameter or in the stream: list, and remember',
    at(streaming),
    failure('no-streaming-lists'),
    at({ phase: 'listing' }),
    [close, remember, begin, firstPage],
  ],
  [
    'held back by a proxy: list, and remember',
    at(streaming),
    { type: 'silent' },
    at({ phase: 'listing' }),
    [close, remember, begin, firstPage],
  ],
  [
    'who may not watch may still list; nothing to remember',
    at(streaming),
    failure('forbidden'),
    at({ phase: 'listing' }),
    [close, begin, firstPage],
  ],
  [
    'cut during the list: all anew, later',
    at(streaming),
    { type: 'ended' },
    at(
      { phase: 'waiting', resourceVersion: undefined },
      { backoff: { failures: 1, healthySince: undefined } },
    ),
    [close, stale(0, 'the connection ended during the list'), wait(800)],
  ],
  [
    'after the wait, all anew',
    at({ phase: 'waiting', resourceVersion: undefined }),
    { type: 'timer' },
    at(streaming),
    [begin, watchAll],
  ],
  [
    '410: at once all anew, the old set stays',
    live,
    failure('expired'),
    at(streaming, { backoff: { failures: 1, healthySince: undefined }, freshAt: 900_000 }),
    [close, resyncing, begin, watchAll],
  ],
  [
    '410 again: later',
    at(watching, { backoff: { failures: 1, healthySince: undefined }, freshAt: 1 }),
    failure('expired'),
    at(
      { phase: 'waiting', resourceVersion: undefined },
      { backoff: { failures: 2, healthySince: undefined }, freshAt: 1 },
    ),
    [close, resyncing, wait(1_600)],
  ],
  [
    'a person refreshes',
    live,
    { type: 'refresh' },
    at(streaming, { backoff: well, freshAt: 900_000 }),
    [close, resyncing, begin, watchAll],
  ],
];

const withoutStreamingLists: Case[] = [
  [
    'the first reader lists',
    initialWatcher,
    { type: 'start' },
    at({ phase: 'listing' }),
    [loading, begin, firstPage],
  ],
  [
    'a page asks for the next',
    at({ phase: 'listing' }),
    page('more'),
    at({ phase: 'listing' }),
    [setColumns, put, { do: 'list', continueToken: 'more' }],
  ],
  [
    'the last page completes the set and watches from its version',
    at({ phase: 'listing' }),
    page(),
    at({ ...watching, since: 1_000_000 }, { freshAt: 1_000_000 }),
    [setColumns, put, complete, watchFrom7],
  ],
  [
    'an expired continue token: the list anew',
    at({ phase: 'listing' }),
    failure('expired'),
    at({ phase: 'listing' }, { backoff: { failures: 1, healthySince: undefined } }),
    [close, loading, begin, firstPage],
  ],
  [
    'the list is forbidden: asked again in a while',
    at({ phase: 'listing' }),
    failure('forbidden'),
    at(
      { phase: 'waiting', resourceVersion: undefined },
      { backoff: { failures: 1, healthySince: undefined } },
    ),
    [close, { do: 'freshness', freshness: { state: 'forbidden', why: { fault: 'forbidden' } } }, wait(800)],
  ],
  [
    'the resource is gone, and so are its rows',
    live,
    failure('missing'),
    at(
      { phase: 'waiting', resourceVersion: undefined },
      { backoff: { failures: 1, healthySince: undefined }, freshAt: 1_000_000 },
    ),
    [
      close,
      begin,
      complete,
      { do: 'freshness', freshness: { state: 'gone', why: { fault: 'missing' } } },
      wait(800),
    ],
  ],
];

const whileWatching: Case[] = [
  [
    'the server accepts',
    at(watching),
    { type: 'opened' },
    at(watching, { backoff: { failures: 0, healthySince: 1_000_000 }, freshAt: 1_000_000 }),
    [isLive],
  ],
  [
    'a change moves the version on',
    live,
    { type: 'changed', row: row('a', '8'), columns: undefined, resourceVersion: '8' },
    { ...live, state: { ...watching, resourceVersion: '8' } },
    [{ do: 'put', rows: [row('a', '8')] }],
  ],
  [
    'so does a deletion',
    live,
    { type: 'deleted', uid: 'a', resourceVersion: '9' },
    { ...live, state: { ...watching, resourceVersion: '9' } },
    [{ do: 'remove', uid: 'a' }],
  ],
  [
    'and a bookmark, which changes nothing else',
    live,
    { type: 'bookmark', resourceVersion: '10', columns: undefined, initialEventsEnd: false },
    { ...live, state: { ...watching, resourceVersion: '10' } },
    [],
  ],
  [
    'a regular end: on from there, at once and still live',
    live,
    { type: 'ended' },
    { ...live, freshAt: 1_000_000, state: { ...watching, since: 1_000_000 } },
    [close, watchFrom7],
  ],
  [
    'silence beyond its end: the same',
    live,
    { type: 'silent' },
    { ...live, freshAt: 1_000_000, state: { ...watching, since: 1_000_000 } },
    [close, watchFrom7],
  ],
  [
    'an end at once is a failure',
    at(justWatching, { backoff: well, freshAt: 1 }),
    { type: 'ended' },
    at(
      { phase: 'waiting', resourceVersion: '7' },
      { backoff: { failures: 1, healthySince: undefined }, freshAt: 1_000_000 },
    ),
    [close, stale(1_000_000, 'the watch ended at once'), wait(800)],
  ],
  [
    'the server is down: stale since now',
    live,
    failure('other'),
    at(
      { phase: 'waiting', resourceVersion: '7' },
      { backoff: { failures: 1, healthySince: undefined }, freshAt: 1_000_000 },
    ),
    [close, stale(1_000_000, 'other'), wait(800)],
  ],
  [
    'still down: stale since then, and a longer wait',
    at(watching, { backoff: { failures: 3, healthySince: undefined }, freshAt: 5 }),
    failure('other'),
    at(
      { phase: 'waiting', resourceVersion: '7' },
      { backoff: { failures: 4, healthySince: undefined }, freshAt: 5 },
    ),
    [close, stale(5, 'other'), wait(6_400)],
  ],
  [
    'after the wait, on from the last version',
    at({ phase: 'waiting', resourceVersion: '7' }, { freshAt: 5 }),
    { type: 'timer' },
    at({ ...watching, since: 1_000_000 }, { freshAt: 5 }),
    [watchFrom7],
  ],
  [
    'Retry-After is kept to',
    at(watching),
    failure('other', 12),
    at({ phase: 'waiting', resourceVersion: '7' }, { backoff: { failures: 1, healthySince: undefined } }),
    [close, stale(0, 'other'), wait(12_000)],
  ],
  [
    'two healthy minutes forget earlier failures',
    at(watching, { backoff: { failures: 5, healthySince: 880_000 }, freshAt: 1 }),
    failure('other'),
    at(
      { phase: 'waiting', resourceVersion: '7' },
      { backoff: { failures: 1, healthySince: undefined }, freshAt: 1_000_000 },
    ),
    [close, stale(1_000_000, 'other'), wait(800)],
  ],
  [
    'no credentials: nothing more before a person asks',
    live,
    failure('credentials'),
    at({ phase: 'stopped', resourceVersion: '7' }, { backoff: well, freshAt: 1_000_000 }),
    [close, stale(1_000_000, 'credentials')],
  ],
  [
    'paused',
    live,
    { type: 'pause', why: { fault: 'paused' } },
    at({ phase: 'stopped', resourceVersion: '7' }, { backoff: well, freshAt: 1_000_000 }),
    [close, stale(1_000_000, 'paused')],
  ],
  [
    'seen again: on from the last version',
    at({ phase: 'stopped', resourceVersion: '7' }, { freshAt: 5 }),
    { type: 'start' },
    at({ ...watching, since: 1_000_000 }, { freshAt: 5 }),
    [watchFrom7],
  ],
  ['a late timer', live, { type: 'timer' }, live, []],
  ['a late page', live, page(), live, []],
  [
    'a late failure',
    at({ phase: 'stopped', resourceVersion: '7' }),
    failure('other'),
    at({ phase: 'stopped', resourceVersion: '7' }),
    [],
  ],
];

describe('a step', () => {
  test.each(withStreamingLists)('streaming lists: %s', (_name, before, event, after, effects) => {
    expect(step(before, event, world)).toEqual({ watcher: after, effects });
  });
  test.each(withoutStreamingLists)('lists: %s', (_name, before, event, after, effects) => {
    expect(step(before, event, noStreaming)).toEqual({ watcher: after, effects });
  });
  test.each(whileWatching)('watching: %s', (_name, before, event, after, effects) => {
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
