import type { Freshness, ResourceStore } from '../cluster.ts';
import { type Collection, collectionPath } from '../http/request.ts';
import type { Row } from '../kube-object.ts';
import type { Clock } from './clock.ts';
import {
  driveWatch,
  type RouteEvent,
  type Surroundings,
  type WatchDriver,
  type WatchRequests,
} from './driver.ts';
import { type Reach, recordReach } from './reach.ts';
import { createRoute, type Probe } from './route.ts';
import { createStore, type RowStore } from './store.ts';
import { rememberStreamingLists } from './streaming-lists.ts';

/** The watches of one cluster. */
export interface WatchPool {
  /** A reader's hold on the store of a collection; readers of the same share one watch. */
  acquire(collection: Collection): ResourceStore;
  /** The rows of a collection that some reader has live; undefined where none has. Begins nothing. */
  liveRows(collection: Collection): ReadonlyMap<string, Row> | undefined;
  /** Reads everything anew that is open, and what is not when it opens again. */
  refresh(): void;
  /** Something has come from the API server, to whatever was asked. */
  heard(): void;
  /** Whether the cluster is heard of. */
  readonly reach: Reach;
  /** Calls when that is another, until the answer is disposed of. */
  onDidChangeReach(listener: () => void): { dispose(): void };
  /** Closes all; holds that are still there do nothing any more. */
  dispose(): void;
}

interface Entry {
  readonly store: RowStore;
  readonly driver: WatchDriver;
  /** Who holds it, and whether they look at it. */
  readonly readers: Map<object, 'looks' | 'looks away'>;
  /** Forgets that it is to be paused. */
  cancelPause: () => void;
  /** What it has is of another server: it is not gone on from. */
  outdated: boolean;
}

/** What a pool is made with. */
export interface PoolOptions {
  /** So many watches are open at most. */
  readonly limit?: number | undefined;
  /** How often what may be listed and not watched is listed, in milliseconds. */
  readonly pollInterval?: number | undefined;
}

const maximalWatches = 64;
const usualPollInterval = 30_000;
/** How far apart watches are opened that wait for the same, in milliseconds. */
const timeOfOne = 50;
/** Who looks away is often back soon. */
const pausedAfter = 60_000;

/**
 * At most `limit` watches are open: beyond, the one least recently seen is paused until it is seen again. So is, after a
 * while, one that no reader looks at.
 */
