import { describe, expect, test } from 'vitest';
import type { Freshness } from '../../../client/src/cluster/cluster.ts';
import type { Row } from '../../../client/src/cluster/kube-object.ts';
import type { Backoff } from '../../../client/src/cluster/watch/backoff.ts';
import {
  initialWatcher,
  type WatchEffect,
  type WatchEvent,
  type Watcher,
  type WatchFailure,
  type WatchState,
} from '../../../client/src/cluster/watch/watch-state.ts';
import { silenceLimit, step } from '../../../client/src/cluster/watch/watcher.ts';

const world = { now: 1_000_000, random: 0.5, streamingLists: true, pollInterval: 30_000 };
const noStreaming = { ...world, streamingLists: false };
const fresh: Backoff = { failures: 0, failingSince: undefined, healthySince: undefined };
const well: Backoff = { ...fresh, healthySince: 980_000 };
/** After failures, the first of them now. */
const failing = (failures: number, failingSince = 1_000_000): Backoff => ({
  failures,
  failingSince,
  healthySince: undefined,
});
const columns = [{ name: 'Name', type: 'string', format: 'name', priority: 0 }];

function row(uid: string, resourceVersion: string): Row {
  return { uid, name: uid, namespace: 'shop', cells: [uid], metadata: { uid, resourceVersion } };
}

function at(state: WatchState, rest: Partial<Watcher> = {}): Watcher {
  return { state, backoff: fresh, freshAt: 0, bookmarks: false, ...rest };
}

const streaming: WatchState = { phase: 'streaming', timeoutSeconds: 450, count: 0 };
const listing: WatchState = { phase: 'listing', asked: 1_000_000, count: 0 };
const watching = {
  phase: 'watching',
  resourceVersion: '7',
  since: 900_000,
  timeoutSeconds: 450,
  after: 'watch',
  progress: 'current',
} as const;
const opening = { ...watching, since: 1_000_000, progress: 'opening' } as const;
const reopening = { ...opening, progress: 'reopening' } as const;
const behind = { ...watching, progress: 'behind' } as const;
const polling: WatchState = { phase: 'polling' };
const live = at(watching, { backoff: well, freshAt: 900_000 });
const waiting = (
  resourceVersion: string | undefined,
  until: 'timer' | 'route',
  notBefore: number,
  because: 'lost' | 'withheld' = 'lost',
): WatchState => ({ phase: 'waiting', resourceVersion, until, notBefore, because });

const watchAll: WatchEffect = { do: 'watch', from: 'initial-events', timeoutSeconds: 450 };
const watchFrom7: WatchEffect = { do: 'watch', from: { resourceVersion: '7' }, timeoutSeconds: 450 };
const close: WatchEffect = { do: 'close' };
const begin: WatchEffect = { do: 'begin' };
const complete: WatchEffect = { do: 'complete' };
const firstPage: WatchEffect = { do: 'list', continueToken: undefined };
const checkRoute: WatchEffect = { do: 'check-route' };
const remember = (because: 'refused' | 'silent'): WatchEffect => ({
  do: 'remember-no-streaming-lists',
  because,
});
const wait = (milliseconds: number): WatchEffect => ({ do: 'wait', milliseconds });
const freshness = (told: Freshness): WatchEffect => ({ do: 'freshness', freshness: told });
const isListing = freshness({ state: 'listing', count: 0, of: undefined });
const resyncing = (fault: string) => freshness({ state: 'resyncing', why: { fault } });
const isLive = freshness({ state: 'live' });
const isPolled = (because: 'forbidden' | 'unwatchable') =>
  freshness({ state: 'polled', every: 30_000, because, why: { fault: because } });
