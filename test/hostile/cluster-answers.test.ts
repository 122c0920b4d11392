import { randomBytes } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { ClusterError } from '../../client/src/cluster/errors.ts';
import { parseJson } from '../../client/src/cluster/http/parse-json.ts';
import { systemClock } from '../../client/src/cluster/watch/clock.ts';
import {
  cleanup,
  json,
  mockServer,
  openMock,
  secureMockServer,
  status,
} from '../contract/cluster/mock-server.ts';
import { hastyClock } from '../support/hasty-clock.ts';
import { until } from '../support/processes.ts';
import { pods } from '../unit/cluster/resources.ts';
import { askedObject as object, operations } from './support/cluster-operations.ts';
import { type Answer, body, endless, endlessObjects, of } from './support/hostile-answers.ts';

const after = cleanup();
afterEach(() => after.run());

/** Minutes of the client pass in a second. */
const haste = 100;
const inHaste = hastyClock(haste);
/** Nothing takes longer than this, whatever the server does. */
const bound = 10_000;

interface Misbehaviour {
  readonly name: string;
  readonly answer: Answer;
  /** What all errors say. */
  readonly fault: RegExp;
  /** Operations for which it is an answer as any other, or that say something else. */
  readonly except?: Readonly<Record<string, RegExp | 'fine'>>;
  /** Many bytes come: nothing is said of the time that they may take. */
  readonly isLarge?: true;
  /** It takes minutes, of which a client in haste needs a second; of others it would expect an answer within a moment. */
  readonly isSlow?: true;
}

const gzip = { 'content-encoding': 'gzip' };
/** What is said of an answer that is compressed, where that was asked for; and of a stream, where it never is. */
const compressed = ({ source }: RegExp) =>
  new RegExp(`${source}|compressed \\(gzip\\), which was not asked for`);

const head =
  (text: string): Answer =>
  ({ socket }) =>
    void socket.write(text);

const wrong = /the answer is not .* but /;
const large =
  /cannot be taken: it is longer than \d+ MiB|a line of the answer is longer|cannot be taken: it holds more/;

