import { describe, expect, test } from 'vitest';
import type { Freshness, ResourceStore, StoreChange } from '../../../client/src/cluster/cluster.ts';
import type { Resource, Row } from '../../../client/src/cluster/kube-object.ts';
import { type NamespaceScope, scopeOf } from '../../../client/src/cluster/namespace-scope.ts';
import { joinStores } from '../../../client/src/cluster/watch/joined-store.ts';
import { createStore } from '../../../client/src/cluster/watch/store.ts';
import { watchNamespaces, watchWayOf } from '../../../client/src/cluster/watch/watch-namespaces.ts';
import { seededRandom } from '../../support/random.ts';
import { fakeClock } from './fake-clock.ts';
import { pods } from './resources.ts';

const row = (namespace: string, name: string, version = 1): Row => ({
  uid: `${namespace}/${name}`,
  name,
  namespace,
  cells: [name, version],
  metadata: { name },
});
const why = { fault: 'why' };

/** A store that the test writes, of which `calls` has what its reader asks of it. */
function written(clock = fakeClock()) {
  const store = createStore(clock);
  const calls: string[] = [];
  const call = (name: string) => () => void calls.push(name);
  const held: ResourceStore = {
    get columns() {
      return store.columns;
    },
    get rows() {
      return store.rows;
    },
    get sorted() {
      return store.sorted;
    },
    get freshness() {
      return store.freshness;
    },
    onDidChange: store.onDidChange,
    seen: call('seen'),
    hidden: call('hidden'),
    refresh: call('refresh'),
    dispose: call('dispose'),
  };
  return { store, held, calls };
}

const names = ({ sorted }: ResourceStore) => sorted.map(({ uid }) => uid);

describe('the rows of several namespaces', () => {
  test('are those of each, in order, and are read anew only where they have changed', () => {
    const [shop, web] = [written(), written()];
    const joined = joinStores([shop.held, web.held]);
    web.store.put([row('web', 'a')]);
    shop.store.put([row('shop', 'z'), row('shop', 'b')]);
    expect(names(joined)).toEqual(['shop/b', 'shop/z', 'web/a']);
    expect(joined.sorted).toBe(joined.sorted);
    expect(joined.rows.size).toBe(3);
    expect(joined.rows.get('web/a')?.name).toBe('a');
    expect(joined.rows.has('web/b')).toBe(false);
    expect([...joined.rows.keys()]).toEqual(names(joined));
    shop.store.remove('shop/b');
    expect(names(joined)).toEqual(['shop/z', 'web/a']);
    expect(joined.rows.size).toBe(2);
  });

  test('change where those of one do', async () => {
    const clock = fakeClock();
    const [shop, web] = [written(clock), written(clock)];
    const joined = joinStores([shop.held, web.held]);
    const told: StoreChange[] = [];
    const listener = joined.onDidChange((change) => told.push(change));
    web.store.put([row('web', 'a')]);
    await clock.pass(100);
    expect(told).toEqual([{ heading: 'same', rows: new Map([['web/a', undefined]]) }]);
    listener.dispose();
    shop.store.put([row('shop', 'a')]);
    await clock.pass(100);
    expect(told.length).toBe(1);
  });

  test('have the columns of the first that has any, and ask all for what is asked of them', () => {
    const [shop, web] = [written(), written()];
    const joined = joinStores([shop.held, web.held]);
    expect(joined.columns).toEqual([]);
    const columns = [{ name: 'Name', type: 'string', format: 'name', priority: 0 }];
    web.store.setColumns(columns);
    expect(joined.columns).toEqual(columns);
    joined.seen();
    joined.hidden();
    joined.refresh();
    joined.dispose();
    for (const { calls } of [shop, web]) expect(calls).toEqual(['seen', 'hidden', 'refresh', 'dispose']);
  });

  test.each<[Freshness[], Freshness]>([
    [[{ state: 'live' }, { state: 'live' }], { state: 'live' }],
    [[{ state: 'live' }, { state: 'empty' }], { state: 'empty' }],
    [
      [
        { state: 'listing', count: 3, of: 10 },
        { state: 'listing', count: 4, of: 20 },
      ],
      { state: 'listing', count: 7, of: 30 },
    ],
    [
      [
        { state: 'listing', count: 3, of: undefined },
        { state: 'forbidden', why },
      ],
      { state: 'listing', count: 3, of: undefined },
    ],
    [
      [{ state: 'live' }, { state: 'stale', since: 7, why }, { state: 'resyncing', why }],
      { state: 'stale', since: 7, why },
    ],
    [
      [
        { state: 'stale', since: 7, why },
        { state: 'forbidden', why },
      ],
      { state: 'forbidden', why },
    ],
    [[{ state: 'paused', since: 7, why }, { state: 'live' }], { state: 'paused', since: 7, why }],
  ])('are as fresh as the worst: %j', (each, together) => {
    const stores = each.map((freshness) => {
      const { store, held } = written();
      store.setFreshness(freshness);
      return held;
    });
    expect(joinStores(stores).freshness).toEqual(together);
  });
});

