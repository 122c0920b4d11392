import type { StoreChange } from '../../../client/src/cluster/cluster.ts';
import type { Row } from '../../../client/src/cluster/kube-object.ts';
import { systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { createStore, type RowStore } from '../../../client/src/cluster/watch/store.ts';
import { describeRow } from '../../../client/src/explorer/cells.ts';
import { scheduleRefreshes } from '../../../client/src/views/refresh-schedule.ts';
import { median, percentile, printHead, printRow } from '../table.ts';

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

/** The line above those of all rows. */
const wholePage = 'pods';

interface Figures {
  /** Milliseconds from an event of a shown row to its line. */
  readonly behind: readonly number[];
  /** Milliseconds that making the lines took, each time. */
  readonly showing: readonly number[];
  /** Milliseconds of processor time for each second. */
  readonly processor: number;
}

/** What changes in the cluster. */
interface Change {
  /** Every how many events one is of the page that is shown. */
  readonly shownEvery: number;
  /** Every how many events a row goes or comes back; undefined for never. */
  readonly goesEvery: number | undefined;
}

const comingAndGoing: Change = { shownEvery: 2, goesEvery: 10 };
const fewRows: Change = { shownEvery: 20, goesEvery: undefined };

type Page = (store: RowStore) => readonly Row[];
const sortedPage: Page = (store) => store.sorted.slice(0, pageSize);
const sortingPage: Page = (store) => [...store.rows.values()].sort(byName).slice(0, pageSize);

/**
 * Prints how far the tree is behind a cluster that changes all the time, and what it costs: 10,000 rows and 2,000 events a second
 * for ten seconds; without VS Code, which gathers for up to 200 ms more. Once half of the events are of the page that is shown, and
 * rows come and go, so that the page is read anew; once a few of its rows change, and their lines are told one by one. Beside it
 * stands the same with all rows sorted at each refresh.
 */
export async function printPageRows(): Promise<void> {
  printHead('sorting all');
  for (const [words, change] of [
    ['rows that come and go', comingAndGoing],
    ['a few rows of a page', fewRows],
  ] as const) {
    const ours = await measure(sortedPage, change);
    const peer = await measure(sortingPage, change);
    const row = (what: string, figure: (figures: Figures) => number, budget?: number) =>
      printRow({
        what: `${words}: ${what}`,
        unit: 'ms',
        ...(budget === undefined ? {} : { budget }),
        ours: figure(ours),
        peer: figure(peer),
      });
    row('behind their events, 95 %', ({ behind }) => percentile(behind, 95), 300);
    row('the same, at most', ({ behind }) => Math.max(...behind), 300);
    row('showing them after a burst', ({ showing }) => median(showing));
    row('processor time in a second', ({ processor }) => processor);
  }
}

async function measure(page: Page, change: Change): Promise<Figures> {
  const store = createStore(systemClock);
  store.begin();
  // As rows stand in a store after a day of coming and going: in no order.
  for (let place = 0; place < rowCount; place++) store.put([rowAt((place * 7_919) % rowCount, 0)]);
  store.complete();

  const behind: number[] = [];
  const showing: number[] = [];
  const changedAt = new Map<string, number>();
  /** The rows that have lines. */
  let shown = new Set(page(store).map(({ uid }) => uid));
  const show = (changed: readonly string[]) => {
    const start = performance.now();
    const whole = changed.includes(wholePage);
    const rows = whole ? page(store) : changed.flatMap((uid) => store.rows.get(uid) ?? []);
    if (whole) shown = new Set(rows.map(({ uid }) => uid));
    const now = Date.now();
    for (const row of rows) describeRow(columns, row, now, 'several');
    const end = performance.now();
    showing.push(end - start);
    for (const { uid } of rows) {
      const since = changedAt.get(uid);
      if (since !== undefined) behind.push(end - since);
      changedAt.delete(uid);
    }
    // What has gone has no line that could be late.
    if (whole) for (const uid of changedAt.keys()) if (!store.rows.has(uid)) changedAt.delete(uid);
  };
  const schedule = scheduleRefreshes<string>({
    tell: (changed) => show(changed ?? [wholePage]),
    parentOf: (line) => (line === wholePage ? undefined : wholePage),
    isHeld: () => false,
    clock: systemClock,
  });
  const listener = store.onDidChange(({ rows }) => {
    for (const line of changedLines(rows, store, shown)) schedule.refresh(line);
  });
  const before = process.cpuUsage();
  await sendEvents(store, changedAt, change);
  const { user, system } = process.cpuUsage(before);
  listener.dispose();
  schedule.dispose();
  return { behind, showing, processor: (user + system) / 1_000 / seconds };
}

/** As the line of a kind tells: the page where rows have come or gone, else the lines of rows that it shows. */
function changedLines(
  changed: StoreChange['rows'],
  store: RowStore,
  shown: ReadonlySet<string>,
): readonly string[] {
  if (changed === 'all') return [wholePage];
  const lines: string[] = [];
  for (const [uid, before] of changed) {
    if (store.rows.has(uid) !== (before !== undefined)) return [wholePage];
    if (shown.has(uid)) lines.push(uid);
  }
  return lines;
}

/** Changes, and remembers when the shown rows changed first after they were last shown. */
function sendEvents(
  store: RowStore,
  changedAt: Map<string, number>,
  { shownEvery, goesEvery }: Change,
): Promise<void> {
  let version = 1;
  const start = performance.now();
  return new Promise((done) => {
    const timer = setInterval(() => {
      const passed = performance.now() - start;
      for (const due = (passed / 1_000) * eventsPerSecond; version < due; version++) {
        const place = version % shownEvery === 0 ? version % pageSize : otherPlace(version);
        const row = rowAt(place, version);
        if (goesEvery !== undefined && version % goesEvery === 0 && store.rows.has(row.uid))
          store.remove(row.uid);
        else store.put([row]);
        if (place < pageSize && !changedAt.has(row.uid)) changedAt.set(row.uid, performance.now());
      }
      if (passed < seconds * 1_000) return;
      clearInterval(timer);
      done();
    }, interval);
  });
}

/** A row that is not shown. */
function otherPlace(version: number): number {
  return pageSize + ((version * 7_919) % (rowCount - pageSize));
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
