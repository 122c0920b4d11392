import { expect, test } from 'vitest';
import { keepAlive } from '../../../client/src/cluster/streams/kept-alive.ts';
import { fakeClock } from './fake-clock.ts';

function line() {
  const state = { received: 0, sent: 0, isHeld: false, pings: 0, lost: [] as string[] };
  const clock = fakeClock();
  const stop = keepAlive(
    {
      received: () => state.received,
      sent: () => state.sent,
      isHeld: () => state.isHeld,
      ping() {
        state.pings++;
        state.sent += 6;
      },
      lost: (error) => state.lost.push(error.message),
    },
    clock,
  );
  return { state, clock, stop };
}

test('a line on which nothing comes for a minute is lost, once', async () => {
  const { state, clock } = line();
  await clock.pass(55_000);
  expect([state.pings, state.lost]).toEqual([11, []]);
  await clock.pass(120_000);
  expect([state.pings, state.lost, clock.waiting]).toEqual([11, ['no sign of life for a minute'], []]);
});

test('an answer to one ping is a sign of life', async () => {
  const { state, clock, stop } = line();
  for (let minutes = 0; minutes < 10; minutes++) {
    await clock.pass(50_000);
    state.received++;
  }
  expect([state.pings, state.lost]).toEqual([100, []]);
  stop();
  expect(clock.waiting).toEqual([]);
});

test.each<[string, (state: ReturnType<typeof line>['state']) => void]>([
  ['nobody reads', (state) => Object.assign(state, { isHeld: true })],
  ['a server waits for who reads none of what was sent', (state) => Object.assign(state, { sent: 100_000 })],
])('it is waited for while %s', async (_name, hold) => {
  const { state, clock, stop } = line();
  hold(state);
  await clock.pass(600_000);
  expect([state.pings, state.lost]).toEqual([120, []]);
  stop();
});
