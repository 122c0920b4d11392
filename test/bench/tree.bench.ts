// How far the tree is behind a cluster that changes all the time, and what it costs: 10,000 rows and 2,000 events a
// second for ten seconds, half of them of the page that is shown; without VS Code, which gathers for up to 200 ms more.
// Beside it stands the same with all rows sorted at each refresh.
import type { Row } from '../../client/src/cluster/cluster.ts';
import { systemClock } from '../../client/src/cluster/watch/clock.ts';
import { createStore, type RowStore } from '../../client/src/cluster/watch/store.ts';
import { describeRow } from '../../client/src/explorer/cells.ts';
import { scheduleRefreshes } from '../../client/src/views/refresh-schedule.ts';
import { median, percentile, printHead, printRow } from './table.ts';

const rowCount = 10_000;
const pageSize = 500;
const eventsPerSecond = 2_000;
const seconds = 10;
const interval = 10;

const columns = ['Name', 'Ready', 'Status', 'Restarts', 'Age'].map((name, place) => ({
  name,
  type: 'string',
  format: place === 0 ? 'name' : '',
  priority: 0,
}));

interface Figures {
  /** Milliseconds from an event of a shown row to its line. */
  readonly behind: readonly number[];
  /** Milliseconds that reading a page took, each time. */
  readonly reading: readonly number[];
  /** Milliseconds of processor time for each second. */
  readonly processor: number;
}

const ours = await measure((store) => store.sorted.slice(0, pageSize));
const peer = await measure((store) => [...store.rows.values()].sort(byName).slice(0, pageSize));

printHead('sorting all');
printRow({ what: 'a shown row behind its event, 95 %', unit: 'ms', budget: 300, ...both(late) });
printRow({ what: 'the same, at most', unit: 'ms', ...both(({ behind }) => Math.max(...behind)) });
printRow({ what: 'reading a page after a burst', unit: 'ms', ...both(({ reading }) => median(reading)) });
printRow({ what: 'processor time in a second', unit: 'ms', ...both(({ processor }) => processor) });

function both(figure: (figures: Figures) => number): { ours: number; peer: number } {
  return { ours: figure(ours), peer: figure(peer) };
}

function late({ behind }: Figures): number {
  return percentile(behind, 95);
}

async function measure(page: (store: RowStore) => readonly Row[]): Promise<Figures> {
  const store = createStore(systemClock);
  store.begin();
  // As rows stand in a store after a day of coming and going: in no order.
  for (let place = 0; place < rowCount; place++) store.put([rowAt((place * 7_919) % rowCount, 0)]);
  store.complete();
  page(store);

  const behind: number[] = [];
  const reading: number[] = [];
  const changedAt = new Map<string, number>();
  const schedule = scheduleRefreshes<string>(
    () => {
      const start = performance.now();
      const rows = page(store);
      reading.push(performance.now() - start);
      const now = Date.now();
      for (const row of rows) describeRow(columns, row, now, 'several');
      const shown = performance.now();
      for (const { uid } of rows) {
        const changed = changedAt.get(uid);
        if (changed !== undefined) behind.push(shown - changed);
      }
      changedAt.clear();
    },
    () => undefined,
    systemClock,
  );
  const listener = store.onDidChange(() => schedule.refresh('pods'));
  const before = process.cpuUsage();
  await sendEvents(store, changedAt);
  const { user, system } = process.cpuUsage(before);
  listener.dispose();
  schedule.dispose();
  return { behind, reading, processor: (user + system) / 1_000 / seconds };
}

/** Changes, with every tenth event a row that goes or comes back. */
function sendEvents(store: RowStore, changedAt: Map<string, number>): Promise<void> {
  let version = 1;
  const start = performance.now();
  return new Promise((done) => {
    const timer = setInterval(() => {
      const passed = performance.now() - start;
      for (const due = (passed / 1_000) * eventsPerSecond; version < due; version++) {
        const place = version % 2 === 0 ? version % pageSize : (version * 7_919) % rowCount;
        const row = rowAt(place, version);
        if (version % 10 === 0 && store.rows.has(row.uid)) store.remove(row.uid);
        else store.put([row]);
        if (place < pageSize && !changedAt.has(row.uid)) changedAt.set(row.uid, performance.now());
      }
      if (passed < seconds * 1_000) return;
      clearInterval(timer);
      done();
    }, interval);
  });
}

function rowAt(place: number, version: number): Row {
  const name = `web-${String(place).padStart(5, '0')}-7d9c6b5f4-x2x${place}`;
  const namespace = `namespace-${Math.floor(place / 1_000)}`;
  return {
    uid: `0b9f6a1e-4d3c-4a57-9d55-${place}`,
    name,
    namespace,
    cells: [name, '1/1', 'Running', version, '5m'],
    metadata: {
      name,
      namespace,
      resourceVersion: String(version),
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
  };
}

function byName(one: Row, other: Row): number {
  return compare(one.namespace ?? '', other.namespace ?? '') || compare(one.name, other.name);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
