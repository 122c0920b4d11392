import { describe, expect, test } from 'vitest';
import type { StoreChange } from '../../../client/src/cluster/cluster.ts';
import type { Collection } from '../../../client/src/cluster/http/request.ts';
import type { Resource, Row, Selection } from '../../../client/src/cluster/kube-object.ts';
import { objectReader, rowsOfEvent, rowsOfList } from '../../../client/src/cluster/objects/table.ts';
import type { Status } from '../../../client/src/cluster/status.ts';
import { driveWatch, type WatchRequests } from '../../../client/src/cluster/watch/driver.ts';
import { failureOfError, failureOfStatus } from '../../../client/src/cluster/watch/failure.ts';
import { createWatchPool } from '../../../client/src/cluster/watch/pool.ts';
import type { Reach } from '../../../client/src/cluster/watch/reach.ts';
import { createStore, type RowStore } from '../../../client/src/cluster/watch/store.ts';
import { rememberStreamingLists } from '../../../client/src/cluster/watch/streaming-lists.ts';
import { fakeClock, settled } from './fake-clock.ts';
import { pods } from './resources.ts';

const columns = [{ name: 'Name', type: 'string', format: 'name', priority: 0 }];

function row(name: string, version = '1'): Row {
  return {
    uid: name,
    name,
    namespace: undefined,
    cells: [name],
    metadata: { name, uid: name, resourceVersion: version },
  };
}

function table(names: string[], rest: object = {}): object {
  return {
    kind: 'Table',
    metadata: { resourceVersion: '7' },
    columnDefinitions: columns,
    rows: names.map((name) => ({
      cells: [name],
      object: { metadata: { name, uid: name, resourceVersion: '1' } },
    })),
    ...rest,
  };
}

const event = (type: string, name: string) => ({ type, object: table([name], { columnDefinitions: null }) });
const bookmark = (resourceVersion: string, annotations = {}) => ({
  type: 'BOOKMARK',
  object: {
    kind: 'Table',
    columnDefinitions: null,
    rows: [{ cells: ['', '<junk>'], object: { metadata: { resourceVersion, annotations } } }],
  },
});
const initialEventsEnd = bookmark('7', { 'k8s.io/initial-events-end': 'true' });

/** A server whose answers the test gives; `asked` says what was asked of it. */
function server() {
  const asked: string[] = [];
  const answers: ((value: unknown) => void)[] = [];
  const open = new Set<{
    write(events: object[]): void;
    drip(bytes: string): void;
    end(): void;
    fail(error: Error): void;
  }>();
  let accept = true;
  let version: string | undefined;
  const requests: WatchRequests = {
    prefersStreams: true,
    list(continueToken) {
      asked.push(`list ${continueToken ?? 'from the start'}`);
      return new Promise((resolve, reject) =>
        answers.push((value) => (value instanceof Error ? reject(value) : resolve(value))),
      );
    },
    async watch(from, _timeoutSeconds, signal) {
      asked.push(`watch ${typeof from === 'string' ? from : `from ${from.resourceVersion}`}`);
      if (!accept) throw new Error('down');
      let wake = () => {};
      let failure: Error | undefined;
      const chunks: (Uint8Array | undefined)[] = [];
      const stream = {
        drip(bytes: string) {
          chunks.push(new TextEncoder().encode(bytes));
          wake();
        },
        write(events: object[]) {
          chunks.push(new TextEncoder().encode(events.map((one) => `${JSON.stringify(one)}\n`).join('')));
          wake();
        },
        end() {
          chunks.push(undefined);
          wake();
        },
        fail(error: Error) {
          failure = error;
          wake();
        },
      };
      open.add(stream);
      signal.addEventListener('abort', () => {
        open.delete(stream);
        stream.fail(new Error('aborted'));
      });
      return (async function* () {
        for (;;) {
          while (chunks.length === 0 && !failure) await new Promise<void>((resolve) => (wake = resolve));
          if (failure) throw failure;
          const chunk = chunks.shift();
          if (chunk === undefined) return void open.delete(stream);
          yield chunk;
        }
      })();
    },
    currentVersion: async () => version,
    rowsOfList,
    rowsOfEvent,
    failureOf: failureOfError,
    failureOfStatus: (status: Status) => failureOfStatus(status, { fault: status.message }),
  };
  return {
    asked,
    requests,
    open,
    /** Answers the oldest list. */
    async answer(value: unknown) {
      answers.shift()?.(value);
      await settled();
    },
    async write(...events: object[]) {
      for (const stream of open) stream.write(events);
      await settled();
    },
    /** What it says of which version it is; nothing as long as this is not set. */
    set version(value: string) {
      version = value;
    },
    set down(value: boolean) {
      accept = !value;
    },
  };
}

