import { describe, expect, test } from 'vitest';
import { createStore, type RowStore } from '../../../client/src/cluster/watch/store.ts';
import { firstRows, untilDone } from '../../../client/src/explorer/first-rows.ts';
import { fakeClock } from '../cluster/fake-clock.ts';

const row = { uid: 'a', name: 'a', namespace: undefined, cells: [], metadata: {} };
const nothing = () => {};
const live = (store: RowStore) => store.setFreshness({ state: 'live' });
const forbidden = (store: RowStore) => store.setFreshness({ state: 'forbidden', why: { fault: 'no' } });

describe('the first rows of a store', () => {
  test.each<[string, (store: RowStore) => void, (store: RowStore) => void, number]>([
    ['are there when the store is live', live, nothing, 0],
    ['are there when some have come', (store) => store.put([row]), nothing, 0],
    ['are waited for until the set is complete', nothing, live, 300],
    ['are not waited for where there is a reason for none', nothing, forbidden, 300],
    ['are not waited for longer than a person would', nothing, nothing, 700],
  ])('%s', async (_name, before, later, expected) => {
    const clock = fakeClock(0);
    const store = createStore(clock);
    before(store);
    let at: number | undefined;
    void firstRows(store, clock).then(() => {
      at = clock.now();
    });
    await clock.pass(300);
    later(store);
    await clock.pass(1_000);
    expect(at).toBe(expected);
    expect(clock.waiting).toEqual([]);
  });
});

test.each([
  [300, 300],
  [5_000, 700],
])('what is done after %d ms is waited for until %d ms', async (takes, at) => {
  const clock = fakeClock(0);
  const done = new Promise<void>((resolve) => {
    clock.after(takes, resolve);
  });
  let answered: number | undefined;
  void untilDone(done, clock).then(() => {
    answered = clock.now();
  });
  await clock.pass(6_000);
  expect(answered).toBe(at);
  expect(clock.waiting).toEqual([]);
});
