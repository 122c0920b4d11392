import { expect, test } from 'vitest';
import type { ResourceStore } from '../../../client/src/cluster/cluster.ts';
import { createWatchPool } from '../../../client/src/cluster/watch/pool.ts';
import { seededRandom } from '../../support/random.ts';
import { fakeClock } from './fake-clock.ts';
import {
  type Fault,
  type FaultyServer,
  faultyServer,
  fingerprintOf,
  type Streaming,
} from './faulty-server.ts';
import { pods } from './resources.ts';

// Whatever a server and the line to it do: at rest the stores equal the server, readers never see a part of a set, what is said
// to be live is, and nothing grows. Each seed is a story of its own; KUBEWRIGHT_WATCH_SEEDS tries more of them.

const seeds = Number(process.env.KUBEWRIGHT_WATCH_SEEDS ?? 2_000);
const changesOfASeed = 60;
const batch = 100;

const streamings: readonly Streaming[] = [
  'not tried',
  'not tried',
  'served',
  'refused by parameter',
  'refused in the stream',
  'held back',
];
const faults: readonly Fault[] = [
  'hangs',
  'refused',
  'status 429',
  'status 500',
  'status 410',
  'error 410',
  'error 500',
  'reset',
  'reset',
  'truncated',
  'silent',
];

test.each(Array.from({ length: Math.ceil(seeds / batch) }, (_, number) => number * batch))(
  'seeds from %i on',
  { timeout: 600_000 },
  async (first) => {
    for (let seed = first; seed < Math.min(first + batch, seeds); seed++) await play(seed);
  },
);

async function play(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const clock = { ...fakeClock(), random: () => random(1_000) / 1_000 };
  const chance = () => random(1_000) / 1_000;
  const server = faultyServer(clock, chance, streamings[random(streamings.length)]!);
  const pool = createWatchPool(() => server.requests, server.probe, clock);
  for (let number = random(20); number > 0; number--) server.change();
  const store = pool.acquire({ resource: pods, namespace: 'shop', selection: {}, content: 'rows' });
  const told = () => `seed ${seed}, ${clock.now() - 1_000_000} ms, ${JSON.stringify(store.freshness)}`;
  const reader = readerOf(store, server, clock, told);
  const registration = store.onDidChange(reader.look);

  for (let left = changesOfASeed; left > 0; ) {
    const burst = 1 + random(4);
    for (let number = 0; number < burst; number++, left--) server.change();
    happens(server, store, random);
    await clock.pass(random(10) === 0 ? random(90_000) : random(4_000));
    reader.look();
  }

  server.line = 'there';
  server.rights = 'all';
  server.faults.length = 0;
  await clock.pass(160_000);
  expect(reader.print(), told()).toBe(server.fingerprint);
  expect(store.freshness, told()).toEqual({ state: 'live' });
  expect(server.open, told()).toBe(1);
  expect(server.asked / ((clock.now() - 1_000_000) / 1_000), told()).toBeLessThan(2);
  registration.dispose();
  store.dispose();
  await clock.pass(0);
  expect([server.open, clock.waiting], told()).toEqual([0, []]);
}

/** Something goes wrong, or well again. */
function happens(server: FaultyServer, store: ResourceStore, random: (most: number) => number): void {
  switch (random(12)) {
    case 0:
      server.line = 'gone';
      return;
    case 1:
      server.line = 'silent';
      return;
    case 2:
    case 3:
    case 4:
      server.line = 'there';
      return;
    case 5:
      server.compact();
      return;
    case 6:
      if (random(4) === 0) server.rights = (['none', 'list'] as const)[random(2)]!;
      return;
    case 7:
      server.rights = 'all';
      return;
    case 8:
      if (random(4) === 0) store.refresh();
      return;
    default:
      for (let number = random(3); number >= 0; number--) server.faults.push(faults[random(faults.length)]!);
  }
}

/** Somebody who looks at the store, and notices what cannot be. */
function readerOf(
  store: ResourceStore,
  server: FaultyServer,
  clock: { now(): number },
  told: () => string,
): { look(): void; print(): string } {
  let wasComplete = false;
  let lastSeen = 0;
  const print = () =>
    fingerprintOf(
      [...store.rows.values()].map(({ uid, metadata }) => ({ uid, version: metadata.resourceVersion ?? '' })),
    );
  return {
    print,
    look() {
      const { state } = store.freshness;
      wasComplete ||= state === 'live';
      if (!wasComplete || state === 'forbidden' || store.rows.size === 0) return;
      const ends = server.endsOf(print());
      expect(ends.length, `a state that the server never had: ${told()}`).toBeGreaterThan(0);
      const next = ends.find((end) => end >= lastSeen);
      expect(next, `a state before that of before: ${told()}`).toBeDefined();
      lastSeen = next!;
      // A line that is silent is found out within 30 s, a stream that is within 150 s; a second one may follow it.
      if (state === 'live') expect(clock.now() - ends.at(-1)!, `not live: ${told()}`).toBeLessThan(310_000);
    },
  };
}