const stale = (since: number, fault: string) => freshness({ state: 'stale', since, why: { fault } });
const onItsWay = resyncing('what has happened meanwhile is on its way');
const failure = (kind: WatchFailure['kind'], retryAfterSeconds?: number): WatchEvent => ({
  type: 'failed',
  failure: { kind, why: { fault: kind }, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
});
const page = (continueToken?: string, remaining?: number): WatchEvent => ({
  type: 'page',
  rows: [row('a', '3')],
  columns,
  resourceVersion: '7',
  continueToken,
  remaining,
});
const changedTo = (resourceVersion: string): WatchEvent => ({
  type: 'changed',
  row: row('a', resourceVersion),
  columns: undefined,
  resourceVersion,
});
const bookmark = (resourceVersion: string, initialEventsEnd = false): WatchEvent => ({
  type: 'bookmark',
  resourceVersion,
  columns: undefined,
  initialEventsEnd,
});
const setColumns: WatchEffect = { do: 'columns', columns };
const put: WatchEffect = { do: 'put', rows: [row('a', '3')] };
const putAt = (resourceVersion: string): WatchEffect => ({ do: 'put', rows: [row('a', resourceVersion)] });

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
    effects: [isListing, begin, watchAll],
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
    after: at({ ...streaming, count: 1 }),
    effects: [setColumns, put],
  },
  {
    name: 'how many have come is told now and then',
    before: at({ ...streaming, count: 499 }),
    event: changedTo('3'),
    after: at({ ...streaming, count: 500 }),
    effects: [put, freshness({ state: 'listing', count: 500, of: undefined })],
  },
  {
    name: 'the bookmark that ends them completes it',
    before: at(streaming),
    event: bookmark('7', true),
    after: at(
      { ...watching, since: 1_000_000 },
      { backoff: { ...fresh, healthySince: 1_000_000 }, freshAt: 1_000_000 },
    ),
    effects: [complete, isLive],
  },
  {
    name: 'another bookmark does not',
    before: at(streaming),
    event: bookmark('6'),
    after: at({ ...streaming, count: 1 }),
    effects: [],
  },
  {
    name: 'refused by parameter or in the stream: list, and remember',
    before: at(streaming),
    event: failure('no-streaming-lists'),
    after: at(listing),
    effects: [close, remember('refused'), begin, firstPage],
  },
  {
    name: 'held back by a proxy: list, and remember for a while',
    before: at(streaming),
    event: { type: 'silent', heard: 990_000 },
    after: at(listing),
    effects: [close, remember('silent'), begin, firstPage],
  },
  {
    name: 'who may not watch may still list; nothing to remember',
    before: at(streaming),
    event: failure('forbidden'),
    after: at(listing),
    effects: [close, begin, firstPage],
  },
  {
    name: 'what knows no watch may know a list',
    before: at(streaming),
    event: failure('unwatchable'),
    after: at(listing),
    effects: [close, begin, firstPage],
  },
  {
    name: 'another bad request may be one of this stream alone',
    before: at(streaming),
    event: failure('bad-request'),
    after: at(listing),
    effects: [close, begin, firstPage],
  },
  {
    name: 'cut during the list: all anew, soon',
    before: at(streaming),
    event: { type: 'cut', heard: 999_000 },
    after: at(waiting(undefined, 'timer', 1_000_800), { backoff: failing(1) }),
    effects: [close, stale(0, 'the connection ended during the list'), wait(800)],
  },
  {
    name: 'after the wait, all anew',
    before: at(waiting(undefined, 'timer', 1_000_000)),
    event: { type: 'timer' },
    after: at(streaming),
    effects: [begin, watchAll],
  },
  {
    name: '410: at once all anew, the old set stays',
    before: live,
    event: failure('expired'),
    after: at(streaming, { backoff: failing(1), freshAt: 1_000_000 }),
    effects: [close, resyncing('the server no longer knows what has changed'), begin, watchAll],
  },
  {
    name: '410 again: later',
    before: at(behind, { backoff: failing(1, 999_000), freshAt: 1 }),
    event: failure('expired'),
    after: at(waiting(undefined, 'timer', 1_001_600), { backoff: failing(2, 999_000), freshAt: 1 }),
    effects: [close, resyncing('the server no longer knows what has changed'), wait(1_600)],
  },
  {
    name: 'a person refreshes',
    before: live,
    event: { type: 'refresh' },
    after: at(streaming, { backoff: well, freshAt: 900_000 }),
    effects: [close, resyncing('everything is read again'), begin, watchAll],
  },
  {
    name: 'a right that is taken: what may be read of it now is seen by a list',
    before: live,
    event: failure('forbidden'),
    after: at(listing, { backoff: well, freshAt: 1_000_000 }),
    effects: [close, resyncing('it may no longer be watched'), begin, firstPage],
  },
];

