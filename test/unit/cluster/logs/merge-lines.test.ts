import { describe, expect, test } from 'vitest';
import type { LogOrigin, LogRow } from '../../../../client/src/cluster/streams/logs/log-row.ts';
import { mergeLines, mergeWindow } from '../../../../client/src/cluster/streams/logs/merge-lines.ts';
import type { StampedLine } from '../../../../client/src/cluster/streams/logs/stamped-line.ts';
import { seededRandom } from '../../../support/random.ts';

/** When every stream is opened. */
const opened = Date.UTC(2026, 0, 2);
const originOf = (pod: string): LogOrigin => ({ cluster: 'c', namespace: 'shop', pod, container: 'main' });
/** A line of so many milliseconds after (or before) the opening. */
const line = (at: number, text: string): StampedLine => ({
  timestamp: new Date(opened + at).toISOString(),
  text,
});

/** `120 a: 100 x, 110 y` is what comes of stream `a` at 120 ms: lines with their times. `a.` is its end. */
interface Scene {
  readonly name: string;
  /** Streams in the order in which they are opened. */
  readonly streams: string;
  readonly comes: readonly string[];
  /** `120: x y late:z` is what goes at 120 ms. */
  readonly goes: readonly string[];
}

const scenes: readonly Scene[] = [
  { name: 'lines of one stream go at once', streams: 'a', comes: ['10 a: 5 x, 6 y'], goes: ['10: x y'] },
  {
    name: 'what was written before is put in order',
    streams: 'a b',
    comes: ['10 a: -50 x, -30 z', '20 b: -40 y, -20 end', '30 a.', '40 b.'],
    goes: ['20: x y z', '30: end'],
  },
  {
    name: 'and one that is held back does not go before those of before',
    streams: 'a b',
    comes: ['10 b: -10 last', '20 a: -90 first', '30 a: -80 second', '40 a.'],
    goes: ['20: first', '30: second', '40: last'],
  },
  {
    name: 'a stream that gives nothing holds the others for 200 ms',
    streams: 'a b',
    comes: ['10 a: -50 x', '20 a: -40 y'],
    goes: ['210: x', '220: y'],
  },
  {
    name: 'what is written before and comes slowly is held for no longer either',
    streams: 'a b',
    comes: ['0 b: -1 live', '90 a: -900 slow', '180 a: -800 slower', '280 a: -700 slowest'],
    goes: ['90: slow', '180: slower', '200: live', '280: late:slowest'],
  },
  {
    name: 'live lines wait for those that may belong before them',
    streams: 'a b',
    comes: ['10 a: 1 a1', '10 b: 2 b1', '500 a: 499 y', '650 b: 420 x', '900 a: 899 z'],
    goes: ['10: a1', '210: b1', '650: x', '700: y', '1100: z'],
  },
  {
    name: 'what comes later is late',
    streams: 'a b',
    comes: ['10 a: 1 a1', '10 b: 2 b1', '500 a: 499 y', '701 b: 420 x, 700 on time'],
    goes: ['10: a1', '210: b1', '700: y', '701: late:x', '901: on time'],
  },
  {
    name: 'of equal times those of the first stream come first',
    streams: 'a b c',
    comes: ['10 c: 5 c1, 5 c2', '11 b: 5 b1, 5 b2', '12 a: 5 a1, 5 a2', '13 a.', '13 b.', '13 c.'],
    goes: ['12: a1 a2', '13: b1 b2', '13: c1 c2'],
  },
  {
    name: 'lines of one stream stay in their order and are not late for it',
    streams: 'a',
    comes: ['10 a: 1 one, 20 twenty, 10 ten, 30 thirty'],
    goes: ['10: one twenty ten thirty'],
  },
  {
    name: 'a time that is far ahead makes no other line late',
    streams: 'a b',
    comes: ['10 a: 900000000 2026 ends', '10 b: 3 x', '20 a.', '20 b: 4 y', '30 b.'],
    goes: ['10: x', '20: y', '30: 2026 ends'],
  },
  {
    name: 'a stream that has given later lines has none that belong before',
    streams: 'a b',
    comes: ['10 a: 50 x', '11 b: 60 later', '12 a.', '20 b: 70 z', '30 b.'],
    goes: ['11: x', '12: later', '20: z'],
  },
];

