import { describe, expect, test } from 'vitest';
import { scheduleRefreshes } from '../../../client/src/views/refresh-schedule.ts';
import { fakeClock } from '../cluster/fake-clock.ts';

/** Lines by their paths: `a/b` stands below `a`; a change of `*` is one of the whole view. */
const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined);

interface Case {
  readonly name: string;
  /** Milliseconds and the line that changes then. */
  readonly changes: readonly (readonly [number, string])[];
  /** Lines that are held, and until when. */
  readonly held?: readonly (readonly [string, number])[];
  /** The line that has to be told before others, alone, and until when. */
  readonly alone?: readonly [string, number];
  /** Milliseconds and what VS Code is told then. */
  readonly told: readonly (readonly [number, string])[];
}

const every = (interval: number, until: number) =>
  Array.from({ length: until / interval }, (_, place): [number, string] => [place * interval, 'a']);

const linesUnder = (line: string, count: number) =>
  Array.from({ length: count }, (_, place): [number, string] => [0, `${line}/${place}`]);

const cases: Case[] = [
  { name: 'one change is told at once', changes: [[7, 'a']], told: [[7, 'a']] },
  {
    name: 'what changes together is told together',
    changes: [
      [0, 'a'],
      [0, 'b'],
      [0, 'a'],
    ],
    told: [[0, 'a b']],
  },
  {
    name: 'after a pause the next change is told at once again',
    changes: [
      [0, 'a'],
      [220, 'b'],
    ],
    told: [
      [0, 'a'],
      [220, 'b'],
    ],
  },
  {
    name: 'what follows soon is gathered',
    changes: [
      [0, 'a'],
      [1, 'b'],
      [219, 'c'],
      [300, 'd'],
    ],
    told: [
      [0, 'a'],
      [220, 'b c'],
      [440, 'd'],
    ],
  },
  {
    name: 'changes that go on every 100 ms are told while they do',
    changes: every(100, 1_000),
    told: [0, 220, 440, 660, 880, 1_100].map((time) => [time, 'a']),
  },
  {
    name: 'a line below a changed one is told with it',
    changes: [
      [0, 'a/b/c'],
      [0, 'd/e'],
      [0, 'a'],
      [0, 'd/f'],
    ],
    told: [[0, 'd/e a d/f']],
  },
  {
    name: 'few lines under one are told one by one',
    changes: linesUnder('a', 3),
    told: [[0, 'a/0 a/1 a/2']],
  },
  {
    name: 'many lines under one are told as that one',
    changes: [...linesUnder('a', 51), [0, 'b/0'], ...linesUnder('b/c', 50)],
    told: [[0, ['a', 'b/0', ...linesUnder('b/c', 50).map(([, line]) => line)].join(' ')]],
  },
  {
    name: 'a change of the whole view is all that is told',
    changes: [
      [0, 'a'],
      [0, '*'],
      [0, 'b'],
    ],
    told: [[0, '*']],
  },
  {
    name: 'what is held is told soon after, without the others waiting for it',
    changes: [
      [0, 'a'],
      [300, 'b'],
      [310, 'a'],
    ],
    held: [['b', 420]],
    told: [
      [0, 'a'],
      [350, 'a'],
      [570, 'b'],
    ],
  },
  {
    name: 'what alone is held is told as soon as it may be',
    changes: [[0, 'a']],
    held: [['a', 130]],
    told: [[150, 'a']],
  },
  {
    name: 'the whole view is held as a line is',
    changes: [[0, '*']],
    held: [['*', 30]],
    told: [[50, '*']],
  },
  {
    name: 'what has to be shown before others is told before them',
    changes: [
      [0, 'a'],
      [0, 'b'],
      [0, 'c'],
      [100, 'b'],
    ],
    alone: ['b', 0],
    told: [
      [0, 'b'],
      [220, 'a c b'],
    ],
  },
  {
    name: 'what has to be shown before others and is held keeps nobody waiting',
    changes: [
      [0, 'a'],
      [0, 'b'],
    ],
    held: [['b', 300]],
    alone: ['b', 500],
    told: [
      [0, 'a'],
      [320, 'b'],
    ],
  },
];