describe('watching namespaces', () => {
  /** A cluster whose stores the test writes, by namespace. */
  function cluster() {
    const clock = fakeClock();
    const stores = new Map<string | undefined, ReturnType<typeof written>>();
    const watch = (_resource: Resource, namespace: string | undefined) => {
      const store = written(clock);
      stores.set(namespace, store);
      return store.held;
    };
    return { clock, stores, watch };
  }
  const many = scopeOf(Array.from({ length: 12 }, (_, place) => `team-${String(place).padStart(2, '0')}`))!;

  test.each<[NamespaceScope, (string | undefined)[]]>([
    ['all', [undefined]],
    [['shop'], ['shop']],
    [
      ['shop', 'web'],
      ['shop', 'web'],
    ],
    [many, [undefined]],
  ])('of %j asks for %j', (namespaces, asked) => {
    const { stores, watch } = cluster();
    watchNamespaces({ watch }, pods, namespaces);
    expect([...stores.keys()]).toEqual(asked);
  });

  test('of many asks for each where all may not be listed', () => {
    const { stores, watch } = cluster();
    expect(watchWayOf(many)).toBe('all together');
    watchNamespaces({ watch }, pods, many, 'each');
    expect([...stores.keys()]).toEqual(many);
  });

  test('of many takes out of all what is of these, and tells of no other', async () => {
    const { clock, stores, watch } = cluster();
    const shown = watchNamespaces({ watch }, pods, many);
    const { store } = stores.get(undefined)!;
    const told: StoreChange[] = [];
    shown.onDidChange((change) => told.push(change));
    store.put([row('other', 'a')]);
    await clock.pass(100);
    expect(told).toEqual([]);
    store.put([row('team-03', 'a'), row('team-3', 'b')]);
    await clock.pass(100);
    expect(told).toEqual([{ heading: 'same', rows: new Map([['team-03/a', undefined]]) }]);
    expect(names(shown)).toEqual(['team-03/a']);
    expect(shown.rows.get('team-3/b')).toBeUndefined();
    store.remove('team-03/a');
    await clock.pass(100);
    expect(told[1]).toEqual({ heading: 'same', rows: new Map([['team-03/a', row('team-03', 'a')]]) });
    expect(shown.rows.size).toBe(0);
  });

  test('gives the same rows either way, whatever happens', () => {
    const random = seededRandom(7);
    const { stores, watch } = cluster();
    const together = watchNamespaces({ watch }, pods, many);
    const each = watchNamespaces({ watch }, pods, many, 'each');
    for (let round = 0; round < 300; round++) {
      const one = row(`team-${String(random(16)).padStart(2, '0')}`, `pod-${random(40)}`, round);
      const isGone = random(3) === 0;
      for (const namespace of [undefined, one.namespace]) {
        const store = stores.get(namespace)?.store;
        if (isGone) store?.remove(one.uid);
        else store?.put([one]);
      }
      if (round % 10 === 0) expect(each.sorted).toEqual(together.sorted);
    }
  });
});
