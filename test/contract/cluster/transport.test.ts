import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, json, mockServer, openMock, status } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const web = { resource: pods, namespace: 'shop', name: 'web' };
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' } };
const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [pod] };
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A clock on which the seconds that a server asks for pass in no time, and only they; it notes them. */
const hastyClock = () => {
  const waits: number[] = [];
  const after = (milliseconds: number, call: () => void) => {
    // Longer ones are limits, of which none is to be reached.
    if (milliseconds >= 10_000) return systemClock.after(milliseconds, call);
    waits.push(milliseconds);
    return systemClock.after(1, call);
  };
  return { clock: { ...systemClock, random: () => 0, after }, waits };
};
const open = (url: string, clock = systemClock, fields: object = {}) =>
  openMock(after, { server: url, ...fields }, {}, () => true, clock);
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error as ClusterError,
  );

describe('compression', () => {
  const asked = async (fields: object) => {
    const encodings: Record<string, string | undefined> = {};
    const { url } = await mockServer(after, (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://mock');
      const what = searchParams.has('watch') ? 'watch' : pathname.split('/').at(-1)!;
      encodings[`${request.method} ${what}`] = request.headers['accept-encoding'];
      if (what === 'watch' || what === 'log') response.writeHead(200).end();
      else if (request.headers['accept-encoding'] !== 'gzip') {
        json(response, 200, what === 'pods' ? podList : pod);
      } else {
        const text = gzipSync(JSON.stringify(what === 'pods' ? podList : pod));
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(text);
      }
    });
    const cluster = await open(url, systemClock, fields);
    const list = await cluster.list(pods, 'shop');
    const get = await cluster.get(web);
    const patched = await cluster.patch(web, 'merge', {});
    for await (const _ of cluster.logs(web)) expect.unreachable('there is none');
    for await (const _ of cluster.events({ verb: 'watch', of: { resource: pods, namespace: 'shop' } }))
      expect.unreachable('there is none');
    return { encodings, list: list.length, get, patched };
  };

  test('is asked for where an answer is read whole, and never of a stream', async () => {
    const { encodings, ...read } = await asked({});
    expect(encodings).toEqual({
      'GET pods': 'gzip',
      'GET web': 'gzip',
      'PATCH web': 'identity',
      'GET log': 'identity',
      'GET watch': 'identity',
    });
    expect(read).toEqual({ list: 1, get: pod, patched: pod });
  });

  test('is asked for nowhere where the kubeconfig says so', async () => {
    const { encodings } = await asked({ 'disable-compression': true });
    expect(new Set(Object.values(encodings))).toEqual(new Set(['identity']));
  });

  test('of a refusal hides nothing of it', async () => {
    const refusal = { kind: 'Status', code: 404, reason: 'NotFound', message: 'pods "web" not found' };
    const { url } = await mockServer(after, (_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(refusal)));
    });
    const error = await errorOf((await open(url)).get(web));
    expect([error.code, error.reason, error.status?.message]).toEqual([
      404,
      'NotFound',
      'pods "web" not found',
    ]);
  });
});

describe('warnings', () => {
  const warned =
    (code: number, ...warnings: string[]): Answer =>
    (_request, response) => {
      response.setHeader('warning', warnings);
      if (code < 300) json(response, code, pod);
      else status(response, code, 'Forbidden', 'no');
    };

  test('come with an answer, each text once', async () => {
    const { url } = await mockServer(
      after,
      warned(200, '299 - "unknown field \\"spec.x\\""', '299 - "old"', '299 - "old", 299 - "two"'),
    );
    const cluster = await open(url);
    const told: string[] = [];
    await cluster.apply(web, pod, { fieldManager: 'test', onWarning: (text) => told.push(text) });
    await cluster.create(pods, 'shop', pod, { onWarning: (text) => told.push(`create: ${text}`) });
    await cluster.get(web, undefined, { onWarning: (text) => told.push(`get: ${text}`) });
    const texts = ['unknown field "spec.x"', 'old', 'two'];
    expect(told).toEqual([
      ...texts,
      ...texts.map((text) => `create: ${text}`),
      ...texts.map((text) => `get: ${text}`),
    ]);
  });

  test('come with a refusal, and stand in its error', async () => {
    const { url } = await mockServer(after, warned(403, '299 - "would violate PodSecurity"'));
    const told: string[] = [];
    const cluster = await open(url);
    const error = await errorOf(cluster.delete(web, { onWarning: (text) => told.push(text) }));
    expect(told).toEqual(['would violate PodSecurity']);
    expect(error.warnings).toEqual(['would violate PodSecurity']);
  });
});