describe('a watch at work', () => {
  const start = (streamingLists: boolean) => {
    const clock = fakeClock();
    const own = server();
    const store = createStore(clock);
    const lists = rememberStreamingLists(clock.now);
    if (!streamingLists) lists.failed('refused');
    const checks: number[] = [];
    const route = { heard() {}, check: () => void checks.push(clock.now()) };
    const driver = driveWatch(own.requests, store, {
      streamingLists: lists,
      route,
      clock,
      pollInterval: 30_000,
      rested() {},
    });
    driver.start();
    const { asked, answer, write } = own;
    return { clock, store, lists, checks, driver, asked, answer, write, own };
  };
  const names = (store: { rows: ReadonlyMap<string, Row> }) => [...store.rows.keys()];

  test('streams a list, then follows it', async () => {
    const { store, write, asked } = start(true);
    await write({ type: 'ADDED', object: table(['a']) }, event('ADDED', 'b'));
    expect([store.freshness, names(store), store.columns]).toEqual([
      { state: 'listing', count: 0, of: undefined },
      ['a', 'b'],
      columns,
    ]);
    await write(initialEventsEnd);
    expect([store.freshness, names(store), store.columns]).toEqual([{ state: 'live' }, ['a', 'b'], columns]);
    await write(event('DELETED', 'a'), event('ADDED', 'c'), bookmark('9'));
    expect([names(store), asked]).toEqual([['b', 'c'], ['watch initial-events']]);
  });

  test('lists in pages and watches from there; a relist is swapped in at once', async () => {
    const { store, asked, answer, write, own } = start(false);
    await answer(table(['a', 'b'], { metadata: { resourceVersion: '7', continue: 'more' } }));
    expect([store.freshness, names(store)]).toEqual([
      { state: 'listing', count: 2, of: undefined },
      ['a', 'b'],
    ]);
    await answer(table(['c']));
    expect([store.freshness, names(store)]).toEqual([{ state: 'live' }, ['a', 'b', 'c']]);
    await write({
      type: 'ERROR',
      object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' },
    });
    expect([store.freshness, names(store)]).toEqual([
      { state: 'resyncing', why: { fault: 'the server no longer knows what has changed' } },
      ['a', 'b', 'c'],
    ]);
    await answer(table(['d'], { metadata: { resourceVersion: '8', continue: 'more' } }));
    expect(names(store)).toEqual(['a', 'b', 'c']);
    await answer(table(['e'], { metadata: { resourceVersion: '8' } }));
    expect([store.freshness, names(store)]).toEqual([{ state: 'live' }, ['d', 'e']]);
    expect([asked, own.open.size]).toEqual([
      [
        'list from the start',
        'list more',
        'watch from 7',
        'list from the start',
        'list more',
        'watch from 8',
      ],
      1,
    ]);
  });

  test('a streaming list that is refused in the stream or held back is not tried again', async () => {
    const refused = start(true);
    await refused.write({
      type: 'ERROR',
      object: {
        kind: 'Status',
        code: 500,
        message: 'the required storage feature RequestWatchProgress is disabled',
      },
    });
    expect([refused.asked, refused.lists.worthTrying]).toEqual([
      ['watch initial-events', 'list from the start'],
      false,
    ]);
    const silent = start(true);
    await silent.clock.pass(9_999);
    expect(silent.asked).toEqual(['watch initial-events']);
    await silent.clock.pass(1);
    expect([silent.asked, silent.lists.worthTrying]).toEqual([
      ['watch initial-events', 'list from the start'],
      false,
    ]);
  });

  test('bytes that become no line are nothing, unless they are many', async () => {
    for (const [bytes, isHeldBack] of [
      [' ', true],
      [' '.repeat(4_096), false],
    ] as const) {
      const { own, clock, asked } = start(true);
      for (let passed = 0; passed < 10; passed++) {
        for (const stream of own.open) stream.drip(bytes);
        await clock.pass(1_000);
      }
      expect(asked.includes('list from the start')).toBe(isHeldBack);
    }
  });

  test('a cut or ended stream goes on from the last version, bookmarks included', async () => {
    const { clock, asked, write, own, store } = start(true);
    await write(initialEventsEnd, bookmark('12'));
    await clock.pass(5_000);
    for (const stream of own.open) stream.fail(new Error('reset'));
    await clock.pass(0);
    expect(store.freshness).toEqual({ state: 'resyncing', why: { fault: 'the connection was cut' } });
    await clock.pass(1_199);
    expect([asked, store.freshness.state]).toEqual([['watch initial-events', 'watch from 12'], 'resyncing']);
    await clock.pass(1);
    expect(store.freshness).toEqual({ state: 'live' });
    await clock.pass(5_000);
    for (const stream of own.open) stream.end();
    await clock.pass(0);
    expect(asked).toEqual(['watch initial-events', 'watch from 12', 'watch from 12']);
  });

  test('a server that is down is left to the route, and rows say since when they are', async () => {
    const { clock, write, own, store, asked, checks, driver } = start(true);
    await write(event('ADDED', 'a'), initialEventsEnd);
    await clock.pass(10_000);
    own.down = true;
    for (const stream of own.open) stream.end();
    await clock.pass(0);
    expect([store.freshness, names(store), checks]).toEqual([
      { state: 'stale', since: 1_010_000, why: { fault: 'down' } },
      ['a'],
      [1_010_000],
    ]);
    await clock.pass(600_000);
    expect(asked.length).toBe(2);
    own.down = false;
    driver.routeTold({ type: 'route-found', spread: 2_000 });
    await clock.pass(999);
    expect(asked.length).toBe(2);
    await clock.pass(1_001);
    expect([store.freshness, asked.length]).toEqual([{ state: 'live' }, 3]);
  });

  test('is not live before the backlog of a reopened watch has come', async () => {
    const { clock, write, own, store } = start(true);
    await write(initialEventsEnd);
    await clock.pass(5_000);
    for (const stream of own.open) stream.fail(new Error('reset'));
    await clock.pass(200);
    for (let passed = 0; passed < 20; passed++) {
      await write(event('ADDED', `a${passed}`));
      expect(store.freshness.state).toBe('resyncing');
      await clock.pass(500);
    }
    await write(bookmark('99'));
    expect(store.freshness.state).toBe('live');
  });

  test('asks for the version of now where events come without a pause', async () => {
    const { clock, write, own, store } = start(true);
    own.version = '103';
    await write(initialEventsEnd);
    await clock.pass(5_000);
    for (const stream of own.open) stream.fail(new Error('reset'));
    await clock.pass(200);
    const states: string[] = [];
    for (let passed = 0; passed < 6; passed++) {
      await write({
        type: 'ADDED',
        object: table(['a'], {
          rows: [
            {
              cells: ['a'],
              object: { metadata: { name: 'a', uid: 'a', resourceVersion: String(100 + passed) } },
            },
          ],
        }),
      });
      states.push(store.freshness.state);
      await clock.pass(600);
    }
    expect(states).toEqual(['resyncing', 'resyncing', 'resyncing', 'live', 'live', 'live']);
  });

  test('reopens a watch that is silent where bookmarks came before', async () => {
    const { clock, write, asked } = start(true);
    await write(initialEventsEnd);
    await clock.pass(100_000);
    expect(asked).toEqual(['watch initial-events']);
    await write(bookmark('9'));
    await clock.pass(74_999);
    expect(asked).toEqual(['watch initial-events']);
    await clock.pass(1);
    expect(asked).toEqual(['watch initial-events', 'watch from 9']);
  });

  test('what is no event is a failure and no crash', async () => {
    const { own, store, clock } = start(true);
    for (const stream of own.open) stream.write([{ type: 'ADDED' }]);
    await clock.pass(0);
    expect(store.freshness).toEqual({
      state: 'stale',
      since: 0,
      why: { fault: 'the answer is not an event with an object but nothing' },
    });
  });

  test('disposing closes the request, and nothing is told any more', async () => {
    const { driver, own, store, clock } = start(true);
    await settled();
    driver.dispose();
    await clock.pass(60_000);
    expect([own.open.size, store.freshness, clock.waiting]).toEqual([
      0,
      { state: 'listing', count: 0, of: undefined },
      [],
    ]);
  });
});

