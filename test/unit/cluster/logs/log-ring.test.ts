import { describe, expect, test } from 'vitest';
import { LogRing, type RingRow } from '../../../../client/src/cluster/streams/logs/log-ring.ts';
import type { LogOrigin, LogRow } from '../../../../client/src/cluster/streams/logs/log-row.ts';
import type { StampedLine } from '../../../../client/src/cluster/streams/logs/stamped-line.ts';
import { seededRandom } from '../../../support/random.ts';

const originOf = (pod: string): LogOrigin => ({ cluster: 'c', namespace: 'shop', pod, container: 'main' });
const web = originOf('web');
const timestamp = '2026-01-02T03:04:05.000000006Z';
const linesOf = (texts: readonly string[], origin = web): LogRow => ({
  is: 'lines',
  origin,
  lines: texts.map((text) => ({ timestamp, text })),
  place: 'in order',
});
const textOf = (row: RingRow) => (row.is === 'line' ? row.text : `[${row.note.is}]`);
const megabyte = 1024 * 1024;

describe('the ring of a log', () => {
  test('gives back what was appended, row by row', () => {
    const ring = new LogRing(megabyte);
    const broken: LogRow = { is: 'broken', origin: web, why: { fault: 'the line broke' } };
    const pieces: StampedLine[] = [
      { timestamp, text: 'half' },
      { timestamp, text: ' and half', continues: true },
    ];
    ring.append([
      linesOf(['', 'é☸😀', '\0\x1b[31m\r']),
      broken,
      { is: 'lines', origin: originOf('db'), lines: pieces, place: 'late' },
      { is: 'lines', origin: web, lines: [{ timestamp: '', text: 'the server says' }], place: 'in order' },
    ]);
    const line = { is: 'line', origin: web, timestamp, place: 'in order' };
    const db = { ...line, origin: originOf('db'), place: 'late' };
    expect(ring.rows(0, 100)).toEqual([
      { ...line, number: 0, text: '' },
      { ...line, number: 1, text: 'é☸😀' },
      { ...line, number: 2, text: '\0\x1b[31m\r' },
      { number: 3, is: 'note', note: broken },
      { ...db, number: 4, text: 'half' },
      { ...db, number: 5, text: ' and half', continues: true },
      { ...line, number: 6, timestamp: '', text: 'the server says' },
    ]);
    expect(ring.rows(5, 1).map(textOf)).toEqual([' and half']);
    expect([ring.dropped, ring.end]).toEqual([0, 7]);
  });

  test('counts what is stored: the bytes of times and texts, eight a row, and names once', () => {
    const ring = new LogRing(megabyte);
    ring.append([linesOf(['abc'])]);
    const first = ring.stored;
    ring.append([linesOf(['é'.repeat(100)]), linesOf([''])]);
    expect(ring.stored - first).toBe(timestamp.length * 2 + 200 + 2 * 8);
  });

  test('drops the oldest rows and counts them, and takes no more memory than it may', () => {
    const ring = new LogRing(2 * megabyte);
    const count = 100_000;
    for (let at = 0; at < count; at += 100) {
      ring.append([linesOf(Array.from({ length: 100 }, (_, place) => `line ${at + place}`))]);
    }
    const kept = ring.end - ring.dropped;
    expect(ring.end).toBe(count);
    expect(ring.taken).toBe(2 * megabyte);
    // All but a part of a block of it is used.
    expect(kept * (timestamp.length + 'line 99999'.length + 8)).toBeGreaterThan(1.7 * megabyte);
    const rows = ring.rows(0, count);
    expect(rows.length).toBe(kept);
    expect(rows.map(textOf)).toEqual(
      Array.from({ length: kept }, (_, place) => `line ${ring.dropped + place}`),
    );
  });

  test('has every row at its number, whatever is appended', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      const ring = new LogRing(megabyte);
      const all: string[] = [];
      for (let turn = 0; turn < 300; turn++) {
        const texts = Array.from({ length: random(20) }, () => `${all.length} `.repeat(random(200)));
        ring.append([linesOf(texts, originOf(`web-${random(50)}`))]);
        all.push(...texts);
      }
      expect(ring.end).toBe(all.length);
      for (let look = 0; look < 50; look++) {
        const from = random(all.length);
        const count = random(100);
        const expected = all.slice(Math.max(from, ring.dropped), from + count);
        expect(ring.rows(from, count).map(textOf)).toEqual(expected);
      }
    }
  });

  test('has a line of 10 MB in pieces that belong together, and cuts no character', () => {
    const ring = new LogRing();
    const text = `x${'😀'.repeat(2_500_000)}`;
    ring.append([linesOf(['before', text, 'after'])]);
    const rows = ring.rows(0, ring.end);
    const pieces = rows.slice(1, -1);
    expect(pieces.map(textOf).join('') === text).toBe(true);
    expect(pieces.map((row) => 'continues' in row)).toEqual(pieces.map((_, place) => place > 0));
    expect(textOf(rows.at(-1)!)).toBe('after');
  });

  test('holds a note that a server wrote a book for', () => {
    const ring = new LogRing(megabyte);
    ring.append([{ is: 'refused', origin: web, why: { fault: '\0'.repeat(1_000_000), wayOut: 'read it' } }]);
    const [row] = ring.rows(0, 1);
    expect(row).toMatchObject({ is: 'note', note: { is: 'refused', origin: web } });
  });
});