const withoutStreamingLists: readonly Case[] = [
  {
    name: 'the first reader lists',
    before: initialWatcher,
    event: { type: 'start' },
    after: at(listing),
    effects: [isListing, begin, firstPage],
  },
  {
    name: 'a page asks for the next, and tells how many there are',
    before: at(listing),
    event: page('more', 41),
    after: at({ ...listing, count: 1 }),
    effects: [
      setColumns,
      put,
      freshness({ state: 'listing', count: 1, of: 42 }),
      { do: 'list', continueToken: 'more' },
    ],
  },
  {
    name: 'rows of before stay while pages come',
    before: at(listing, { freshAt: 5 }),
    event: page('more', 41),
    after: at({ ...listing, count: 1 }, { freshAt: 5 }),
    effects: [setColumns, put, { do: 'list', continueToken: 'more' }],
  },
  {
    name: 'the last page completes the set, which is of when the first was asked for',
    before: at({ ...listing, asked: 998_000 }),
    event: page(),
    after: at({ ...opening, after: 'list' }, { freshAt: 998_000 }),
    effects: [setColumns, put, complete, watchFrom7],
  },
  {
    name: 'an expired continue token: the list anew',
    before: at(listing),
    event: failure('expired'),
    after: at(listing, { backoff: failing(1) }),
    effects: [close, isListing, begin, firstPage],
  },
  {
    name: 'the list is forbidden: no rows, asked again in a while',
    before: at(listing, { freshAt: 5 }),
    event: failure('forbidden'),
    after: at(waiting(undefined, 'timer', 1_000_800, 'withheld'), { backoff: failing(1), freshAt: 5 }),
    effects: [
      close,
      begin,
      complete,
      freshness({ state: 'forbidden', why: { fault: 'forbidden' } }),
      wait(800),
    ],
  },
  {
    name: 'only the watch is forbidden: the rows of the list stay, and are read again and again',
    before: at({ ...opening, after: 'list' }, { freshAt: 999_900 }),
    event: failure('forbidden'),
    after: at(polling, { freshAt: 999_900 }),
    effects: [close, isPolled('forbidden'), wait(30_000)],
  },
  {
    name: 'what knows no watch is read again and again, too',
    before: at({ ...opening, after: 'list' }, { freshAt: 999_900 }),
    event: failure('unwatchable'),
    after: at(polling, { freshAt: 999_900 }),
    effects: [close, isPolled('unwatchable'), wait(30_000)],
  },
  {
    name: 'polled: after the interval it is listed, and says so to nobody',
    before: at(polling, { freshAt: 970_000 }),
    event: { type: 'timer' },
    after: at(listing, { freshAt: 970_000 }),
    effects: [begin, firstPage],
  },
  {
    name: 'polled: after each list a watch is tried, because rights come',
    before: at(listing, { freshAt: 970_000 }),
    event: page(),
    after: at({ ...opening, after: 'list' }, { freshAt: 1_000_000 }),
    effects: [setColumns, put, complete, watchFrom7],
  },
  {
    name: 'polled: at a list that is forbidden too the rows go',
    before: at(listing, { freshAt: 970_000 }),
    event: failure('forbidden'),
    after: at(waiting(undefined, 'timer', 1_000_800, 'withheld'), { backoff: failing(1), freshAt: 970_000 }),
    effects: [
      close,
      begin,
      complete,
      freshness({ state: 'forbidden', why: { fault: 'forbidden' } }),
      wait(800),
    ],
  },
  {
    name: 'polled: out of sight it ends, and a look lists it at once',
    before: at(polling, { freshAt: 970_000 }),
    event: { type: 'pause', why: { fault: 'nobody looks' } },
    after: at({ phase: 'stopped', resourceVersion: undefined }, { freshAt: 970_000 }),
    effects: [close, freshness({ state: 'paused', since: 970_000, why: { fault: 'nobody looks' } })],
  },
  {
    name: 'polled: a person who refreshes does not wait',
    before: at(polling, { freshAt: 970_000 }),
    event: { type: 'refresh' },
    after: at(listing, { freshAt: 970_000 }),
    effects: [close, resyncing('everything is read again'), begin, firstPage],
  },
  {
    name: 'polled: on other connections it goes on as it was',
    before: at(polling, { freshAt: 970_000 }),
    event: { type: 'route-changed', heard: 999_000 },
    after: at(polling, { freshAt: 970_000 }),
    effects: [],
  },
  {
    name: 'polled: without a route its rows are of the last list',
    before: at(polling, { freshAt: 970_000 }),
    event: { type: 'route-lost', heard: 999_000, why: { fault: 'no route' } },
    after: at(waiting(undefined, 'route', 1_000_000), { freshAt: 970_000 }),
    effects: [close, stale(970_000, 'no route')],
  },
  {
    name: 'the resource is gone, and so are its rows',
    before: live,
    event: failure('missing'),
    after: at(waiting(undefined, 'timer', 1_000_800, 'withheld'), {
      backoff: failing(1),
      freshAt: 1_000_000,
    }),
    effects: [close, begin, complete, freshness({ state: 'gone', why: { fault: 'missing' } }), wait(800)],
  },
];

