import { expect, test } from 'vitest';
import type { Cluster, Freshness, ResourceStore } from '../../../client/src/cluster/cluster.ts';
import type { ObjectRow } from '../../../client/src/cluster/kube-object.ts';
import { untilGone } from '../../../client/src/cluster/watch/until-gone.ts';
import { pods } from './resources.ts';

const pod = { resource: pods, namespace: 'shop', name: 'web' };

/** A store that a test changes, and whether it is still held. */
function openStore() {
  const rows = new Map<string, ObjectRow>();
  const listeners = new Set<() => void>();
  let freshness: Freshness = { state: 'listing', count: 0, of: undefined };
  let isHeld = true;
  const store = {
    rows,
    get freshness() {
      return freshness;
    },
    onDidChange: (listener: () => void) => {
      listeners.add(listener);
    },
    dispose: () => {
      isHeld = false;
    },
  } as unknown as ResourceStore<ObjectRow>;
  return {
    cluster: { watchObjects: () => store } as Pick<Cluster, 'watchObjects'>,
    isHeld: () => isHeld,
    has(now: Readonly<Record<string, readonly string[]>>, state: Freshness['state'] = 'live') {
      rows.clear();
      for (const [uid, finalizers] of Object.entries(now)) {
        rows.set(uid, { uid, metadata: { finalizers: [...finalizers] } } as unknown as ObjectRow);
      }
      freshness = { state, why: { fault: 'none' }, since: 0 } as unknown as Freshness;
      for (const listener of listeners) listener();
    },
  };
}

test('an object is waited for, with what holds it, until it is gone', async () => {
  const store = openStore();
  const told: string[] = [];
  const gone = untilGone(store.cluster, pod, 'a', { onDidChange: ({ heldBy }) => told.push(heldBy.join()) });
  store.has({ a: ['x', 'y'] });
  store.has({ a: ['x', 'y'] });
  store.has({ a: ['y'] });
  store.has({}, 'stale');
  expect(store.isHeld()).toBe(true);
  store.has({});
  expect([await gone, told, store.isHeld()]).toEqual(['gone', ['x,y', 'y'], false]);
});

test('another object of its name is not waited for', async () => {
  const store = openStore();
  const gone = untilGone(store.cluster, pod, 'a', {});
  store.has({ b: [] });
  expect(await gone).toBe('gone');
});

test.each([
  ['forbidden', 'unknown'],
  ['gone', 'gone'],
] as const)('a store that is %s ends it: %s', async (state, end) => {
  const store = openStore();
  const gone = untilGone(store.cluster, pod, 'a', {});
  store.has({ a: [] }, state);
  expect([await gone, store.isHeld()]).toEqual([end, false]);
});

test('who cancels waits no longer', async () => {
  const store = openStore();
  const control = new AbortController();
  const gone = untilGone(store.cluster, pod, 'a', { signal: control.signal });
  control.abort(new Error('enough'));
  await expect(gone).rejects.toThrow('enough');
  expect(store.isHeld()).toBe(false);
});
