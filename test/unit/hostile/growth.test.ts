import { expect, test } from 'vitest';
import { growth, mostGrowth } from '../../hostile/support/growth.ts';

test('linear work grows tenfold', async () => {
  const measured = await growth(work((copies) => copies / 10));
  expect(measured).toEqual({ copies: 750, small: 75, large: 750, factor: 10 });
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
  expect((await growth(work(disturbed))).factor).toBe(10);
});

/** Work whose time in milliseconds is a formula of the copies. */
function work(time: (copies: number) => number) {
  return { most: 100_000, measure: async (copies: number) => time(copies) };
}
