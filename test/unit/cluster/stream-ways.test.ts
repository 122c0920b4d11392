import { describe, expect, test } from 'vitest';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { connectionError, protocolError, refusalError } from '../../../client/src/cluster/http/failures.ts';
import { intentOfPath } from '../../../client/src/cluster/http/request-intents.ts';
import {
  createStreamWays,
  leadsElsewhere,
  type StreamWay,
} from '../../../client/src/cluster/streams/stream-ways.ts';

const intent = intentOfPath('get', '/');
const asker = { context: 'prod', server: 'https://prod' };
const refusal = (code: number, reason = '', message = '') =>
  refusalError(intent, asker, {
    code,
    contentType: 'application/json',
    body: reason && JSON.stringify({ kind: 'Status', status: 'Failure', code, reason, message }),
    retryAfterSeconds: undefined,
  });

test.each<[string, unknown, boolean]>([
  ['a 403 with a reason', refusal(403, 'Forbidden', 'no'), true],
  ['a 403 without one', refusal(403), true],
  ['a 400', refusal(400, 'BadRequest', 'x'), true],
  ['a 502 of a proxy', refusal(502), true],
  ['an answer that is no upgrade', protocolError(intent, asker, { fault: 'x' }), true],
  [
    'a connection that was reset',
    connectionError(intent, asker, Object.assign(new Error(), { code: 'ECONNRESET' })),
    true,
  ],
  [
    'a server that is not there',
    connectionError(intent, asker, Object.assign(new Error(), { code: 'ECONNREFUSED' })),
    false,
  ],
  ['a pod that is not there', refusal(404, 'NotFound', 'pods "x" not found'), false],
  ['credentials', refusal(401, 'Unauthorized', 'x'), false],
  ['a server that is busy', refusal(429, 'TooManyRequests', 'x'), false],
  ['an abort', new Error('closed'), false],
])('whether another way may lead there after %s', (_name, error, expected) => {
  expect(leadsElsewhere(error)).toBe(expected);
});

describe('the ways', () => {
  const trial = async (
    ways: ReturnType<typeof createStreamWays>,
    outcomes: Partial<Record<StreamWay, unknown>>,
  ) => {
    const tried: StreamWay[] = [];
    const result = await ways
      .first(
        async (way) => {
          tried.push(way);
          if (outcomes[way]) throw outcomes[way];
          return way;
        },
        (error) => error instanceof ClusterError,
      )
      .catch((error: unknown) => error);
    return { tried, result };
  };

  test('are tried in their order, that which has worked first', async () => {
    const ways = createStreamWays();
    const no = refusal(403);
    expect(await trial(ways, {})).toEqual({ tried: ['tunnel'], result: 'tunnel' });
    ways.worked('channels');
    expect(await trial(ways, {})).toEqual({ tried: ['channels'], result: 'channels' });
    expect(await trial(ways, { channels: no })).toEqual({ tried: ['channels', 'tunnel'], result: 'tunnel' });
    ways.worked('post');
    expect((await trial(ways, { post: no, tunnel: no })).tried).toEqual(['post', 'tunnel', 'channels']);
  });

  test('are tried in the order that is asked for, and one that is avoided last', async () => {
    const ways = createStreamWays(['channels', 'post']);
    const no = refusal(403);
    expect((await trial(ways, { channels: no, post: no })).tried).toEqual(['channels', 'post']);
    ways.avoid('channels');
    expect((await trial(ways, { channels: no, post: no })).tried).toEqual(['post', 'channels']);
    ways.worked('channels');
    expect((await trial(ways, {})).tried).toEqual(['channels']);
  });

  test('fail with what says most', async () => {
    const [tunnel, post, channels] = [
      refusal(403, 'Forbidden', 'a'),
      refusal(403, 'Forbidden', 'b'),
      refusal(400),
    ];
    const other = refusal(405);
    const end = new Error('closed');
    const of = async (outcomes: Partial<Record<StreamWay, unknown>>) =>
      (await trial(createStreamWays(), outcomes)).result;
    expect(await of({ tunnel, post, channels })).toBe(post);
    expect(await of({ tunnel, post: other, channels })).toBe(tunnel);
    expect(await of({ tunnel: end })).toBe(end);
  });
});
