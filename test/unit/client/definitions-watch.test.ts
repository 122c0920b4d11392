import { describe, expect, it } from 'vitest';
import type { Cluster, Discovery, Freshness, StoreChange } from '../../../client/src/cluster/cluster.ts';
import { watchDefinitions } from '../../../client/src/cluster/discovery/definitions-watch.ts';
import type { Row } from '../../../client/src/cluster/kube-object.ts';
import { fakeClock } from '../cluster/fake-clock.ts';
import { backups, definitions, resource } from './fake-cluster.ts';

const definition = (name: string, resourceVersion: string): Row => ({
  uid: name,
  name,
  namespace: undefined,
  cells: [name],
  metadata: { name, resourceVersion },
});

function serving(...resources: (typeof backups)[]): Discovery {
  return {
    serverVersion: 'v1.35.4',
    resources,
    find: (apiVersion, kind) => resources.find((one) => one.apiVersion === apiVersion && one.kind === kind),
  };
}

/** A cluster whose definitions a test changes. */
function fakeCluster() {
  const listeners = new Set<(change: StoreChange) => void>();
  const store = {
    columns: ['Name', 'Service', 'Available'].map((name) => ({
      name,
      type: 'string',
      format: '',
      priority: 0,
    })),
    rows: new Map<string, Row>(),
    sorted: [] as Row[],
    freshness: { state: 'listing', count: 0, of: undefined } as Freshness,
    onDidChange(listener: (change: StoreChange) => void) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    seen() {},
    hidden() {},
    refresh() {},
    dispose: () => void opened.pop(),
  };
  const opened: string[] = [];
  const cluster: Pick<Cluster, 'watch'> = {
    watch({ plural }) {
      opened.push(plural);
      return store;
    },
  };
  const set = (freshness: Freshness, ...rows: Row[]) => {
    store.freshness = freshness;
    store.rows = new Map(rows.map((row) => [row.uid, row]));
    store.sorted = rows;
    for (const listener of listeners) listener({ heading: 'same', rows: 'all' });
  };
  return { cluster, opened, set };
}

function watching(discovery: Discovery) {
  const clock = fakeClock();
  const fake = fakeCluster();
  let calls = 0;
  const watch = watchDefinitions(discovery, fake.cluster, () => calls++, clock);
  return { ...fake, clock, watch, calls: () => calls };
}

const backup = definition('backups.example.com', '1');
const live = { state: 'live' } as const;

describe('aggregated APIs that somebody registers', () => {
  const services = resource({
    group: 'apiregistration.k8s.io',
    kind: 'APIService',
    plural: 'apiservices',
    scope: 'Cluster',
  });
  const service = (resourceVersion: string, available: string): Row => ({
    ...definition('v1.example.com', resourceVersion),
    cells: ['v1.example.com', 'shop/api', available],
  });

  it('are told when they come, answer, and go', async () => {
    const { set, clock, calls, opened } = watching(serving(services));
    expect(opened).toEqual(['apiservices']);
    set(live);
    await clock.pass(10_000);
    expect(calls()).toBe(0);
    set(live, service('1', 'False (MissingEndpoints)'));
    await clock.pass(10_000);
    expect(calls()).toBe(2);
    set(live, service('2', 'True'));
    await clock.pass(10_000);
    expect(calls()).toBe(4);
    set(live);
    await clock.pass(10_000);
    expect(calls()).toBe(6);
  });

  it.each([
    ['that answers and is not known', 'True', [services], 2],
    ['that answers and is known', 'True', [services, backups], 0],
    ['that does not answer', 'False (FailedDiscoveryCheck)', [services], 0],
  ])('are looked for at the beginning: one %s', async (_name, available, served, expected) => {
    const { set, clock, calls } = watching(serving(...served));
    set(live, service('1', available));
    await clock.pass(10_000);
    expect(calls()).toBe(expected);
  });
});

describe('definitions that somebody changes', () => {
  it('are told twice, soon and when discovery has surely followed, many changes as one', async () => {
    const { set, clock, calls } = watching(serving(definitions, backups));
    set(live, backup);
    await clock.pass(10_000);
    expect(calls()).toBe(0);
    set(live, backup, definition('tests.example.com', '2'));
    set(live, backup, definition('tests.example.com', '3'));
    await clock.pass(500);
    expect(calls()).toBe(1);
    await clock.pass(10_000);
    expect(calls()).toBe(2);
    set(live);
    await clock.pass(10_000);
    expect(calls()).toBe(4);
  });

  it('are told at once where the first set is newer than the discovery', async () => {
    const { set, clock, calls } = watching(serving(definitions));
    set(live, backup);
    await clock.pass(10_000);
    expect(calls()).toBe(2);
  });

  it('say nothing while they are not known', async () => {
    const { set, clock, calls } = watching(serving(definitions, backups));
    set({ state: 'forbidden', why: { fault: 'no' } });
    set(live, backup);
    set({ state: 'stale', since: 1, why: { fault: 'reset' } }, backup);
    set({ state: 'resyncing', why: { fault: 'cut' } });
    set(live, backup);
    await clock.pass(10_000);
    expect(calls()).toBe(0);
  });

  it('are watched until nobody looks any more, and not at all where they are not served', async () => {
    const { set, clock, calls, opened, watch } = watching(serving(definitions));
    expect(opened).toEqual(['customresourcedefinitions']);
    set(live, backup);
    watch.dispose();
    await clock.pass(10_000);
    expect([opened, calls()]).toEqual([[], 0]);
    expect(watching(serving(resource({ kind: 'Pod', plural: 'pods' }))).opened).toEqual([]);
  });
});