describe('a store', () => {
  test('calls its listeners at most once in 30 ms', async () => {
    const clock = fakeClock();
    const store = createStore(clock);
    const calls: number[] = [];
    const registration = store.onDidChange(() => calls.push(clock.now() - 1_000_000));
    for (let version = 0; version < 300; version++) {
      store.put([row('a', String(version))]);
      await clock.pass(1);
    }
    await clock.pass(1_000);
    const told = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300];
    expect(calls).toEqual(told);
    registration.dispose();
    store.remove('a');
    await clock.pass(1_000);
    expect(calls).toEqual(told);
  });
});

describe('a change of a store', () => {
  const [a1, a2, b1] = [row('a', '1'), row('a', '2'), row('b', '1')];
  type Write = (store: RowStore) => void;
  const put =
    (...rows: Row[]): Write =>
    (store) =>
      store.put(rows);
  const remove =
    (uid: string): Write =>
    (store) =>
      store.remove(uid);
  const relist =
    (...rows: Row[]): Write =>
    (store) => {
      store.begin();
      store.put(rows);
      store.complete();
    };
  const live: Write = (store) => store.setFreshness({ state: 'live' });
  const head: Write = (store) => store.setColumns(columns);

  test.each<[string, Write[], Write[], StoreChange | undefined]>([
    ['a row that comes', [], [put(a1)], { heading: 'same', rows: new Map([['a', undefined]]) }],
    [
      'one that changes twice',
      [put(a1)],
      [put(a2), put(a1)],
      { heading: 'same', rows: new Map([['a', a1]]) },
    ],
    ['one that goes', [put(a1, b1)], [remove('b')], { heading: 'same', rows: new Map([['b', b1]]) }],
    ['one that is not there', [put(a1)], [remove('b')], undefined],
    ['the first set as it comes', [], [relist(a1)], { heading: 'other', rows: new Map([['a', undefined]]) }],
    ['a later set', [relist(a1)], [relist(a1, b1)], { heading: 'same', rows: 'all' }],
    ['one that is not complete', [relist(a1)], [(store) => store.begin(), put(b1)], undefined],
    ['freshness', [], [live], { heading: 'other', rows: new Map() }],
    ['the same freshness and columns', [live, head], [live, head], undefined],
  ])('tells %s', async (_name, before, after, told) => {
    const clock = fakeClock();
    const store = createStore(clock);
    const changes: StoreChange[] = [];
    for (const write of before) write(store);
    store.onDidChange((change) => changes.push(change));
    for (const write of after) write(store);
    await clock.pass(1_000);
    expect(changes).toEqual(told ? [told] : []);
  });

  test('a clock that is set back does not keep it from telling', async () => {
    const clock = fakeClock();
    const store = createStore(clock);
    let calls = 0;
    store.onDidChange(() => calls++);
    store.put([a1]);
    await clock.pass(100);
    clock.sleep(-3_600_000);
    store.put([b1]);
    await clock.pass(100);
    expect(calls).toBe(2);
  });
});