describe('refreshes of a view', () => {
  test.each(cases)('$name', async ({ changes, held = [], alone, told }) => {
    const clock = fakeClock(0);
    const seen: [number, string][] = [];
    const schedule = scheduleRefreshes<string>({
      tell: (changed) => seen.push([clock.now(), changed ? changed.join(' ') : '*']),
      parentOf,
      isHeld: (line) => held.some(([of, until]) => of === (line ?? '*') && clock.now() < until),
      first: (lines) => (alone && lines.includes(alone[0]) && clock.now() <= alone[1] ? [alone[0]] : lines),
      clock,
    });
    for (const [time, line] of changes) {
      if (time > clock.now()) await clock.pass(time - clock.now());
      schedule.refresh(line === '*' ? undefined : line);
    }
    await clock.pass(10_000);
    expect(seen).toEqual(told);
  });

  test('what changes while it is looked is told with the rest, and the next time as far behind as ever', async () => {
    const clock = fakeClock(0);
    const seen: [number, string][] = [];
    const looks = [100, 10, 40];
    const schedule = scheduleRefreshes<string>({
      look: () => new Promise((done) => void clock.after(looks.shift() ?? 0, done)),
      tell: (changed) => seen.push([clock.now(), changed!.join(' ')]),
      parentOf,
      isHeld: () => false,
      clock,
    });
    for (const line of ['a', 'b', 'c', 'd', 'e', 'f']) {
      schedule.refresh(line);
      await clock.pass(80);
    }
    await clock.pass(10_000);
    expect(seen).toEqual([
      [100, 'a b'],
      [330, 'c d e'],
      [590, 'f'],
    ]);
  });

  test('nothing is looked while all is held', async () => {
    const clock = fakeClock(0);
    const seen: [number, string][] = [];
    const looked: number[] = [];
    const schedule = scheduleRefreshes<string>({
      look: async () => void looked.push(clock.now()),
      tell: (changed) => seen.push([clock.now(), changed!.join(' ')]),
      parentOf,
      isHeld: (line) => line === 'a' && clock.now() < 1_000,
      clock,
    });
    schedule.refresh('a');
    await clock.pass(500);
    schedule.refresh('b');
    await clock.pass(10_000);
    expect(seen.map(([, line]) => line)).toEqual(['b', 'a']);
    expect(looked).toEqual(seen.map(([time]) => time));
  });

  test.each(['before it is looked', 'while it is looked'])(
    'nothing is told after the end: %s',
    async (when) => {
      const clock = fakeClock(0);
      const seen: unknown[] = [];
      const schedule = scheduleRefreshes<string>({
        look: () => new Promise((done) => void clock.after(50, done)),
        tell: (changed) => seen.push(changed),
        parentOf,
        isHeld: () => false,
        clock,
      });
      schedule.refresh('a');
      if (when === 'while it is looked') await clock.pass(20);
      schedule.dispose();
      schedule.refresh('b');
      await clock.pass(1_000);
      expect(seen).toEqual([]);
    },
  );

  test('what waits for its turn is asked about again soon', async () => {
    const clock = fakeClock(0);
    const seen: [number, string][] = [];
    const schedule = scheduleRefreshes<string>({
      tell: (changed) => seen.push([clock.now(), changed!.join(' ')]),
      parentOf,
      isHeld: () => false,
      first: (lines) => lines.slice(0, clock.now() < 400 ? 0 : 1),
      clock,
    });
    schedule.refresh('a');
    schedule.refresh('b');
    await clock.pass(1_000);
    expect(seen).toEqual([
      [400, 'a'],
      [620, 'b'],
    ]);
  });

  test('what changes while the view is hidden is told once it is shown', async () => {
    const clock = fakeClock(0);
    const seen: [number, string][] = [];
    const schedule = scheduleRefreshes<string>({
      look: () => new Promise((done) => void clock.after(20, done)),
      tell: (changed) => seen.push([clock.now(), changed!.join(' ')]),
      parentOf,
      isHeld: () => false,
      isHidden: () => clock.now() >= 210 && clock.now() < 1_000,
      clock,
    });
    for (const [line, time] of [
      ['a', 100],
      // It is hidden while this is looked at.
      ['b', 210],
      ['a/1', 300],
      ['c', 1_000],
    ] as const) {
      schedule.refresh(line);
      await clock.pass(time - clock.now());
    }
    schedule.shown();
    await clock.pass(5_000);
    schedule.shown();
    await clock.pass(5_000);
    expect(seen).toEqual([
      [20, 'a'],
      [1_020, 'b a/1 c'],
    ]);
  });

  test('of a hidden view a line is kept in place of many under it, and all of it in place of many', async () => {
    const told = async (lines: readonly string[]) => {
      const clock = fakeClock(0);
      const seen: string[] = [];
      const schedule = scheduleRefreshes<string>({
        tell: (changed) => seen.push(changed?.join(' ') ?? '*'),
        parentOf,
        isHeld: () => false,
        isHidden: () => clock.now() < 1_000,
        clock,
      });
      for (const line of lines) schedule.refresh(line);
      await clock.pass(1_000);
      schedule.shown();
      await clock.pass(1_000);
      return seen.join(', ');
    };
    const many = Array.from({ length: 5_000 }, (_, place) => `${place}`);
    expect(await told(['b', ...many.map((name) => `a/${name}`)])).toBe('b a');
    expect(await told(many.map((name) => `${name}/a`))).toBe('*');
  });

  test('nothing is told after the end', async () => {
    const clock = fakeClock(0);
    const seen: unknown[] = [];
    const schedule = scheduleRefreshes<string>({
      tell: (changed) => seen.push(changed),
      parentOf,
      isHeld: () => false,
      clock,
    });
    schedule.refresh('a');
    schedule.dispose();
    schedule.refresh('b');
    await clock.pass(1_000);
    expect(seen).toEqual([]);
  });
});