const misbehaviours: readonly Misbehaviour[] = [
  { name: 'a session that has expired', answer: of({ error: 'session expired' }), fault: /session expired/ },
  { name: 'an empty map', answer: of({}), fault: wrong },
  { name: 'null', answer: of(null), fault: wrong },
  { name: 'a bare list', answer: of([{ kind: 'Pod' }]), fault: wrong },
  { name: 'a bare text', answer: of('ok'), fault: wrong },
  {
    name: 'another kind',
    answer: of({ kind: 'Wolf', apiVersion: 'v1', metadata: { name: 'web' } }),
    fault: /"Wolf"/,
    // What a finalizer holds is answered as it is.
    except: { delete: 'fine' },
  },
  {
    name: 'a kind with fields of wrong types',
    answer: of({
      kind: 'PodList',
      apiVersion: 'v1',
      items: 5,
      groups: 'x',
      metadata: 7,
      rows: {},
      resources: 1,
    }),
    fault: wrong,
  },
  {
    name: 'the object of another name',
    answer: of({ ...object, metadata: { name: 'wolf' } }),
    fault: /not about web but about wolf|"Pod"/,
    except: { delete: 'fine', create: 'fine' },
  },
  {
    name: 'a failure by the code of success',
    answer: of({ kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden', message: 'no' }),
    fault: /forbidden: no/,
  },
  { name: 'a login page', answer: body('<html>', { 'content-type': 'text/html' }), fault: /a web page/ },
  { name: 'a page that says it is JSON', answer: body('<html>\n'), fault: /not JSON/ },
  { name: 'nothing at all', answer: body(''), fault: /not JSON|ended at once|during the list/ },
  {
    name: 'JSON that is cut',
    answer: body('{"kind":"PodList","items":['),
    fault: /not JSON|ended at once|during the list/,
  },
  {
    name: 'a connection that is cut within the answer',
    answer: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"kind":', () => response.destroy());
    },
    fault: /broke the connection|shorter than it says|ended at once|during the list/,
  },
  {
    name: 'a bomb that is compressed',
    answer: body(gzipSync(Buffer.alloc(80 << 20, 0x20)), gzip),
    fault: compressed(/longer than \d+ MiB/),
    isLarge: true,
  },
  {
    name: 'a bomb that is compressed, without an end',
    answer: endless('', gzipSync(Buffer.alloc(1 << 20, 0x20)), gzip),
    fault: compressed(/longer than \d+ MiB/),
    isLarge: true,
  },
  {
    name: 'a compressed answer that inflates to nothing, without an end',
    answer: endless('', Buffer.concat(Array(4_000).fill(gzipSync(''))), gzip),
    fault: compressed(/longer than \d+ MiB/),
    isLarge: true,
  },
  {
    name: 'a compressed answer that is cut',
    answer: body(gzipSync('{"kind":"PodList","items":[]}').subarray(0, 30), gzip),
    fault: compressed(/the answer is compressed and cut/),
  },
  {
    name: 'a compressed answer that is broken within',
    answer: body(
      Buffer.concat([gzipSync(randomBytes(4_096)).subarray(0, 2_000), Buffer.alloc(500, 0xff)]),
      gzip,
    ),
    fault: compressed(/the answer is not gzip, as it says it is|compressed and cut/),
  },
  {
    name: 'plain JSON that says it is compressed',
    answer: body('{"kind":"PodList","items":[]}', gzip),
    fault: compressed(/the answer is not gzip, as it says it is/),
  },
  {
    name: 'a compressed page of a browser',
    answer: body(gzipSync('<html>'), gzip),
    fault: compressed(/not JSON/),
  },
  {
    name: 'an encoding that nobody asked for',
    answer: body(brotliCompressSync('{}'), { 'content-encoding': 'br' }),
    fault: /compressed \(br\), which was not asked for/,
  },
  {
    name: 'an encoding whose name has no end',
    answer: body('{}', { 'content-encoding': 'x'.repeat(8_000) }),
    fault: /compressed \(x{100}\), which was not asked for/,
  },
  {
    name: '500 that is compressed, without an end',
    answer: (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain', ...gzip });
      const piece = gzipSync('no '.repeat(10_000));
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    },
    fault: /the server failed \(500\): no no/,
  },
  {
    name: 'more bytes than any answer has',
    answer: endless('{"kind":"', Buffer.alloc(1 << 20, 'x')),
    fault: large,
    isLarge: true,
  },
  {
    name: 'more values than any answer has',
    answer: endless('[{}', Buffer.alloc(1 << 20, ',{}')),
    fault: large,
    isLarge: true,
  },
  {
    name: 'a depth of 100,000',
    answer: body(`${'['.repeat(100_000)}${']'.repeat(100_000)}\n`),
    fault: /nested more than 500 levels|bare list/,
  },
  {
    name: 'a header without an end',
    answer: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(`x-more: ${'x'.repeat(4_096)}\r\n`));
      };
      socket.on('drain', more);
      more();
    },
    fault: /the header of the answer of .* has no end/,
  },
  { name: 'no HTTP', answer: head('SSH-2.0-OpenSSH_9.6\r\n\r\n'), fault: /does not speak HTTP as it should/ },
  {
    name: '101 that is none',
    answer: head('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
    fault: /changed the protocol without being asked/,
  },
  {
    name: 'byte by byte',
    answer: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 5_000 / haste);
      response.on('close', () => clearInterval(timer));
    },
    fault: /does not answer in time|no answer from|during the list|ended/,
    isSlow: true,
  },
  {
    name: '500 without an end',
    answer: (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      const more = () => {
        while (!response.destroyed && response.write('no '.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    },
    fault: /the server failed \(500\): no no/,
  },
];

describe.each(misbehaviours)('$name', ({ answer, fault, except = {}, isLarge, isSlow }) => {
  // All operations are asked together; for large answers one by one, because they are read in one process.
  const ask = isLarge ? test : test.concurrent;
  ask.for(Object.keys(operations))(
    '%s ends with an error that has a name',
    async (name, { onTestFinished }) => {
      const expected = except[name] ?? fault;
      const own = cleanup();
      onTestFinished(() => own.run());
      const { url, sockets } = await mockServer(own, answer);
      const clock = isSlow ? inHaste : systemClock;
      const cluster = await openMock(own, { server: url }, {}, () => true, clock);
      const begun = performance.now();
      const error = await operations[name]!(cluster).then(
        () => undefined,
        (one: unknown) => one,
      );
      expect(performance.now() - begun).toBeLessThan(bound);
      if (expected === 'fine') expect(error).toBeUndefined();
      else {
        expect(error instanceof ClusterError || name === 'watch', String(error)).toBe(true);
        expect((error as Error).message).toMatch(expected);
        expect((error as Error).message.length).toBeLessThan(5_000);
      }
      await cluster.dispose();
      await until('no socket', () => sockets.size === 0);
    },
  );
});

test('others go on while 48 MB of empty maps are read', async () => {
  const text = `[${'{},'.repeat(16 << 20)}{}]`;
  let longest = 0;
  let begun = process.cpuUsage().user;
  const reading = parseJson(text, {
    async pause() {
      longest = Math.max(longest, process.cpuUsage().user - begun);
      await new Promise((done) => setImmediate(done));
      begun = process.cpuUsage().user;
    },
  });
  await expect(reading).rejects.toThrow('it holds more than 3000000 values');
  expect(longest / 1_000).toBeLessThan(1_000);
});

describe('what never ends is ended by who asked', () => {
  const silent: Answer = () => undefined;
  const dripping: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  test.each(
    Object.keys(operations).flatMap((name) => [
      [name, 'silent', silent] as const,
      [name, 'dripping', dripping] as const,
    ]),
  )('%s of a server that is %s', async (name, _how, answer) => {
    const { url, sockets } = await mockServer(after, answer);
    const cluster = await openMock(after, { server: url });
    const stop = new AbortController();
    const asked = operations[name]!(cluster, stop.signal);
    asked.catch(() => undefined);
    await until('a socket', () => sockets.size > 0);
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await cluster.dispose();
    await until('no socket', () => sockets.size === 0);
  });
});

describe('a redirection is not followed', () => {
  test.each(Object.keys(operations))('%s', async (name) => {
    const thief = await mockServer(after, (_request, response) => json(response, 200, {}));
    const { cluster: fields } = await secureMockServer(after, (_request, response) => {
      response.writeHead(302, { location: `${thief.url}/login?token=secret` }).end();
    });
    const cluster = await openMock(after, fields, { token: 'secret' });
    const error = await operations[name]!(cluster).catch((one: unknown) => one);
    expect((error as Error).message).toContain(
      `leads elsewhere to ${thief.url}/login, which is not followed`,
    );
    expect((error as Error).message).not.toContain('secret');
    expect(thief.requests).toEqual([]);
  });
});

describe('pages without an end', () => {
  const page = (items: number, token: string) => ({
    kind: 'Table',
    metadata: { resourceVersion: '1', continue: token },
    items: [],
    rows: Array.from({ length: items }, (_, place) => ({
      object: { metadata: { name: `${token}-${place}`, uid: `${token}-${place}` } },
    })),
  });
  const noStreaming: Answer = (_request, response) => status(response, 422, 'Invalid', 'no streaming lists');

  const endlessPages: readonly [string, readonly string[], () => Answer, RegExp][] = [
    [
      'the same token again',
      ['rows', 'list', 'watch'],
      () => (_request, response) => json(response, 200, page(1, 'a')),
      /leads back/,
    ],
    [
      'two tokens by turns',
      ['rows', 'watch'],
      () => {
        let turn = 0;
        return (_request, response) => json(response, 200, page(1, `${turn++ % 2}`));
      },
      /leads back/,
    ],
    [
      'other tokens for ever',
      ['watch'],
      () => {
        let turn = 0;
        return (_request, response) => json(response, 200, page(40_000, `${turn++}`));
      },
      /more than 500000 objects: select a namespace/,
    ],
    [
      'empty pages for ever',
      ['rows'],
      () => {
        let turn = 0;
        return (_request, response) => json(response, 200, page(0, `${turn++}`));
      },
      /more than 1200 pages/,
    ],
    [
      'a token of a megabyte',
      ['rows', 'watch'],
      () => (_request, response) => json(response, 200, page(1, 'x'.repeat(1 << 20))),
      /endless token/,
    ],
  ];
  test.each(endlessPages)(
    '%s',
    async (_name, names, answer, fault) => {
      for (const name of names) {
        const own = answer();
        const { url } = await mockServer(after, (request, response) =>
          /[?&]watch=true/.test(request.url ?? '') ? noStreaming(request, response) : own(request, response),
        );
        const cluster = await openMock(after, { server: url });
        await expect(operations[name]!(cluster)).rejects.toThrow(fault);
        await cluster.dispose();
      }
    },
    60_000,
  );

  test('a stream of objects for ever is given up, and what is kept is bounded', async () => {
    const { url } = await mockServer(after, endlessObjects());
    const cluster = await openMock(after, { server: url });
    const store = cluster.watch(pods, 'shop');
    await until('it is given up', () => store.freshness.state === 'stale', 60_000);
    expect(store.rows.size).toBeLessThan(501_000);
  }, 90_000);
});

describe('Retry-After', () => {
  const values = ['soon', '-5', '1e9', 'NaN', '99999999999999999999', 'Wed, 21 Oct 2015 07:28:00 GMT', ''];
  test.concurrent.for(values)('"%s" is not asked more often for', async (value, { onTestFinished }) => {
    const own = cleanup();
    onTestFinished(() => own.run());
    const refuse = async (details: object) => {
      const { url, requests } = await mockServer(own, (_request, response) => {
        json(
          response,
          429,
          { kind: 'Status', code: 429, reason: 'TooManyRequests', message: 'busy', ...details },
          { 'retry-after': value },
        );
      });
      const cluster = await openMock(own, { server: url });
      const store = cluster.watch(pods, 'shop');
      await until('a refusal', () => store.freshness.state === 'stale');
      await new Promise((done) => setTimeout(done, 500));
      expect(requests.filter((request) => !request.includes('/readyz')).length).toBe(1);
      await cluster.dispose();
    };
    await Promise.all([refuse({}), refuse({ details: { retryAfterSeconds: value } })]);
  });
});

describe.each(['a list', 'a watch'])('one bad part of %s hides no other', (whereFrom) => {
  const metadata = { name: 'web', uid: 'u', resourceVersion: '1' };
  const hostileRows: readonly [string, unknown][] = [
    ['null', null],
    ['a number', 5],
    ['no metadata', { cells: ['a'], object: { metadata: 5 } }],
    ['a name that is none', { cells: [{}], object: { metadata: { name: 5 } } }],
    [
      'labels that are a text',
      { cells: ['a'], object: { metadata: { ...metadata, uid: 'v', labels: 'x' } } },
    ],
    [
      'owners that are a number',
      { cells: ['a'], object: { metadata: { ...metadata, uid: 'v', ownerReferences: 5 } } },
    ],
    ['nothing', {}],
  ];
  test.each(hostileRows)('a row that is %s', async (_name, row) => {
    const rows = await watched({ rows: [row, { cells: ['web'], object: { metadata } }] });
    expect(rows.filter(({ problem }) => problem === undefined).map(({ name }) => name)).toEqual(['web']);
    expect(rows.filter(({ problem }) => problem !== undefined)).toHaveLength(1);
  });

  const hostileCells: readonly [string, unknown][] = [
    ['a depth of 400', JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`)],
    ['a map', { toString: 5, __proto__: null }],
    ['null', null],
    ['a number', 1e308],
  ];
  test.each(hostileCells)('a cell that is %s', async (_name, cell) => {
    const rows = await watched({ rows: [{ cells: ['web', cell], object: { metadata } }] });
    expect(rows.map(({ name }) => name)).toEqual(['web']);
    expect(typeof rows[0]!.cells[1]).not.toBe('undefined');
  });

  test.each<[unknown, string]>([
    [{ name: 5 }, '5'],
    [null, '(column 1)'],
    [{ name: { toString: 1 } }, '(column 1)'],
    [{ name: 'Name', priority: 'x', type: 5, format: [] }, 'Name'],
    ['Name', '(column 1)'],
  ])('a column that is %j', async (column, name) => {
    const { columns, rows } = await watchedStore({
      columnDefinitions: [column],
      rows: [{ cells: ['web'], object: { metadata } }],
    });
    expect([columns.map((one) => one.name), rows.size]).toEqual([[name], 1]);
    expect(columns[0]).toMatchObject({ priority: 0 });
  });

  test('an object of another kind in a list', async () => {
    const service = { kind: 'Service', apiVersion: 'v1', metadata: { ...metadata, name: 'other', uid: 'o' } };
    const pod = { metadata };
    const { url } = await mockServer(after, ({ url: path }, response) => {
      if (/[?&]watch=true/.test(path ?? '')) return status(response, 422, 'Invalid', 'no streaming lists');
      json(response, 200, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [service, pod] });
    });
    const cluster = await openMock(after, { server: url });
    await expect(cluster.list(pods, 'shop')).rejects.toThrow('not a list of Pod objects alone but "Service"');
    const store = cluster.watchObjects(pods, 'shop');
    await until('both are read', () => store.rows.size === 2);
    expect([...store.rows.values()].map(({ name, problem }) => [name, problem])).toEqual([
      ['other', 'it is no Pod but Service'],
      ['web', undefined],
    ]);
  });

  test('an entry of discovery', async () => {
    const resource = {
      resource: 'pods',
      responseKind: { kind: 'Pod' },
      scope: 'Namespaced',
      verbs: ['list'],
    };
    const bad = [
      null,
      5,
      {},
      { resource: 5 },
      { resource: 'x', responseKind: 'y' },
      { ...resource, verbs: 5 },
    ];
    const { url } = await mockServer(after, ({ url: path }, response) => {
      if (path === '/version') return json(response, 200, { gitVersion: {} });
      const versions = [null, { version: 5 }, { version: 'v1', resources: [...bad, resource] }];
      json(response, 200, {
        kind: 'APIGroupDiscoveryList',
        items: path === '/api' ? [null, { metadata: 5, versions }, { versions: 'x' }] : [],
      });
    });
    const cluster = await openMock(after, { server: url });
    const { resources, serverVersion } = await cluster.discover();
    expect([resources.map(({ kind, verbs }) => [kind, verbs]), serverVersion]).toEqual([
      [
        ['Pod', []],
        ['Pod', ['list']],
      ],
      'unknown',
    ]);
  });

  async function watched(table: object) {
    return [...(await watchedStore(table)).rows.values()];
  }

  async function watchedStore(table: object) {
    const { url } = await mockServer(after, ({ url: path }, response) => {
      const isWatch = /[?&]watch=true/.test(path ?? '');
      const head = { kind: 'Table', metadata: { resourceVersion: '7' } };
      if (!isWatch)
        return json(response, 200, whereFrom === 'a list' ? { ...head, ...table } : { ...head, rows: [] });
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      const event = { type: 'ADDED', object: { kind: 'Table', ...table } };
      if (whereFrom === 'a watch') response.write(`${JSON.stringify(event)}\n`);
    });
    const store = (await openMock(after, { server: url })).watch(pods, 'shop');
    await until('it is live', () => store.freshness.state === 'live' && store.rows.size > 0);
    return store;
  }
});
