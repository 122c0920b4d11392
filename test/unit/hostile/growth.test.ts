import { expect, test } from 'vitest';
import { growth, mostGrowth } from '../../hostile/support/growth.ts';

test('linear work grows tenfold; what is within the limit anyway is not measured any further', async () => {
  const asked: number[] = [];
  const linear = (copies: number) => {
    asked.push(copies);
    return copies / 10;
  };
  expect(await growth(work(linear))).toEqual({ copies: 750, small: 50, large: 750, factor: 15 });
  expect(asked).toEqual([1_000_000, 750, 7_500, 7_500, 7_500]);
});

test('work that takes long is compared by its medians', async () => {
  const { copies, small, large, factor } = await growth(work((count) => 400 + count / 4));
  expect([copies, small, large, factor]).toEqual([299, 474.75, 1147.5, 1147.5 / 474.75]);
});

test('quadratic work that is disturbed once is still over the limit, three quick runs of five are within', async () => {
  const growthOf = async (times: number[]) => {
    let run = 0;
    const { factor } = await growth(
      work((copies) => (copies === 7_500 ? (times[run++ % 5] ?? 0) : copies / 10)),
    );
    return factor;
  };
  expect(await growthOf([5_000, 900, 5_000, 900, 5_000])).toBeGreaterThan(mostGrowth);
  expect(await growthOf([5_000, 900, 5_000, 900, 950])).toBe(19);
});

test('three runs of each size are enough where the other two cannot change the answer', async () => {
  const asked = new Map<number, number>();
  const steady = (copies: number) => {
    asked.set(copies, (asked.get(copies) ?? 0) + 1);
    return 400 + copies / 4;
  };
  expect((await growth(work(steady))).factor).toBeLessThan(mostGrowth);
  // The small size is tried once to see whether it takes long enough.
  expect([asked.get(2_990), asked.get(299)]).toEqual([3, 1 + 3]);
});

test('quadratic work is over the limit', async () => {
  const { factor } = await growth(work((copies) => copies ** 2 / 1000));
  expect(factor).toBeGreaterThan(mostGrowth);
});

test('work that never takes long enough is compared with what can be measured', async () => {
  const measured = await growth(work(() => 1));
  expect(measured).toEqual({ copies: 100_000, small: 50, large: 1, factor: 0.02 });
});

test('a disturbance is measured again before it counts', async () => {
  let measured = 0;
  // Of ten times the small size four are disturbed, so the first median is.
  const disturbed = (copies: number) => (copies === 7500 && measured++ < 4 ? 20_000 : copies / 10);
  expect((await growth(work(disturbed))).factor).toBe(15);
});

/** Work whose time in milliseconds is a formula of the copies. */
function work(time: (copies: number) => number) {
  return { most: 100_000, measure: async (copies: number) => time(copies) };
}
