import { type Duplex, duplexPair } from 'node:stream';
import { expect, test } from 'vitest';
import { SpdyConnections } from '../../../client/src/cluster/streams/spdy-connections.ts';
import { SpdySession } from '../../../spdy/src/session.ts';
import { fakeClock } from './fake-clock.ts';

/** What is dialled: a server that accepts every stream until it is told to fall silent, or one that has never said anything. */
function dialled(silent: ReadonlySet<number>) {
  const clock = fakeClock();
  const ends: Duplex[] = [];
  const connections = new SpdyConnections<'tunnel'>(async () => {
    const [ours, theirs] = duplexPair();
    if (!silent.has(ends.length)) new SpdySession(theirs, { kind: 'server', accept: () => () => {} });
    ends.push(theirs);
    return ours;
  }, clock);
  const open = () => connections.open('tunnel', 80, new AbortController().signal);
  return { clock, ends, connections, open };
}

test('a connection that accepts nothing is given up in 5 s, and the next one is another', async () => {
  const { clock, ends, connections, open } = dialled(new Set([0]));
  const first = open();
  first.catch(() => {});
  await clock.pass(4_900);
  expect(ends).toHaveLength(1);
  await clock.pass(200);
  await expect(first).rejects.toThrow('the stream was given up');
  const second = open();
  await clock.pass(0);
  (await second).close();
  expect(ends).toHaveLength(2);
  connections.close();
});

test('a connection that was cut while the machine slept is found out by who comes next, who is carried on another', async () => {
  const { clock, ends, connections, open } = dialled(new Set());
  const first = open();
  await clock.pass(0);
  const kept = await first;
  kept.data.on('error', () => {});
  // Nothing that is sent arrives any more, and nobody says so.
  ends[0]!.removeAllListeners('data').resume();
  clock.sleep(3_600_000);
  const second = open();
  await clock.pass(2_100);
  (await second).close();
  expect(ends).toHaveLength(2);
  connections.close();
});