describe('the pool', () => {
  const start = (limit: number) => {
    const clock = fakeClock();
    const servers = new Map<string, ReturnType<typeof server>>();
    let line: 'there' | 'gone' = 'there';
    const probes: number[] = [];
    const pool = createWatchPool(
      ({ resource, namespace, selection, content }) => {
        const own = server();
        const selected = Object.entries(selection).map(([by, selector]) => `?${by[0]}:${selector}`);
        servers.set(
          [resource.plural, namespace].join('/') + selected + (content === 'rows' ? '' : ' whole'),
          own,
        );
        return own.requests;
      },
      {
        send: async () => {
          probes.push(clock.now());
          if (line === 'gone') throw new Error('gone');
          return 'ready';
        },
        renewConnections() {},
        explain: (error) => ({ fault: (error as Error).message }),
      },
      clock,
      { limit },
    );
    const open = () => [...servers].filter(([, { open }]) => open.size > 0).map(([key]) => key);
    const become = (next: typeof line) => {
      line = next;
      for (const each of servers.values()) each.down = next === 'gone';
    };
    return { pool, clock, open, servers, become, probes };
  };
  const others = (plural: string): Resource => ({ ...pods, plural });
  const rowsOf = (resource: Resource, namespace?: string, selection: Selection = {}): Collection => ({
    resource,
    namespace,
    selection,
    content: 'rows',
  });

  test('after a refresh what is open is read anew at once, and what is paused when it is seen again', async () => {
    const { pool, servers } = start(1);
    const first = pool.acquire(rowsOf(others('a')));
    await servers.get('a/')!.write({ type: 'ADDED', object: table(['x']) }, initialEventsEnd);
    const second = pool.acquire(rowsOf(others('b')));
    await servers.get('b/')!.write(initialEventsEnd);
    pool.refresh();
    await settled();
    first.seen();
    await settled();
    expect([servers.get('b/')!.asked, servers.get('a/')!.asked]).toEqual([
      ['watch initial-events', 'watch initial-events'],
      ['watch initial-events', 'watch initial-events'],
    ]);
    second.dispose();
    first.dispose();
  });

  test('readers of the same share one watch, which ends with the last', async () => {
    const { pool, open, servers } = start(64);
    const first = pool.acquire(rowsOf(pods, 'a'));
    const second = pool.acquire(rowsOf(pods, 'a'));
    const third = pool.acquire(rowsOf(pods, 'b'));
    await settled();
    expect([open(), servers.get('pods/a')?.asked]).toEqual([['pods/a', 'pods/b'], ['watch initial-events']]);
    first.dispose();
    first.dispose();
    third.dispose();
    await settled();
    expect(open()).toEqual(['pods/a']);
    second.dispose();
    await settled();
    expect(open()).toEqual([]);
  });

  test('another selection is another watch, and so are whole objects', async () => {
    const { pool, open } = start(64);
    const web = { labelSelector: 'app=web' };
    for (const selection of [web, { ...web }, { fieldSelector: 'app=web' }, {}]) {
      pool.acquire(rowsOf(pods, 'a', selection));
    }
    pool.acquire({ ...rowsOf(pods, 'a', web), content: 'objects' });
    await settled();
    expect(open()).toEqual(['pods/a?l:app=web', 'pods/a?f:app=web', 'pods/a', 'pods/a?l:app=web whole']);
    pool.dispose();
  });

  test('beyond the limit the one least recently seen is paused until it is seen', async () => {
    const { pool, open } = start(2);
    const a = pool.acquire(rowsOf(others('a')));
    const b = pool.acquire(rowsOf(others('b')));
    a.seen();
    const c = pool.acquire(rowsOf(others('c')));
    await settled();
    expect(open()).toEqual(['a/', 'c/']);
    expect(b.freshness).toEqual({
      state: 'paused',
      since: 0,
      why: { fault: 'paused, because more than 2 lists are open: refresh it to go on' },
    });
    b.seen();
    await settled();
    expect(open()).toEqual(['b/', 'c/']);
    c.dispose();
    a.refresh();
    await settled();
    expect(open()).toEqual(['a/', 'b/']);
    pool.dispose();
    await settled();
    expect(open()).toEqual([]);
    a.refresh();
    b.seen();
    await settled();
    expect(open()).toEqual([]);
  });

  test('what nobody looks at is paused after a minute, and goes on from where it was', async () => {
    const { pool, open, clock, servers } = start(64);
    const first = pool.acquire(rowsOf(others('a')));
    const second = pool.acquire(rowsOf(others('a')));
    await servers.get('a/')!.write(initialEventsEnd, bookmark('9'));
    first.hidden();
    await clock.pass(61_000);
    expect(open()).toEqual(['a/']);
    second.hidden();
    await clock.pass(30_000);
    second.seen();
    await clock.pass(40_000);
    second.hidden();
    expect(open()).toEqual(['a/']);
    await clock.pass(60_000);
    expect([open(), first.freshness.state]).toEqual([[], 'paused']);
    first.seen();
    await clock.pass(2_000);
    expect([open(), servers.get('a/')!.asked.at(-1), first.freshness.state]).toEqual([
      ['a/'],
      'watch from 9',
      'live',
    ]);
    pool.dispose();
    expect(clock.waiting.length).toBe(0);
  });

  test('a cluster is not asked whether it is there for a watch that has stopped by itself', async () => {
    const { pool, clock, servers, probes } = start(64);
    const store = pool.acquire(rowsOf(others('a')));
    const own = servers.get('a/')!;
    await own.write(initialEventsEnd);
    await clock.pass(16_000);
    expect(probes.length).toBe(1);
    await own.write({ type: 'ERROR', object: { kind: 'Status', code: 401, message: 'who?' } });
    expect(store.freshness.state).toBe('stale');
    await clock.pass(120_000);
    expect([probes.length, clock.waiting.length]).toEqual([1, 0]);
    store.refresh();
    await own.write(initialEventsEnd);
    await clock.pass(16_000);
    expect([store.freshness.state, probes.length]).toEqual(['live', 2]);
    pool.dispose();
  });

  test('a machine that has slept opens each watch once, when the network is there again', async () => {
    const { pool, clock, servers, become } = start(64);
    const stores = Array.from({ length: 40 }, (_, number) => pool.acquire(rowsOf(others(`k${number}`))));
    for (const own of servers.values()) await own.write(initialEventsEnd);
    become('gone');
    clock.sleep(8 * 3_600_000);
    await clock.pass(3_000);
    expect(new Set(stores.map(({ freshness }) => freshness.state))).toEqual(new Set(['stale']));
    become('there');
    await clock.pass(5_000);
    expect([...servers.values()].map((own) => own.asked.length)).toEqual(Array(40).fill(2));
    expect(new Set(stores.map(({ freshness }) => freshness.state))).toEqual(new Set(['live']));
    pool.dispose();
  });

  test('one line speaks for all: a quiet one that is gone makes all stale, and all come back with it', async () => {
    const { pool, clock, servers, become } = start(64);
    const stores = ['a', 'b', 'c'].map((plural) => pool.acquire(rowsOf(others(plural))));
    for (const own of servers.values()) await own.write(initialEventsEnd);
    const states = () => stores.map(({ freshness }) => freshness.state);
    become('gone');
    await clock.pass(14_000);
    expect(states()).toEqual(['live', 'live', 'live']);
    expect(pool.reach).toEqual({ state: 'live' });
    const reaches: Reach[] = [];
    pool.onDidChangeReach(() => reaches.push(pool.reach));
    await clock.pass(16_000);
    expect(stores.map(({ freshness }) => freshness)).toEqual(
      Array(3).fill({ state: 'stale', since: 1_000_000, why: { fault: 'gone' } }),
    );
    await clock.pass(100_000);
    const asked = () => [...servers.values()].map((own) => own.asked.length);
    expect(asked()).toEqual([1, 1, 1]);
    become('there');
    await clock.pass(5_000);
    expect([states(), asked()]).toEqual([
      ['live', 'live', 'live'],
      [2, 2, 2],
    ]);
    expect(reaches).toEqual([
      { state: 'lost', since: 1_000_000, why: { fault: 'gone' } },
      { state: 'resyncing' },
      { state: 'live' },
    ]);
    for (const store of stores) store.dispose();
    expect(pool.reach).toEqual({ state: 'unknown' });
    pool.dispose();
  });
});

