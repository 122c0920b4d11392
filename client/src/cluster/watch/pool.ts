import type { ResourceStore } from '../cluster.ts';
import { type Collection, collectionPath } from '../http/request.ts';
import type { Clock } from './clock.ts';
import { type ClusterMemory, driveWatch, type WatchDriver, type WatchRequests } from './driver.ts';
import { createStore, type RowStore } from './store.ts';

/** The watches of one cluster. */
export interface WatchPool {
  /** A reader's hold on the store of a collection; readers of the same share one watch. */
  acquire(collection: Collection): ResourceStore;
  /** Reads everything anew that is open, and what is not when it opens again. */
  refresh(): void;
  /** Closes all; holds that are still there do nothing any more. */
  dispose(): void;
}

interface Entry {
  readonly store: RowStore;
  readonly driver: WatchDriver;
  readers: number;
  /** For lack of room; not when it stopped by itself. */
  paused: boolean;
  /** What it has is of another server: it is not gone on from. */
  outdated: boolean;
}

const maximalWatches = 64;

/** At most `limit` watches are open: beyond, the one least recently seen is paused until it is seen again. */
export function createWatchPool(
  requestsFor: (collection: Collection) => WatchRequests,
  clock: Clock,
  limit = maximalWatches,
): WatchPool {
  const memory: ClusterMemory = { streamingLists: true };
  /** The least recently seen first. */
  const entries = new Map<string, Entry>();
  let disposed = false;

  /** The last in line to be paused from now on, with room to run. */
  const touch = (key: string, entry: Entry) => {
    if (disposed) return;
    entries.delete(key);
    entries.set(key, entry);
    entry.paused = false;
    const running = [...entries.values()].filter((other) => other !== entry && other.driver.running);
    for (const other of running.slice(0, Math.max(0, running.length + 1 - limit))) {
      other.paused = true;
      other.driver.pause({
        fault: `paused, because more than ${limit} lists are open: refresh it to go on`,
      });
    }
  };

  return {
    acquire(collection) {
      const key = keyOf(collection);
      let entry = entries.get(key);
      if (!entry) {
        const store = createStore(clock);
        const driver = driveWatch(requestsFor(collection), store, memory, clock);
        entry = { store, driver, readers: 0, paused: false, outdated: false };
        entries.set(key, entry);
      }
      entry.readers++;
      touch(key, entry);
      begin(entry);
      return hold(entry, {
        seen() {
          const { paused } = entry;
          touch(key, entry);
          if (paused) begin(entry);
        },
        refresh() {
          touch(key, entry);
          entry.driver.refresh();
        },
        release() {
          if (--entry.readers > 0) return;
          entry.driver.dispose();
          entries.delete(key);
        },
      });
    },
    refresh() {
      for (const entry of entries.values()) {
        entry.outdated = !entry.driver.running;
        if (!entry.outdated) entry.driver.refresh();
      }
    },
    dispose() {
      disposed = true;
      for (const { driver } of entries.values()) driver.dispose();
      entries.clear();
    },
  };
}

/** Goes on, or reads all anew where that would be wrong. */
function begin(entry: Entry): void {
  if (entry.outdated) entry.driver.refresh();
  else entry.driver.start();
  entry.outdated = false;
}

/** The same for collections that one watch serves. */
function keyOf({ resource, namespace, selection, content }: Collection): string {
  const { labelSelector, fieldSelector } = selection;
  return JSON.stringify([collectionPath(resource, namespace), content, labelSelector, fieldSelector]);
}

/** What one reader does to an entry that is still in the pool. */
interface Hold {
  seen(): void;
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
