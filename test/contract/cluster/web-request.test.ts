import { afterEach, expect, test } from 'vitest';
import { webRequests } from '../../../client/src/cluster/kubeconfig/web-request.ts';
import { hastyClock } from '../../support/hasty-clock.ts';
import { until } from '../../support/processes.ts';
import { cleanup, mockServer } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

/** Half a minute is over in a twentieth of a second. */
const inHaste = hastyClock(600);

test.each<[what: string, answer: Parameters<typeof mockServer>[1], says: string]>([
  ['says nothing', () => undefined, 'no answer in time'],
  ['begins and says nothing', (_request, response) => response.flushHeaders(), 'no answer in time'],
  [
    'sends a byte every while',
    (_request, response) => {
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    },
    'no answer in time',
  ],
  [
    'comes to no end',
    (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', more);
      more();
    },
    'its answer is too long',
  ],
])('an issuer that %s is left', async (_what, answer, says) => {
  const { url, sockets } = await mockServer(after, answer);
  const clock = says === 'no answer in time' ? inHaste : hastyClock(1);
  await expect(webRequests(clock)(url, {})).rejects.toThrow(says);
  await until('no socket', () => sockets.size === 0);
});