describe('a server that is busy', () => {
  /** Says so many times that it is. */
  const busy = (times: number, code: number, seconds: string): Answer => {
    let left = times;
    return (_request, response) => {
      if (left-- <= 0) return json(response, 200, pod);
      response.setHeader('retry-after', seconds);
      status(response, code, 'TooManyRequests', 'busy');
    };
  };

  test.each([
    ['429', busy(2, 429, '3'), [3_000, 3_000]],
    ['503', busy(1, 503, '7'), [7_000]],
    ['500', busy(1, 500, '1'), [1_000]],
    ['0 seconds, which is no storm', busy(3, 429, '0'), [500, 500, 500]],
  ])('%s: it is asked again when it says', async (_name, answer, expected) => {
    const { url, requests } = await mockServer(after, answer);
    const { clock, waits } = hastyClock();
    const cluster = await open(url, clock);
    expect(await cluster.get(web)).toEqual(pod);
    expect(requests).toHaveLength(expected.length + 1);
    expect(waits).toEqual(expected);
  });

  test.each<[string, Answer, number]>([
    ['for ever: four times', busy(99, 429, '1'), 4],
    ['for longer than anybody waits: once', busy(99, 429, '31'), 1],
    ['without a time: once', (_request, response) => status(response, 429, 'TooManyRequests', 'busy'), 1],
    ['404 with a time: once', busy(99, 404, '1'), 1],
  ])('%s', async (_name, answer, times) => {
    const { url, requests } = await mockServer(after, answer);
    const error = await errorOf((await open(url, hastyClock().clock)).get(web));
    expect(error.message).toMatch(/busy|not found/);
    expect(requests).toHaveLength(times);
  });

  test('what asking twice does twice is told, with the time', async () => {
    const { url, requests } = await mockServer(after, busy(99, 429, '5'));
    const cluster = await open(url, hastyClock().clock);
    const error = await errorOf(cluster.create(pods, 'shop', pod));
    expect([error.code, error.reason, error.retryAfter]).toEqual([429, 'TooManyRequests', 5]);
    expect(error.message).toContain('Try again in 5 s');
    await errorOf(cluster.patch(web, 'json', []));
    expect(requests).toHaveLength(2);
    await errorOf(cluster.apply(web, pod, { fieldManager: 'test' }));
    expect(requests).toHaveLength(6);
  });

  test('it is not waited for beyond the deadline, nor once nobody wants the answer', async () => {
    const { url, requests } = await mockServer(after, busy(99, 429, '20'));
    const cluster = await open(url);
    const error = await errorOf(cluster.get(web, undefined, { deadline: 10_000 }));
    expect(error.retryAfter).toBe(20);
    const stop = new AbortController();
    const waiting = cluster.get(web, stop.signal);
    await until('the second is refused', () => requests.length === 2);
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    const closing = cluster.get(web);
    await until('the third is refused', () => requests.length === 3);
    await Promise.all([expect(closing).rejects.toThrow('the cluster is closed'), cluster.dispose()]);
    expect(requests).toHaveLength(3);
  });
});

describe('a deadline', () => {
  test('of the caller ends what is silent, and what drips', async () => {
    const drip: Answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    for (const answer of [drip, () => undefined]) {
      const { url, sockets } = await mockServer(after, answer);
      const cluster = await open(url);
      const error = await errorOf(cluster.get(web, undefined, { deadline: 150 }));
      expect([error.failure, error.message]).toEqual([
        'unreachable',
        expect.stringContaining('does not answer in time'),
      ]);
      await until('its socket is closed', () => sockets.size === 0);
    }
  });

  test('of a stream is over once it has begun', async () => {
    const deadline = 77_777;
    const waiting = new Set<() => void>();
    const clock = {
      ...systemClock,
      after(milliseconds: number, call: () => void) {
        if (milliseconds !== deadline) return systemClock.after(milliseconds, call);
        waiting.add(call);
        return () => void waiting.delete(call);
      },
    };
    const { url, requests } = await mockServer(after, (request, response) => {
      if (!request.url?.includes('silent')) response.writeHead(200).end('line\n');
    });
    const cluster = await open(url, clock);
    for await (const _ of cluster.logs(web, { deadline })) expect(waiting.size).toBe(0);
    const reading = cluster
      .logs({ ...web, name: 'silent' }, { deadline })
      [Symbol.asyncIterator]()
      .next();
    reading.catch(() => undefined);
    await until('it is asked', () => requests.length === 2);
    for (const call of waiting) call();
    expect((await errorOf(reading)).message).toContain('does not answer in time');
  });
});