export function createWatchPool(
  requestsFor: (collection: Collection) => WatchRequests,
  probe: Probe,
  clock: Clock,
  { limit = maximalWatches, pollInterval = usualPollInterval }: PoolOptions = {},
): WatchPool {
  const tellAll = (event: RouteEvent) => {
    for (const { driver } of [...entries.values()]) driver.routeTold(event);
  };
  const reach = recordReach();
  /** What was lost with the cluster, and is not yet as the server has it. */
  let awaited = new Set<Entry>();
  const route = createRoute(
    probe,
    {
      lost(heard, why) {
        reach.lost(heard, why);
        tellAll({ type: 'route-lost', heard, why });
      },
      changed: (heard) => tellAll({ type: 'route-changed', heard }),
      found(spread) {
        awaited = new Set([...entries.values()].filter(isRunning));
        reach.found();
        if (awaited.size === 0) reach.settled();
        tellAll({ type: 'route-found', spread: Math.min(spread, entries.size * timeOfOne) });
      },
    },
    clock,
  );
  const isRunning = ({ driver }: Entry) => driver.running;
  const heard = () => {
    route.heard();
    if (reach.current.state === 'unknown' && [...entries.values()].some(isRunning)) reach.heard();
  };
  /** One that was lost is what the server has now, or says by itself why it is not. */
  const settle = (entry: Entry) => {
    if (awaited.delete(entry) && awaited.size === 0) reach.settled();
  };
  /** The least recently seen first. */
  const entries = new Map<string, Entry>();
  /** Nobody who would hear the answer is left: nothing is asked of the route. */
  const rested = () => {
    if ([...entries.values()].some(isRunning)) return;
    route.watched('unwatched');
    reach.unwatched();
  };
  const surroundings: Surroundings = {
    streamingLists: rememberStreamingLists(clock.now),
    route: { heard, check: route.check },
    clock,
    pollInterval,
    rested,
  };
  let disposed = false;

  /** The last in line to be paused from now on, with room to run. */
  const touch = (key: string, entry: Entry) => {
    if (disposed) return;
    entries.delete(key);
    entries.set(key, entry);
    const running = [...entries.values()].filter((other) => other !== entry && other.driver.running);
    for (const other of running.slice(0, Math.max(0, running.length + 1 - limit))) {
      pause(other, `more than ${limit} lists are open: refresh it to go on`);
    }
  };

  const pause = ({ driver }: Entry, why: string) => driver.pause({ fault: `paused, because ${why}` });

  /** Goes on, or reads all anew where that would be wrong. */
  const begin = (entry: Entry) => {
    if (disposed) return;
    entry.cancelPause();
    route.watched('watched');
    if (entry.outdated) entry.driver.refresh();
    else entry.driver.start();
    entry.outdated = false;
  };

  /** After a while, unless somebody looks again. */
  const pauseUnseen = (entry: Entry) => {
    entry.cancelPause();
    if ([...entry.readers.values()].includes('looks')) return;
    entry.cancelPause = clock.after(pausedAfter, () => {
      if (entry.driver.running) pause(entry, 'nobody looks at it');
    });
  };

  return {
    acquire(collection) {
      const key = keyOf(collection);
      let entry = entries.get(key);
      if (!entry) {
        const store = createStore(clock);
        const driver = driveWatch(requestsFor(collection), store, surroundings);
        entry = {
          store,
          driver,
          readers: new Map(),
          cancelPause: () => {},
          outdated: false,
        };
        entries.set(key, entry);
        const made = entry;
        store.onDidChange(({ heading }) => {
          if (heading === 'other' && !comingStates.has(store.freshness.state)) settle(made);
        });
      }
      const held = entry;
      const reader = {};
      held.readers.set(reader, 'looks');
      touch(key, held);
      begin(held);
      return hold(held, {
        seen() {
          held.readers.set(reader, 'looks');
          held.cancelPause();
          touch(key, held);
          // One that has stopped by itself waits for more than a look.
          if (held.store.freshness.state === 'paused') begin(held);
        },
        hidden() {
          held.readers.set(reader, 'looks away');
          if (!disposed) pauseUnseen(held);
        },
        refresh() {
          if (disposed) return;
          touch(key, held);
          route.watched('watched');
          held.driver.refresh();
        },
        release() {
          held.readers.delete(reader);
          if (held.readers.size > 0) return pauseUnseen(held);
          held.cancelPause();
          held.driver.dispose();
          entries.delete(key);
          settle(held);
          rested();
        },
      });
    },
    liveRows(collection) {
      const store = entries.get(keyOf(collection))?.store;
      return store?.freshness.state === 'live' ? store.rows : undefined;
    },
    refresh() {
      for (const entry of entries.values()) {
        entry.outdated = !entry.driver.running;
        if (!entry.outdated) entry.driver.refresh();
      }
    },
    heard,
    get reach() {
      return reach.current;
    },
    onDidChangeReach: reach.onDidChange,
    dispose() {
      disposed = true;
      route.dispose();
      for (const { driver, cancelPause } of entries.values()) {
        cancelPause();
        driver.dispose();
      }
      entries.clear();
    },
  };
}

/** How fresh a store is while its rows are on their way. */
const comingStates: ReadonlySet<Freshness['state']> = new Set(['empty', 'listing', 'resyncing']);

/** The same for collections that one watch serves. */
function keyOf({ resource, namespace, selection, content }: Collection): string {
  const { labelSelector, fieldSelector } = selection;
  return JSON.stringify([collectionPath(resource, namespace), content, labelSelector, fieldSelector]);
}

/** What one reader does to an entry that is still in the pool. */
interface Hold {
  seen(): void;
  hidden(): void;
  refresh(): void;
  release(): void;
}

function hold({ store }: Entry, on: Hold): ResourceStore {
  const listeners = new Set<{ dispose(): void }>();
  let held = true;
  return {
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
    onDidChange(listener) {
      const registration = store.onDidChange(listener);
      listeners.add(registration);
      return registration;
    },
    seen() {
      if (held) on.seen();
    },
    hidden() {
      if (held) on.hidden();
    },
    refresh() {
      if (held) on.refresh();
    },
    dispose() {
      if (!held) return;
      held = false;
      for (const registration of listeners) registration.dispose();
      on.release();
    },
  };
}
