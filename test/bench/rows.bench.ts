// How long a kind's line takes to answer what a person chooses of 100,000 objects: a filter, an order, groups, only what is
// not healthy. And the longest time for which others did not have their turn meanwhile, which in VS Code are all
// extensions. Each beside the same asked of an array at once.
import type { Row } from '../../client/src/cluster/kube-object.ts';
import { systemClock } from '../../client/src/cluster/watch/clock.ts';
import { createStore } from '../../client/src/cluster/watch/store.ts';
import { rowFilter } from '../../client/src/explorer/row-filter.ts';
import { allRows, type RowOptions } from '../../client/src/explorer/row-options.ts';
import { rowOrder } from '../../client/src/explorer/row-order.ts';
import { ShownRows } from '../../client/src/explorer/shown-rows.ts';
import { nextTurn } from '../../client/src/explorer/slices.ts';
import { median, printHead, printRow } from './table.ts';

const rowCount = 100_000;
const pageSize = 500;
const times = 7;
const answerBudget = 200;
const blockBudget = 50;

const columns = ['Name', 'Ready', 'Status', 'Restarts', 'Age', 'IP', 'Node'].map((name, place) => ({
  name,
  type: 'string',
  format: place === 0 ? 'name' : '',
  priority: place > 4 ? 1 : 0,
}));
const states = ['Running', 'Running', 'Running', 'Running', 'Pending', 'CrashLoopBackOff', 'Completed'];

const byRestarts = { column: 'Restarts', direction: 'descending' } as const;
const byName = { column: 'Name', direction: 'descending' } as const;
const questions: readonly (readonly [string, Partial<RowOptions>])[] = [
  ['all', {}],
  ['a word that few have', { filter: 'web-09999' }],
  ['two words that many have', { filter: 'running web' }],
  ['a word that none has', { filter: 'nothing' }],
  ['a state', { filter: 'status:failed' }],
  ['only unhealthy', { health: 'unhealthy' }],
  ['by restarts', { sort: byRestarts }],
  ['by name, backwards', { sort: byName }],
  ['a word, by restarts', { filter: 'web', sort: byRestarts }],
  ['by a label', { group: { by: 'label', key: 'app' } }],
];

const store = createStore(systemClock);
store.setColumns(columns);
store.begin();
// Pages come in the order of the server.
for (let place = 0; place < rowCount; place++) store.put([rowAt(place)]);
store.complete();

// What making so many rows at once has left behind is none of what is measured.
await new Promise((done) => setTimeout(done, 500));

printHead('at once');
const shown = new ShownRows({ store, options: allRows, breathe: nextTurn, onDidCount: () => {} });
const first = await watched(async () => shown.first(pageSize));
printRow({ what: 'the first answer', unit: 'ms', budget: answerBudget, ours: first.took });
printRow({ what: '  its longest block', unit: 'ms', budget: blockBudget, ours: first.block });
for (const [what, question] of questions) {
  const options: RowOptions = { ...allRows, ...question };
  const ours: Measured[] = [];
  const peer: number[] = [];
  for (let time = 0; time < times; time++) {
    ours.push(await watched(() => answer(options)));
    const start = performance.now();
    answerAtOnce(options);
    peer.push(performance.now() - start);
  }
  const took = median(ours.map((one) => one.took));
  printRow({ what, unit: 'ms', budget: answerBudget, ours: took, peer: median(peer) });
  const block = Math.max(...ours.map((one) => one.block));
  printRow({ what: '  its longest block', unit: 'ms', budget: blockBudget, ours: block });
}
shown.dispose();

async function answer(options: RowOptions): Promise<unknown> {
  shown.choose(options);
  if (!options.group) return shown.first(pageSize);
  const [group] = await shown.groups(options.group);
  return group && shown.firstOf(group.rows, pageSize);
}

function answerAtOnce(options: RowOptions): readonly Row[] {
  const isKept = rowFilter(columns, options);
  const kept = isKept ? store.sorted.filter(isKept) : store.sorted;
  const order = options.sort && rowOrder(columns, options.sort);
  if (!order) return kept.slice(0, pageSize);
  return [...kept]
    .sort((one, other) => order.compare(order.keyOf(one), order.keyOf(other)))
    .slice(0, pageSize);
}

interface Measured {
  readonly took: number;
  /** The longest time between two turns of somebody who always wants one. */
  readonly block: number;
}

async function watched(work: () => Promise<unknown>): Promise<Measured> {
  let block = 0;
  let isOver = false;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    block = Math.max(block, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  isOver = true;
  await nextTurn();
  return { took, block };
}

function rowAt(place: number): Row {
  const app = ['api', 'db', 'web', 'worker'][place % 4]!;
  const name = `${app}-${String(place).padStart(6, '0')}-7d9c6b5f4-x2x${place}`;
  const namespace = `namespace-${String(Math.floor(place / 1_000)).padStart(3, '0')}`;
  const restarts = place % 97 === 0 ? `${place % 31} (5m ago)` : '0';
  const address = `10.${place % 200}.${place % 250}.${place % 100}`;
  return {
    uid: `0b9f6a1e-4d3c-4a57-9d55-${place}`,
    name,
    namespace,
    cells: [name, '1/1', states[place % states.length], restarts, '5m', address, `node-${place % 1_000}`],
    metadata: { name, namespace, labels: { app }, creationTimestamp: '2026-01-01T00:00:00Z' },
  };
}
