import { expect, test } from 'vitest';
import { type Backoff, failed, healthy, initialBackoff } from '../../../client/src/cluster/watch/backoff.ts';

test('0.8 s doubling to 30 s', () => {
  const delays: number[] = [];
  let backoff: Backoff = initialBackoff;
  for (let failure = 0; failure < 8; failure++) {
    const next = failed(backoff, 0, 0.5);
    backoff = next.backoff;
    delays.push(next.delay);
  }
  expect(delays).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
});

test('jitter is a quarter to both sides', () => {
  expect([0, 0.25, 1].map((random) => failed(initialBackoff, 0, random).delay)).toEqual([600, 700, 1_000]);
});

test('health counts from its beginning, and two minutes of it forget', () => {
  const two: Backoff = { failures: 2, healthySince: undefined };
  const well = healthy(healthy(two, 1_000), 50_000);
  expect(well).toEqual({ failures: 2, healthySince: 1_000 });
  expect(failed(well, 120_999, 0.5)).toEqual({
    backoff: { failures: 3, healthySince: undefined },
    delay: 3_200,
  });
  expect(failed(well, 121_000, 0.5)).toEqual({
    backoff: { failures: 1, healthySince: undefined },
    delay: 800,
  });
});
