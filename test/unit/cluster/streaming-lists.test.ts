import { expect, test } from 'vitest';
import { rememberStreamingLists } from '../../../client/src/cluster/watch/streaming-lists.ts';

test('a refusal is for good, silence for ten minutes', () => {
  let now = 1_000;
  const lists = rememberStreamingLists(() => now);
  expect(lists.worthTrying).toBe(true);
  lists.failed('silent');
  now += 599_999;
  expect(lists.worthTrying).toBe(false);
  now += 1;
  expect(lists.worthTrying).toBe(true);
  lists.failed('refused');
  now += 10 ** 9;
  expect(lists.worthTrying).toBe(false);
});
