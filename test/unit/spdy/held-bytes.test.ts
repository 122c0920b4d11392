import { expect, test } from 'vitest';
import { holdBytes, letGoBytes, ownBytes } from '../../../spdy/src/held-bytes.ts';

const whole = (length: number) => new Uint8Array(new ArrayBuffer(length)).fill(7);

test('memory is free once all who hold it have let it go', () => {
  const bytes = whole(10_000);
  ownBytes(bytes);
  const part = bytes.subarray(5_000, 6_000);
  holdBytes(part);
  letGoBytes(bytes);
  expect([bytes.length, part[0]]).toEqual([10_000, 7]);
  letGoBytes(part);
  expect([bytes.length, part.length]).toEqual([0, 0]);
});

test('who owns it twice holds it once', () => {
  const bytes = whole(10_000);
  ownBytes(bytes);
  ownBytes(bytes);
  letGoBytes(bytes);
  expect(bytes.length).toBe(0);
});

test.each([
  ['what nobody owns', whole(10_000), () => {}],
  ['a part of what others may have', whole(20_000).subarray(0, 10_000), ownBytes],
  ['what is small', whole(100), ownBytes],
])('%s stays as it is', (_what, bytes, own) => {
  const { length } = bytes;
  own(bytes);
  holdBytes(bytes);
  letGoBytes(bytes);
  letGoBytes(bytes);
  expect(bytes.length).toBe(length);
});
