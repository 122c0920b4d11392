import { expect, test } from 'vitest';
import { leastTime } from './support/least-time.ts';

const limit = 100;

test.each([
  ['what is within the limit is measured once', [90, 10], [], 90, 1],
  ['of what is beyond it the least counts', [130, 120, 110, 105, 1], [1, 1, 1, 1], 105, 4],
  ['a time on a machine that is slow counts less', [150], [2], 75, 1],
  ['a machine that is quick makes no time longer', [150, 90], [0.5], 90, 2],
  [
    'twice as long as the limit stays beyond it where all takes half as long again',
    [200, 200, 200, 200],
    [1.5, 1.5, 1.5, 1.5],
    200 / 1.5,
    4,
  ],
])('%s', async (_name, times, slow, least, count) => {
  let measured = 0;
  let asked = 0;
  const found = await leastTime(
    limit,
    async () => times[measured++]!,
    async () => slow[asked++]!,
  );
  expect([found, measured]).toEqual([least, count]);
});

test('a fixed work takes some time', { timeout: 60_000 }, async () => {
  const found = await leastTime(1, async () => 1_000_000);
  expect(found).toBeGreaterThan(1_000_000 / 100);
  expect(found).toBeLessThanOrEqual(1_000_000);
});
