import { describe, expect, test } from 'vitest';
import { decodeLines } from '../../../client/src/cluster/streams/line-decoder.ts';
import { readStampedLine, rememberSeenLines } from '../../../client/src/cluster/streams/seen-lines.ts';
import { splitLines } from '../../../client/src/cluster/watch/json-lines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('log lines', () => {
  const text = 'one\n\nzwei ä € 😀\r\nthree \r x\nlast';
  const lines = ['one', '', 'zwei ä € 😀', 'three \r x', 'last'];

  test('cut anywhere, also within a character', () => {
    const all = bytes(text);
    for (let size = 1; size <= all.length; size++) {
      const decoder = decodeLines();
      const found: string[] = [];
      for (let start = 0; start < all.length; start += size)
        found.push(...decoder.push(all.subarray(start, start + size)));
      found.push(...decoder.end());
      expect(found, `chunks of ${size}`).toEqual(lines);
    }
  });

  test('a line without an end comes in pieces and is not kept', () => {
    const decoder = decodeLines(4);
    expect(decoder.push(bytes('abcdefghij'))).toEqual(['abcd', 'efgh']);
    expect(decoder.push(bytes('k\nabcdefg\nxy'))).toEqual(['ijk', 'abcd', 'efg']);
    expect(decoder.end()).toEqual(['xy']);
    expect(decoder.end()).toEqual([]);
  });

  test('a piece never ends within a character', () => {
    const decoder = decodeLines(2);
    expect([...decoder.push(bytes('a😀b😀')), ...decoder.end()]).toEqual(['a', '😀', 'b', '😀']);
  });

  test('what is no UTF-8 does no harm', () => {
    const decoder = decodeLines();
    expect(decoder.push(Uint8Array.of(0xff, 0x41, 0x0a, 0xe2))).toEqual(['\ufffdA']);
    expect(decoder.end()).toEqual(['\ufffd']);
  });
});

describe('a log that goes on', () => {
  const read = (lines: string[], seen = rememberSeenLines()) =>
    lines.flatMap((line) => seen.filter(readStampedLine(line))?.text ?? []);

  test.each([
    [
      '2026-01-02T03:04:05.000000006Z hello you',
      { timestamp: '2026-01-02T03:04:05.000000006Z', text: 'hello you' },
    ],
    ['2026-01-02T03:04:05+02:00', { timestamp: '2026-01-02T03:04:05+02:00', text: '' }],
    ['2026-01-02T03:04:05Z ', { timestamp: '2026-01-02T03:04:05Z', text: '' }],
    ['unable to retrieve logs', { timestamp: '', text: 'unable to retrieve logs' }],
  ])('%s', (line, stamped) => {
    expect(readStampedLine(line)).toEqual(stamped);
  });

  test('lines that were seen are dropped, new ones of the same instant are not', () => {
    const seen = rememberSeenLines();
    expect(seen.sinceTime).toBeUndefined();
    const first = ['2026-01-02T03:04:05.1Z a', '2026-01-02T03:04:05.25Z b', '2026-01-02T03:04:05.25Z b'];
    expect(read(first, seen)).toEqual(['a', 'b', 'b']);
    expect(seen.sinceTime).toBe('2026-01-02T03:04:05.25Z');
    seen.resume();
    expect(read([...first, '2026-01-02T03:04:05.250000000Z c', '2026-01-02T03:04:06Z d'], seen)).toEqual([
      'c',
      'd',
    ]);
    seen.resume();
    expect(read(['2026-01-02T03:04:06Z d', 'no time', '2026-01-02T03:04:07Z e'], seen)).toEqual([
      'no time',
      'e',
    ]);
  });

  test('instants and not texts are compared', () => {
    const seen = rememberSeenLines();
    read(['2026-01-02T05:04:05.5+02:00 a'], seen);
    seen.resume();
    expect(read(['2026-01-02T03:04:05.500Z a', '2026-01-02T03:04:05.6Z b'], seen)).toEqual(['b']);
  });
});

describe('lines of events', () => {
  test('cut anywhere; empty ones are none', () => {
    const all = bytes('{"a":"ä"}\n\n{"b":2}\n{"c"');
    for (let size = 1; size <= all.length; size++) {
      const splitter = splitLines();
      const found: string[] = [];
      for (let start = 0; start < all.length; start += size)
        found.push(...splitter.push(all.subarray(start, start + size)));
      expect(found, `chunks of ${size}`).toEqual(['{"a":"ä"}', '{"b":2}']);
    }
  });

  test('a line without an end is refused', () => {
    const splitter = splitLines(8);
    expect(splitter.push(bytes('12345678\n12345678'))).toEqual(['12345678']);
    expect(() => splitter.push(bytes('9'))).toThrow('longer than 8 bytes');
  });
});
