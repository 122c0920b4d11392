import { expect, test } from 'vitest';
import { whenRead } from '../../../client/src/explorer/when-read.ts';

test.each([
  ['is read', 0, 0],
  ['is being read for a moment', 3, 3],
  ['is never read', Number.POSITIVE_INFINITY, 100],
])('a kind that %s', async (_, reading, waits) => {
  let count = 0;
  const kind = {
    get isReading() {
      return count < reading;
    },
  };
  const clock = {
    after: (_: number, call: () => void) => {
      count++;
      queueMicrotask(call);
      return () => undefined;
    },
  };
  await whenRead(kind, clock);
  expect(count).toBe(waits);
});
