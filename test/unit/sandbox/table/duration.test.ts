import { expect, test } from 'vitest';
import { formatAge, formatDuration } from '../../../../sandbox/src/table/duration.ts';

test.each([
  [-5000, '<invalid>'],
  [-1500, '0s'],
  [0, '0s'],
  [119_999, '119s'],
  [120_000, '2m'],
  [125_000, '2m5s'],
  [10 * 60_000, '10m'],
  [179 * 60_000, '179m'],
  [180 * 60_000, '3h'],
  [185 * 60_000, '3h5m'],
  [8 * 3_600_000, '8h'],
  [47 * 3_600_000, '47h'],
  [48 * 3_600_000, '2d'],
  [50 * 3_600_000, '2d2h'],
  [8 * 86_400_000, '8d'],
  [729 * 86_400_000, '729d'],
  [730 * 86_400_000, '2y'],
  [765 * 86_400_000, '2y35d'],
  [9 * 365 * 86_400_000, '9y'],
])('%d ms is %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test('what is no time has no age', () => {
  const now = new Date('2026-01-01T00:01:00Z');
  expect([formatAge('2026-01-01T00:00:00Z', now), formatAge(undefined, now), formatAge('soon', now)]).toEqual(
    ['60s', '<unknown>', '<unknown>'],
  );
});