describe('lines of several streams', () => {
  test.each(scenes)('$name', ({ streams, comes, goes }) => {
    const merge = mergeLines();
    const opens = new Map(streams.split(' ').map((name) => [name, merge.open(originOf(name), opened)]));
    const went: string[] = [];
    let again: number | undefined;
    const look = (now: number) => {
      const merged = merge.next(opened + now);
      again = merged.again === undefined ? undefined : merged.again - opened;
      const words = merged.rows.flatMap(wordsOf);
      if (words.length > 0) went.push(`${now}: ${words.join(' ')}`);
    };
    const pass = (until: number) => {
      while (again !== undefined && again < until) look(again);
    };
    for (const one of comes) {
      const [, at = '', name = '', lines = ''] = /^(\d+) (\w+)(?:: (.*)|\.)$/.exec(one)!;
      pass(Number(at));
      const stream = opens.get(name)!;
      if (one.endsWith('.')) stream.end();
      else stream.take(linesOf(lines), opened + Number(at));
      look(Number(at));
    }
    pass(Number.POSITIVE_INFINITY);
    expect(went).toEqual(goes);
  });

  test('pieces of a line stay together, whatever else has the same time', () => {
    const merge = mergeLines();
    const [a, b] = ['a', 'b'].map((name) => merge.open(originOf(name), opened));
    b!.take([line(1, 'half'), { ...line(1, ' and half'), continues: true }, line(2, 'next')], opened + 1);
    a!.take([line(1, 'other')], opened + 1);
    a!.end();
    b!.end();
    expect(merge.next(opened + 1).rows.flatMap(wordsOf)).toEqual(['other', 'half', ' and half', 'next']);
  });

  test('a clock that is set back holds nothing', () => {
    const merge = mergeLines();
    const [a] = ['a', 'b'].map((name) => merge.open(originOf(name), opened));
    a!.take([line(-1, 'x')], opened);
    expect(merge.next(opened).rows).toEqual([]);
    expect(merge.next(opened - 3_600_000).rows.flatMap(wordsOf)).toEqual(['x']);
  });

  test('many lines that wait come out as they went in', () => {
    const merge = mergeLines();
    const [a] = ['a', 'b'].map((name) => merge.open(originOf(name), opened));
    const batches = Array.from({ length: 5 }, (_, batch) =>
      Array.from({ length: 40 + batch * 40 }, (_, place): StampedLine => {
        const own = line(batch * 1_000 + place, `☸ ${batch} ${'x'.repeat(place)}`);
        if (place % 7 === 3) return { ...own, continues: true };
        return place % 11 === 5 ? { timestamp: '', text: '' } : own;
      }),
    );
    const came: StampedLine[] = [];
    let now = opened;
    for (const batch of batches) {
      a!.take(batch, now);
      // Each batch is asked for while it waits, and while a part of it has gone.
      for (const step of [0, 10, 60]) {
        for (const row of merge.next(now + step).rows) if (row.is === 'lines') came.push(...row.lines);
      }
      now += 70;
    }
    for (const row of merge.next(now + 1_000).rows) if (row.is === 'lines') came.push(...row.lines);
    expect(came).toEqual(batches.flat());
  });

  test('times are read in any zone, to the nanosecond', () => {
    const merge = mergeLines();
    const times = {
      a: '2026-01-01T10:00:00.000000002+02:00',
      b: '2026-01-01T08:00:00.000000001Z',
      c: '2026-01-01T07:59:60Z',
      d: '2026-01-01T05:30:00.0000000015-02:30',
    };
    for (const [text, timestamp] of Object.entries(times)) {
      const stream = merge.open(originOf(text), opened);
      stream.take([{ timestamp, text }], opened);
      stream.end();
    }
    // The third is no time: it has that of the line before, of which there is none.
    expect(merge.next(opened).rows.flatMap(wordsOf)).toEqual(['c', 'b', 'd', 'a']);
  });

  test('notes keep their place behind the lines of their stream', () => {
    const merge = mergeLines();
    const [a, b] = ['a', 'b'].map((name) => merge.open(originOf(name), opened));
    a!.take([line(-9, 'x'), line(-1, 'z')], opened);
    a!.say({ is: 'ended', origin: originOf('a') });
    a!.end();
    b!.take([line(-5, 'y')], opened);
    b!.end();
    merge.say({ is: 'gone', origin: originOf('c') });
    expect(merge.next(opened).rows.flatMap(wordsOf)).toEqual(['[gone c]', 'x', 'y', 'z', '[ended a]']);
  });

  test('a stream that gives without an end neither fills the memory nor keeps others out', () => {
    const merge = mergeLines();
    const [busy, other] = ['busy', 'other'].map((name) => merge.open(originOf(name), opened));
    let given = 0;
    while (busy!.hasRoom) busy!.take([line(given++, 'x'.repeat(100_000))], opened);
    expect(given * 100_000).toBeLessThan(20 << 20);
    expect(other!.hasRoom).toBe(true);
    other!.take([line(0, 'heard')], opened);
    expect(other!.hasRoom).toBe(false);
    expect(merge.next(opened + mergeWindow).rows.flatMap(wordsOf)).toContain('heard');
  });

  test('one that is ever behind does not hold a live one for longer than the window', () => {
    const merge = mergeLines();
    const [busy, live] = ['busy', 'live'].map((name) => merge.open(originOf(name), opened));
    let now = opened;
    const look = () => merge.next(now).rows.flatMap(wordsOf);
    // Both are live.
    busy!.take([line(1, 'b')], now);
    live!.take([line(2, 'l')], now);
    now += mergeWindow;
    look();
    live!.take([line(10_000, 'live')], now);
    const came = now;
    const heard: number[] = [];
    for (let step = 0; step < 100; step++, now += 10) {
      busy!.take([line(1_000 + step, 'old')], now);
      if (look().includes('live')) heard.push(now - came);
    }
    expect(heard).toEqual([expect.any(Number)]);
    expect(heard[0]).toBeLessThanOrEqual(mergeWindow + 10);
  });

  test('any streams with any delays: each line once, in the order of its stream, in place within the window', () => {
    for (let seed = 1; seed <= 300; seed++) expect(faultOf(seed), `seed ${seed}`).toBeUndefined();
  });
});

