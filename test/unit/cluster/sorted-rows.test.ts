import { describe, expect, test } from 'vitest';
import type { Row } from '../../../client/src/cluster/kube-object.ts';
import { createStore } from '../../../client/src/cluster/watch/store.ts';
import { seededRandom } from '../../support/random.ts';
import { fakeClock } from './fake-clock.ts';

const row = (uid: string, namespace: string | undefined, name: string, version = 1): Row => ({
  uid,
  name,
  namespace,
  cells: [name, version],
  metadata: { name },
});

const inOrder = (rows: Iterable<Row>) =>
  Array.from(rows, (one) => ({ one, key: [one.namespace ?? '', one.name, one.uid].join('\u0000') }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ one }) => one);

describe('sorted rows', () => {
  test('stand by namespace, then by name, those of the cluster first', () => {
    const store = createStore(fakeClock());
    store.put([
      row('1', 'zoo', 'a'),
      row('2', 'shop', 'web'),
      row('3', undefined, 'x'),
      row('4', 'shop', 'api'),
    ]);
    expect(store.sorted.map(({ uid }) => uid)).toEqual(['3', '4', '2', '1']);
  });

  test('a row in place of one of its name that is gone, in one burst', () => {
    const store = createStore(fakeClock());
    store.put([row('1', 'shop', 'web'), row('2', 'shop', 'worker')]);
    expect(store.sorted.length).toBe(2);
    store.remove('1');
    store.put([row('3', 'shop', 'web')]);
    expect(store.sorted.map(({ uid }) => uid)).toEqual(['3', '2']);
  });

  test('a row that has changed is the new one, also in an order that was asked for before', () => {
    const store = createStore(fakeClock());
    store.put([row('1', 'shop', 'web'), row('2', 'shop', 'worker')]);
    const before = store.sorted;
    store.put([row('1', 'shop', 'web', 2)]);
    expect([before, store.sorted].map(([first]) => first!.cells[1])).toEqual([1, 2]);
  });

  test.each([
    ['small bursts', 1, 4],
    ['larger ones', 2, 60],
    ['more than is remembered', 3, 3_000],
  ])('are what sorting all would give, whatever happens: %s', (_name, seed, burst) => {
    const random = seededRandom(seed);
    const store = createStore(fakeClock());
    const some = () => {
      const uid = String(random(4_000));
      return row(uid, `namespace-${Number(uid) % 7}`, `name-${Number(uid) % 1_000}`, random(1_000));
    };
    for (let round = 0; round < 60; round++) {
      for (let step = random(burst); step >= 0; step--) {
        if (random(3) > 0) store.put([some()]);
        else store.remove(some().uid);
      }
      if (random(12) === 0) store.begin();
      if (random(8) === 0) store.complete();
      const kept = store.sorted;
      expect(kept).toEqual(inOrder(store.rows.values()));
      expect(store.sorted).toBe(kept);
    }
  });
});