describe('a connection that breaks', () => {
  /** Answers the first so many requests by breaking off within the answer. */
  const cut = (times: number): Answer => {
    let left = times;
    return (_request, response) => {
      if (left-- <= 0) return json(response, 200, pod);
      const text = JSON.stringify(pod);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
      response.write(text.slice(0, 10), () => response.destroy());
    };
  };

  test('within the answer to a GET is opened anew, once', async () => {
    const { url, requests } = await mockServer(after, cut(1));
    expect(await (await open(url)).get(web)).toEqual(pod);
    expect(requests).toHaveLength(2);
    const worse = await mockServer(after, cut(99));
    const error = await errorOf((await open(worse.url)).get(web));
    expect(error.message).toMatch(/broke the connection/);
    expect(worse.requests).toHaveLength(2);
  });

  test('within the answer to a change is told, and the change not made again', async () => {
    const { url, requests } = await mockServer(after, cut(1));
    const error = await errorOf((await open(url)).create(pods, 'shop', pod));
    expect(error.failure).toBe('unreachable');
    expect(requests).toHaveLength(1);
  });

  test('is replaced at once, though ten others that were kept are as dead', async () => {
    const kept = new Set<unknown>();
    let isDown = false;
    // As behind a load balancer that has forgotten its connections: each learns of it by what it is sent.
    const { url, sockets } = await mockServer(after, ({ socket }, response) => {
      if (isDown && kept.has(socket)) socket.destroy();
      else setTimeout(() => json(response, 200, pod), 50);
    });
    const cluster = await open(url);
    const ask = () => Promise.all(Array.from({ length: 10 }, () => cluster.get(web)));
    await ask();
    for (const socket of sockets) kept.add(socket);
    expect(kept.size).toBe(10);
    isDown = true;
    expect(await cluster.get(web)).toEqual(pod);
    expect(await ask()).toHaveLength(10);
  });
});

test('an error says where, what and why as data', async () => {
  const { url } = await mockServer(after, (_request, response) => {
    json(response, 422, {
      kind: 'Status',
      code: 422,
      reason: 'Invalid',
      message: 'it is invalid',
      details: { causes: [{ field: 'spec.x', reason: 'FieldValueInvalid', message: 'wrong' }] },
    });
  });
  const error = await errorOf((await open(url)).get(web));
  expect(error).toBeInstanceOf(ClusterError);
  const { place, code, reason, causes, retryAfter, warnings } = error;
  expect({ place, code, reason, causes, retryAfter, warnings }).toEqual({
    place: {
      intent: { verb: 'get', resource: 'pods', namespace: 'shop', name: 'web', scope: 'Namespaced' },
      context: 'mock',
    },
    code: 422,
    reason: 'Invalid',
    causes: [{ field: 'spec.x', reason: 'FieldValueInvalid', message: 'wrong' }],
    retryAfter: undefined,
    warnings: [],
  });
});

test('what is passed on is compressed as its caller says, and handed on as it came', async () => {
  const asked: (string | undefined)[] = [];
  const { url } = await mockServer(after, (request, response) => {
    asked.push(request.headers['accept-encoding']);
    response.writeHead(200, { 'content-encoding': 'br', 'content-type': 'text/html' }).end('bytes');
  });
  const cluster = await open(url);
  const resource = { ...pods, subresources: [{ name: 'proxy', kind: 'PodProxyOptions', verbs: ['get'] }] };
  for (const headers of [{}, { 'Accept-Encoding': 'br' }]) {
    const { body } = await cluster.proxy({ verb: 'proxy', of: { ...web, resource }, method: 'GET', headers });
    expect(await new Response(body as never).text()).toBe('bytes');
  }
  expect(asked).toEqual(['identity', 'br']);
});
