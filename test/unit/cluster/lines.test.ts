import { describe, expect, test } from 'vitest';
import { decodeLines } from '../../../client/src/cluster/streams/logs/line-decoder.ts';
import { type LogGap, rememberSeenLines } from '../../../client/src/cluster/streams/logs/seen-lines.ts';
import {
  type StampedLine,
  stampedLineReader,
} from '../../../client/src/cluster/streams/logs/stamped-line.ts';
import { splitLines } from '../../../client/src/cluster/watch/json-lines.ts';
import { seededRandom } from '../../support/random.ts';

const asText = (text: string) => text;
const bytes = (text: string) => new TextEncoder().encode(text);

describe('log lines', () => {
  const text = 'one\n\nzwei ä € 😀\r\nthree \r x\nlast';
  const lines = ['one', '', 'zwei ä € 😀', 'three \r x', 'last'];

  test('cut anywhere, also within a character', () => {
    const all = bytes(text);
    for (let size = 1; size <= all.length; size++) {
      const decoder = decodeLines(asText);
      const found: string[] = [];
      for (let start = 0; start < all.length; start += size)
        found.push(...decoder.push(all.subarray(start, start + size)));
      found.push(...decoder.end());
      expect(found, `chunks of ${size}`).toEqual(lines);
    }
  });

  test('a line without an end comes in pieces and is not kept', () => {
    const decoder = decodeLines(asText, 4);
    expect(decoder.push(bytes('abcdefghij'))).toEqual(['abcd', 'efgh']);
    expect(decoder.push(bytes('k\nabcdefg\nxy'))).toEqual(['ijk', 'abcd', 'efg']);
    expect(decoder.end()).toEqual(['xy']);
    expect(decoder.end()).toEqual([]);
  });

  test('a piece never ends within a character', () => {
    const decoder = decodeLines(asText, 2);
    expect([...decoder.push(bytes('a😀b😀')), ...decoder.end()]).toEqual(['a', '😀', 'b', '😀']);
  });

  test('what is no UTF-8 does no harm', () => {
    const decoder = decodeLines(asText);
    expect(decoder.push(Uint8Array.of(0xff, 0x41, 0x0a, 0xe2))).toEqual(['\ufffdA']);
    expect(decoder.end()).toEqual(['\ufffd']);
  });
});

