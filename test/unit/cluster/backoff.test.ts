import { expect, test } from 'vitest';
import { type Backoff, failed, healthy, initialBackoff } from '../../../client/src/cluster/watch/backoff.ts';

/** The delays of failures that come one after another, each after the delay of the one before, in milliseconds. */
function delays(prospect: 'soon' | 'some time', count: number): number[] {
  let backoff: Backoff = initialBackoff;
  let now = 0;
  return Array.from({ length: count }, () => {
    const next = failed(backoff, now, 0.5, prospect);
    backoff = next.backoff;
    now += next.delay;
    return next.delay;
  });
}

test('0.8 s doubling to 30 s', () => {
  expect(delays('some time', 8)).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
});

test('what may be over soon is asked every few seconds, for two minutes', () => {
  const told = delays('soon', 45);
  expect([told.slice(0, 4), told.slice(41)]).toEqual([
    [800, 1_600, 3_000, 3_000],
    [3_000, 30_000, 30_000, 30_000],
  ]);
});

test('jitter is a quarter to both sides', () => {
  expect([0, 0.25, 1].map((random) => failed(initialBackoff, 0, random).delay)).toEqual([600, 700, 1_000]);
});

test('health counts from its beginning, and ten seconds of it forget', () => {
  const two: Backoff = { failures: 2, failingSince: 500, healthySince: undefined };
  const well = healthy(healthy(two, 1_000), 5_000);
  expect(well).toEqual({ ...two, healthySince: 1_000 });
  expect(failed(well, 10_999, 0.5)).toEqual({
    backoff: { failures: 3, failingSince: 500, healthySince: undefined },
    delay: 3_200,
  });
  expect(failed(well, 11_000, 0.5)).toEqual({
    backoff: { failures: 1, failingSince: 11_000, healthySince: undefined },
    delay: 800,
  });
});