/** Lets streams give lines with delays, and says what is wrong with what came of it. */
function faultOf(seed: number): string | undefined {
  const random = seededRandom(seed);
  const count = 1 + random(6);
  interface Given {
    readonly stream: number;
    readonly place: number;
    /** The latest of its stream so far: its own, where the stream is in order. */
    readonly time: number;
    readonly came: number;
  }
  const given: Given[] = [];
  const merge = mergeLines();
  const streams = Array.from({ length: count }, (_, place) => merge.open(originOf(`${place}`), opened));
  for (let stream = 0; stream < count; stream++) {
    let time = random(400);
    let latest = 0;
    let came = 0;
    const slowness = random(3) === 0 ? 600 : 150;
    for (let place = 0; place < 60; place++) {
      time += random(20) === 0 ? random(900) : random(40);
      const own = random(10) === 0 ? Math.max(0, time - random(100)) : time;
      latest = Math.max(latest, own);
      // What is written comes later, and not before what was written before it.
      came = Math.max(came, own + random(slowness));
      given.push({ stream, place, time: latest, came });
    }
  }
  const went: (Given & { readonly isLate: boolean; readonly at: number })[] = [];
  const byName = new Map(given.map((one) => [`${one.stream}/${one.place}`, one]));
  let again: number | undefined;
  const look = (now: number) => {
    for (let more = true; more; ) {
      const merged = merge.next(opened + now);
      more = merged.rows.length > 0;
      again = merged.again === undefined ? undefined : merged.again - opened;
      for (const row of merged.rows) {
        if (row.is !== 'lines') continue;
        for (const { text } of row.lines) {
          went.push({ ...byName.get(text)!, isLate: row.place === 'late', at: now });
        }
      }
    }
  };
  const arrivals = given.toSorted((left, right) => left.came - right.came || left.stream - right.stream);
  for (const [index, one] of arrivals.entries()) {
    while (again !== undefined && again < one.came) look(again);
    streams[one.stream]!.take([line(one.time, `${one.stream}/${one.place}`)], opened + one.came);
    if (arrivals[index + 1]?.came !== one.came || random(2) === 0) look(one.came);
  }
  for (const stream of streams) stream.end();
  look(10_000_000);

  if (went.length !== given.length) return `${went.length} of ${given.length} lines`;
  const next = streams.map(() => 0);
  let latest = 0;
  for (const one of went) {
    const due = next[one.stream]!;
    next[one.stream] = due + 1;
    if (one.place !== due) return `${one.stream}/${one.place} is not in its place`;
    if (one.isLate !== one.time < latest)
      return `${one.stream}/${one.place} is wrongly called late or in order`;
    latest = Math.max(latest, one.time);
  }
  for (const [index, one] of went.entries()) {
    if (one.isLate && !went.slice(0, index).some((other) => isTooLateFor(one, other))) {
      return `${one.stream}/${one.place} came in time`;
    }
    if (one.at < 10_000_000 && one.at > one.came + mergeWindow) return `${one.stream}/${one.place} waits`;
  }
  return undefined;
}

interface Came {
  readonly time: number;
  readonly came: number;
}

/** Whether a line came when the window of another, which belongs behind it, was over. */
function isTooLateFor(line: Came, other: Came): boolean {
  return other.time > line.time && other.came + mergeWindow <= line.came;
}

function linesOf(text: string): StampedLine[] {
  return text.split(', ').map((one) => {
    const [, at = '', words = ''] = /^(-?\d+) (.*)$/.exec(one)!;
    return line(Number(at), words);
  });
}

function wordsOf(row: LogRow): string[] {
  if (row.is === 'lines') {
    return row.lines.map(({ text }) => (row.place === 'late' ? `late:${text}` : text));
  }
  return 'origin' in row ? [`[${row.is} ${row.origin.pod}]`] : [`[${row.is}]`];
}