describe('a log that goes on', () => {
  /** Second and fraction of a timestamp, then the text; `~` begins what has no time. */
  const lines = (texts: string) =>
    texts
      .split(' ')
      .filter((one) => one !== '')
      .map((one): StampedLine => {
        if (one.startsWith('~')) return { timestamp: '', text: one.slice(1) };
        const [time = '', text = ''] = one.split('=');
        const [second = '', fraction] = time.split('.');
        return {
          timestamp: `2026-01-02T03:04:${second.padStart(2, '0')}${fraction ? `.${fraction}` : ''}Z`,
          text,
        };
      });
  const texts = (of: readonly StampedLine[]) => of.map(({ text }) => text).join(' ');

  test.each([
    [
      '2026-01-02T03:04:05.000000006Z hello you',
      { timestamp: '2026-01-02T03:04:05.000000006Z', text: 'hello you' },
    ],
    ['2026-01-02T03:04:05+02:00', { timestamp: '2026-01-02T03:04:05+02:00', text: '' }],
    ['2026-01-02T03:04:05Z ', { timestamp: '2026-01-02T03:04:05Z', text: '' }],
    ['unable to retrieve logs', { timestamp: '', text: 'unable to retrieve logs' }],
    ['2026-01-02T03:04:05 no zone', { timestamp: '', text: '2026-01-02T03:04:05 no zone' }],
  ])('%s', (line, stamped) => {
    expect(stampedLineReader()(line, 'line')).toEqual(stamped);
  });

  test('every piece of a long line has the time of the line', () => {
    const decoder = decodeLines(stampedLineReader(), 30);
    const line = `2026-01-02T03:04:05Z ${'x'.repeat(50)}`;
    const found = [...decoder.push(bytes(`${line}\nand the server\n${line}`)), ...decoder.end()];
    const pieces = [9, 30, 11].map((length) => ['2026-01-02T03:04:05Z', 'x'.repeat(length)]);
    expect(found.map(({ timestamp, text }) => [timestamp, text])).toEqual([
      ...pieces,
      ['', 'and the server'],
      ...pieces,
    ]);
  });

  test.each([
    {
      what: 'lines of one instant',
      read: '5.1=a 5.25=b 5.25=b',
      since: 4,
      again: '5.1=a 5.25=b 5.25=b 5.250=c 6=d',
      fresh: 'c d',
    },
    { what: 'equal lines', read: '5=x 5=x 5=x', since: 4, again: '5=x 5=x 5=x 5=x 5=x', fresh: 'x x' },
    {
      what: 'equal lines with others between',
      read: '5=x 5=y 5=x',
      since: 4,
      again: '5=x 5=y 5=x 5=y',
      fresh: 'y',
    },
    {
      what: 'times that are not in order, left at the latest',
      read: '5.1=a 5.9=b',
      since: 4,
      again: '5.1=a 5.9=b 5.2=c 6=d',
      fresh: 'c d',
    },
    {
      what: 'times that are not in order, left at an early one',
      read: '5.1=a 5.9=b 5.2=c',
      since: 4,
      again: '5.1=a 5.9=b 5.2=c 6=d',
      fresh: 'd',
    },
    {
      what: 'times that were seconds late',
      read: '1=a 20=b 10=c',
      since: 59,
      again: '1=a 20=b 10=c 30=d',
      fresh: 'd',
    },
    {
      what: 'lines from before the first that was asked for',
      read: '5.5=tail',
      since: 4,
      again: '4=x 5=y 5.5=tail 6=z',
      fresh: 'z',
    },
    { what: 'a log whose beginning is gone', read: '5.1=a 5.2=b', since: 4, again: '5.2=b 6=c', fresh: 'c' },
    { what: 'words of the server', read: '5=a', since: 4, again: '~rotated 5=a 6=b', fresh: 'rotated b' },
    { what: 'a log without the last line', read: '5=a', since: 4, again: '6=b 7=c', fresh: 'b c', gap: true },
    { what: 'nothing new', read: '5=a', since: 4, again: '5=a', fresh: '' },
  ])('$what', ({ read, since, again, fresh, gap = false }) => {
    // In batches of any size the answer is the same.
    for (let size = 1; size <= 4; size++) {
      const seen = rememberSeenLines();
      expect(seen.sinceTime).toBeUndefined();
      expect(texts(seen.take(lines(read)).lines)).toBe(texts(lines(read)));
      expect(Number(seen.sinceTime?.slice(17, 19))).toBe(since);
      seen.resume();
      const given: StampedLine[] = [];
      let missed: LogGap | undefined;
      const all = lines(again);
      for (let start = 0; start < all.length; start += size) {
        const part = seen.take(all.slice(start, start + size));
        given.push(...part.lines);
        missed ??= part.gap;
      }
      const rest = seen.giveUp();
      given.push(...rest.lines);
      missed ??= rest.gap;
      expect([texts(given), missed !== undefined]).toEqual([fresh, gap]);
    }
  });

  test('lines of a clock that was months ahead and was set back do not come twice', () => {
    const seen = rememberSeenLines();
    const ahead = { timestamp: '2026-11-02T03:04:05Z', text: 'ahead' };
    seen.take([ahead, ...lines('5=a')]);
    seen.resume();
    expect(seen.take([ahead, ...lines('5=a 6=b')])).toEqual({ lines: lines('6=b') });
    seen.resume();
    const later = { timestamp: '2026-12-02T03:04:05Z', text: 'much later' };
    expect(seen.take([ahead, later])).toMatchObject({ lines: [ahead, later], gap: {} });
  });

  test('instants and not texts are compared', () => {
    const seen = rememberSeenLines();
    seen.take([{ timestamp: '2026-01-02T05:04:05.5+02:00', text: 'a' }]);
    seen.resume();
    expect(texts(seen.take(lines('5.500=a 5.6=b')).lines)).toBe('b');
  });

  test('cut after each line of a log whose times are in no order, it is whole in the end', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 200; round++) {
      const log = Array.from({ length: 30 }, (_, index): StampedLine => {
        const milliseconds = 10_000 + index * 150 + random(900);
        const timestamp = `2026-01-02T03:04:${(milliseconds / 1_000).toFixed(random(2) + 1)}Z`;
        return { timestamp, text: 'abc'[random(3)]! };
      });
      const seen = rememberSeenLines();
      const given: StampedLine[] = [];
      let end = 0;
      while (given.length < log.length) {
        const since = Date.parse(seen.sinceTime ?? '2026-01-01T00:00:00Z');
        end = Math.min(log.length, end + random(4));
        seen.resume();
        const served = log.slice(0, end).filter(({ timestamp }) => Date.parse(timestamp) >= since);
        given.push(...seen.take(served).lines);
      }
      expect(given).toEqual(log);
    }
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