const whileWatching: readonly Case[] = [
  {
    name: 'the server accepts after a list of just now',
    before: at({ ...opening, after: 'list' }, { freshAt: 999_500 }),
    event: { type: 'opened' },
    after: at(
      { ...watching, since: 1_000_000, after: 'list' },
      { backoff: { ...fresh, healthySince: 1_000_000 }, freshAt: 1_000_000 },
    ),
    effects: [isLive],
  },
  {
    name: 'after a list that took long there is more to come',
    before: at({ ...opening, after: 'list' }, { freshAt: 990_000 }),
    event: { type: 'opened' },
    after: at(
      { ...behind, since: 1_000_000, after: 'list' },
      { backoff: { ...fresh, healthySince: 1_000_000 }, freshAt: 990_000 },
    ),
    effects: [onItsWay],
  },
  {
    name: 'so there is after a cut, however short',
    before: at(opening, { freshAt: 999_999 }),
    event: { type: 'opened' },
    after: at(
      { ...behind, since: 1_000_000 },
      { backoff: { ...fresh, healthySince: 1_000_000 }, freshAt: 999_999 },
    ),
    effects: [onItsWay],
  },
  {
    name: 'but not after a regular end',
    before: at(reopening, { freshAt: 999_990 }),
    event: { type: 'opened' },
    after: at(
      { ...watching, since: 1_000_000 },
      { backoff: { ...fresh, healthySince: 1_000_000 }, freshAt: 1_000_000 },
    ),
    effects: [isLive],
  },
  {
    name: 'unless the server takes its time',
    before: at(reopening, { freshAt: 998_000 }),
    event: { type: 'silent', heard: 998_000 },
    after: at(opening, { freshAt: 998_000 }),
    effects: [resyncing('the server has not answered yet')],
  },
  {
    name: 'no answer to a watch is like no connection',
    before: at(opening, { freshAt: 5 }),
    event: { type: 'silent', heard: 980_000 },
    after: at(waiting('7', 'route', 1_000_800), { backoff: failing(1), freshAt: 5 }),
    effects: [close, stale(5, 'no answer within 20 s'), checkRoute],
  },
  {
    name: 'behind: an event of the backlog is none of now',
    before: at({ ...behind, since: 999_500 }),
    event: changedTo('8'),
    after: at({ ...behind, since: 999_500, resourceVersion: '8' }),
    effects: [putAt('8')],
  },
  {
    name: 'behind: nothing for a second means that nothing is left',
    before: at(behind),
    event: { type: 'silent', heard: 999_000 },
    after: at(watching, { freshAt: 1_000_000 }),
    effects: [isLive],
  },
  {
    name: 'behind: so does a bookmark',
    before: at(behind),
    event: bookmark('9'),
    after: at({ ...watching, resourceVersion: '9' }, { freshAt: 1_000_000, bookmarks: true }),
    effects: [isLive],
  },
  {
    name: 'behind: where events come without a pause the version of now is asked for',
    before: at(behind),
    event: changedTo('8'),
    after: at({ ...behind, resourceVersion: '8', goal: 'asked' }),
    effects: [putAt('8'), { do: 'ask-version' }],
  },
  {
    name: 'behind: once',
    before: at({ ...behind, goal: 'asked' }),
    event: changedTo('8'),
    after: at({ ...behind, resourceVersion: '8', goal: 'asked' }),
    effects: [putAt('8')],
  },
  {
    name: 'behind: it is told',
    before: at({ ...behind, goal: 'asked' }),
    event: { type: 'version', resourceVersion: '10' },
    after: at({ ...behind, goal: { resourceVersion: '10' } }),
    effects: [],
  },
  {
    name: 'behind: it is that of the set',
    before: at({ ...behind, goal: 'asked' }),
    event: { type: 'version', resourceVersion: '7' },
    after: at(watching, { freshAt: 1_000_000 }),
    effects: [isLive],
  },
  {
    name: 'behind: versions are not to be ordered',
    before: at({ ...behind, goal: 'asked' }),
    event: { type: 'version', resourceVersion: undefined },
    after: at({ ...behind, goal: 'asked' }),
    effects: [],
  },
  {
    name: 'behind: an event before it',
    before: at({ ...behind, goal: { resourceVersion: '10' } }),
    event: changedTo('9'),
    after: at({ ...behind, resourceVersion: '9', goal: { resourceVersion: '10' } }),
    effects: [putAt('9')],
  },
  {
    name: 'behind: an event from it on',
    before: at({ ...behind, goal: { resourceVersion: '10' } }),
    event: changedTo('11'),
    after: at({ ...watching, resourceVersion: '11' }, { freshAt: 1_000_000 }),
    effects: [putAt('11'), isLive],
  },
  {
    name: 'a change moves the version on',
    before: live,
    event: changedTo('8'),
    after: { ...live, state: { ...watching, resourceVersion: '8' } },
    effects: [putAt('8')],
  },
  {
    name: 'so does a deletion',
    before: live,
    event: { type: 'deleted', uid: 'a', resourceVersion: '9' },
    after: { ...live, state: { ...watching, resourceVersion: '9' } },
    effects: [{ do: 'remove', uid: 'a' }],
  },
  {
    name: 'and a bookmark, after which others are expected',
    before: live,
    event: bookmark('10'),
    after: { ...live, bookmarks: true, state: { ...watching, resourceVersion: '10' } },
    effects: [],
  },
  {
    name: 'a regular end: on from there, at once and still live',
    before: live,
    event: { type: 'ended' },
    after: { ...live, freshAt: 1_000_000, state: reopening },
    effects: [close, watchFrom7],
  },
  {
    name: 'of one that is behind: not live',
    before: at(behind, { freshAt: 5 }),
    event: { type: 'ended' },
    after: at(opening, { freshAt: 5 }),
    effects: [close, watchFrom7],
  },
  {
    name: 'a cut: on from there, almost at once',
    before: live,
    event: { type: 'cut', heard: 990_000 },
    after: at(waiting('7', 'timer', 1_000_200), { backoff: well, freshAt: 990_000 }),
    effects: [close, resyncing('the connection was cut'), wait(200)],
  },
  {
    name: 'silence: on from there',
    before: at(watching, { backoff: well, freshAt: 900_000, bookmarks: true }),
    event: { type: 'silent', heard: 925_000 },
    after: at(opening, { backoff: well, freshAt: 925_000, bookmarks: true }),
    effects: [close, resyncing('nothing has been heard for long'), watchFrom7],
  },
  {
    name: 'an end at once is a failure',
    before: at({ ...watching, since: 999_000 }, { backoff: well, freshAt: 1 }),
    event: { type: 'ended' },
    after: at(waiting('7', 'timer', 1_000_800), { backoff: failing(1), freshAt: 1_000_000 }),
    effects: [close, stale(1_000_000, 'the watch ended at once'), wait(800)],
  },
  {
    name: 'a line that is cut again and again is asked every few seconds',
    before: at({ ...behind, since: 999_000 }, { backoff: failing(9, 900_000), freshAt: 1 }),
    event: { type: 'cut', heard: 999_500 },
    after: at(waiting('7', 'timer', 1_003_000), { backoff: failing(10, 900_000), freshAt: 1 }),
    effects: [close, stale(1, 'the watch ended at once'), wait(3_000)],
  },
  {
    name: 'nobody is there: stale since now, until the route is found',
    before: live,
    event: failure('unreachable'),
    after: at(waiting('7', 'route', 1_000_800), { backoff: failing(1), freshAt: 1_000_000 }),
    effects: [close, stale(1_000_000, 'unreachable'), checkRoute],
  },
  {
    name: 'a server that fails: the same',
    before: at(opening, { backoff: failing(1, 990_000), freshAt: 5 }),
    event: failure('other'),
    after: at(waiting('7', 'route', 1_001_600), { backoff: failing(2, 990_000), freshAt: 5 }),
    effects: [close, stale(5, 'other'), checkRoute],
  },
  {
    name: 'and one that has done so for minutes is asked less often',
    before: at(opening, { backoff: failing(9, 800_000), freshAt: 5 }),
    event: failure('other'),
    after: at(waiting('7', 'route', 1_030_000), { backoff: failing(10, 800_000), freshAt: 5 }),
    effects: [close, stale(5, 'other'), checkRoute],
  },
  {
    name: 'after the wait, on from the last version',
    before: at(waiting('7', 'timer', 1_000_000), { freshAt: 5 }),
    event: { type: 'timer' },
    after: at(opening, { freshAt: 5 }),
    effects: [watchFrom7],
  },
  {
    name: 'Retry-After is kept to',
    before: at(opening),
    event: failure('other', 12),
    after: at(waiting('7', 'timer', 1_012_000), { backoff: failing(1) }),
    effects: [close, stale(0, 'other'), wait(12_000)],
  },
  {
    name: 'ten healthy seconds forget earlier failures',
    before: at(watching, { backoff: { ...failing(5, 100), healthySince: 990_000 }, freshAt: 1 }),
    event: failure('other'),
    after: at(waiting('7', 'route', 1_000_800), { backoff: failing(1), freshAt: 1_000_000 }),
    effects: [close, stale(1_000_000, 'other'), checkRoute],
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
    effects: [close, freshness({ state: 'paused', since: 1_000_000, why: { fault: 'paused' } })],
  },
  {
    name: 'seen again: on from the last version',
    before: at({ phase: 'stopped', resourceVersion: '7' }, { freshAt: 5 }),
    event: { type: 'start' },
    after: at(opening, { freshAt: 5 }),
    effects: [resyncing('it is looked at again'), watchFrom7],
  },
  { name: 'a late timer', before: live, event: { type: 'timer' }, after: live, effects: [] },
  { name: 'a late page', before: live, event: page(), after: live, effects: [] },
  {
    name: 'a late version',
    before: live,
    event: { type: 'version', resourceVersion: '9' },
    after: live,
    effects: [],
  },
  {
    name: 'a late failure',
    before: at({ phase: 'stopped', resourceVersion: '7' }),
    event: failure('other'),
    after: at({ phase: 'stopped', resourceVersion: '7' }),
    effects: [],
  },
];

