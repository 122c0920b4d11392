import { expect, test } from 'vitest';
import { OpenStreams } from '../../../spdy/src/open-streams.ts';

test('streams are found by their numbers while they are open', () => {
  const streams = new OpenStreams<string>();
  streams.set(1, 'one');
  streams.set(3, 'three');
  streams.set(1, 'one again');
  expect([streams.size, streams.get(1), streams.get(2), streams.values()]).toEqual([
    2,
    'one again',
    undefined,
    ['one again', 'three'],
  ]);
  expect([streams.delete(1), streams.delete(1), streams.size, streams.get(1)]).toEqual([
    true,
    false,
    1,
    undefined,
  ]);
  streams.clear();
  expect([streams.size, streams.values(), streams.delete(3)]).toEqual([0, [], false]);
});

test('as many streams as a connection ever has leave nothing behind', () => {
  const streams = new OpenStreams<number>();
  for (let id = 1; id < 200_000; id += 2) {
    streams.set(id, id);
    if (id > 32) streams.delete(id - 32);
  }
  expect([streams.size, streams.values().length, streams.get(199_999)]).toEqual([16, 16, 199_999]);
});
