import { afterEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, failureOf, mockServer, openMock } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

/** Of all that is waited for, what is given half a minute is over at once. */
const clock: Clock = {
  ...systemClock,
  after: (milliseconds, call) => systemClock.after(milliseconds === 30_000 ? 50 : milliseconds, call),
};
const subresources = ['attach', 'exec'].map((name) => ({ name, kind: `Pod${name}Options`, verbs: ['get'] }));
const web = { resource: { ...pods, subresources }, namespace: 'shop', name: 'web' };

test('a server that says nothing to a request for another protocol has half a minute', async () => {
  const mock = await mockServer(after, () => undefined);
  // It neither goes over nor refuses.
  mock.server.on('upgrade', (_request, socket) => socket.on('end', () => socket.end()).resume());
  const cluster = await openMock(after, { server: mock.url }, {}, () => true, clock);
  expect(await failureOf(cluster.connect({ verb: 'exec', of: web, command: ['sh'] }))).toEqual({
    failure: 'unreachable',
    message: expect.stringMatching(/^run a command in pods `web` in `shop` .* does not answer in time/),
  });
  await until('no socket', () => mock.sockets.size === 0);
});