describe('rows of a Table', () => {
  test('what weighs most and shows nowhere is dropped', () => {
    const metadata = {
      name: 'a',
      namespace: 'shop',
      uid: 'u',
      managedFields: [{}],
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', kept: 'yes' },
    };
    expect(
      rowsOfEvent(
        {
          kind: 'Table',
          columnDefinitions: [{ name: 'Name' }],
          rows: [{ cells: ['a', 1], object: { metadata } }],
        } as never,
        7,
      ),
    ).toEqual({
      columns: [{ name: 'Name', type: 'string', format: '', priority: 0 }],
      rows: [
        {
          uid: 'u',
          name: 'a',
          namespace: 'shop',
          cells: ['a', 1],
          printedAt: 7,
          metadata: { name: 'a', namespace: 'shop', uid: 'u', annotations: { kept: 'yes' } },
        },
      ],
    });
  });

  test('objects of a server that prints none get a name and a time', () => {
    const metadata = { name: 'a', namespace: 'shop', creationTimestamp: '2026-01-02T03:04:05Z' };
    expect(
      rowsOfList({ kind: 'ThingList', items: [{ apiVersion: 'v1', kind: 'Thing', metadata }] }, 0),
    ).toEqual({
      columns: [
        { name: 'Name', type: 'string', format: 'name', priority: 0 },
        { name: 'Created At', type: 'date', format: '', priority: 0 },
      ],
      rows: [{ uid: 'shop/a', name: 'a', namespace: 'shop', cells: ['a', '2026-01-02T03:04:05Z'], metadata }],
    });
  });

  test('whole objects say what they are, also as items of a list that do not', () => {
    const read = objectReader(pods);
    const metadata = { name: 'a', namespace: 'shop', uid: 'u', managedFields: [{}] };
    const spec = { nodeName: 'n' };
    const row = {
      uid: 'u',
      name: 'a',
      namespace: 'shop',
      cells: ['a', ''],
      metadata: { name: 'a', namespace: 'shop', uid: 'u' },
      object: { apiVersion: 'v1', kind: 'Pod', metadata, spec },
    };
    expect(read.rowsOfList({ kind: 'PodList', items: [{ metadata, spec }] }).rows).toEqual([row]);
    expect(read.rowsOfEvent({ apiVersion: 'v1', kind: 'Pod', metadata, spec }).rows).toEqual([row]);
  });
});