const lost: WatchEvent = { type: 'route-lost', heard: 980_000, why: { fault: 'no route' } };
const found = (spread: number): WatchEvent => ({ type: 'route-found', spread });
const changed: WatchEvent = { type: 'route-changed', heard: 980_000 };

const ofTheRoute: readonly Case[] = [
  {
    name: 'lost: live rows are of when the cluster was last heard',
    before: live,
    event: lost,
    after: at(waiting('7', 'route', 1_000_000), { backoff: well, freshAt: 980_000 }),
    effects: [close, stale(980_000, 'no route')],
  },
  {
    name: 'lost while reading: all anew, then',
    before: at(listing),
    event: lost,
    after: at(waiting(undefined, 'route', 1_000_000)),
    effects: [close, stale(0, 'no route')],
  },
  {
    name: 'lost while waiting: no more on its own',
    before: at(waiting('7', 'timer', 1_002_000), { freshAt: 5 }),
    event: lost,
    after: at(waiting('7', 'route', 1_002_000), { freshAt: 5 }),
    effects: [close, stale(5, 'no route')],
  },
  {
    name: 'lost: what is forbidden stays so',
    before: at(waiting(undefined, 'timer', 1_002_000, 'withheld')),
    event: lost,
    after: at(waiting(undefined, 'route', 1_002_000, 'withheld')),
    effects: [close],
  },
  {
    name: 'lost: who is paused does not care',
    before: at({ phase: 'stopped', resourceVersion: '7' }),
    event: lost,
    after: at({ phase: 'stopped', resourceVersion: '7' }),
    effects: [],
  },
  {
    name: 'found: within two seconds',
    before: at(waiting('7', 'route', 900_000)),
    event: found(2_000),
    after: at(waiting('7', 'timer', 900_000)),
    effects: [wait(1_000)],
  },
  {
    name: 'found: not before the server has asked for it',
    before: at(waiting('7', 'route', 1_012_000)),
    event: found(2_000),
    after: at(waiting('7', 'timer', 1_012_000)),
    effects: [wait(12_000)],
  },
  {
    name: 'found: who waits for something else goes on to',
    before: at(waiting('7', 'timer', 1_002_000)),
    event: found(2_000),
    after: at(waiting('7', 'timer', 1_002_000)),
    effects: [],
  },
  {
    name: 'changed: a watch on a connection of before is opened again',
    before: live,
    event: changed,
    after: at(waiting('7', 'timer', 1_000_200), { backoff: well, freshAt: 980_000 }),
    effects: [close, resyncing('its connection has fallen silent'), wait(200)],
  },
  {
    name: 'changed: a list begins anew',
    before: at(listing, { freshAt: 5 }),
    event: changed,
    after: at(streaming, { freshAt: 5 }),
    effects: [close, resyncing('its connection has fallen silent'), begin, watchAll],
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
  test.each(ofTheRoute)('the route: $name', ({ before, event, after, effects }) => {
    expect(step(before, event, world)).toEqual({ watcher: after, effects });
  });
  test.each([
    [0, 27_000],
    [0.999, 32_994],
  ])('polled about every 30 s, of which lists come apart by a fifth: %s', (random, milliseconds) => {
    const denied = at({ ...opening, after: 'list' }, { freshAt: 999_900 });
    expect(step(denied, failure('forbidden'), { ...world, random }).effects.at(-1)).toEqual(
      wait(milliseconds),
    );
  });
  test.each([
    [0, 300],
    [0.999, 600],
  ])('five to ten minutes: %s', (random, timeoutSeconds) => {
    expect(step(initialWatcher, { type: 'start' }, { ...world, random }).watcher.state).toEqual({
      phase: 'streaming',
      timeoutSeconds,
      count: 0,
    });
  });
  test.each<[string, Watcher, number | undefined]>([
    ['of a streaming list', at(streaming), 10_000],
    ['of a server that is to accept a watch', at(opening), 20_000],
    ['the same, of rows that are told to be live', at(reopening), 2_000],
    ['after which nothing is left to be told', at(behind), 1_000],
    ['of a watch without bookmarks', live, 150_000],
    ['of a watch with bookmarks', { ...live, bookmarks: true }, 75_000],
    ['of a list', at(listing), undefined],
  ])('the longest silence %s', (_name, watcher, limit) => {
    expect(silenceLimit(watcher)).toBe(limit);
  });
});
