import { describe, expect, it } from 'vitest';
import type { Row } from '../../../client/src/cluster/kube-object.ts';
import { createStore, type RowStore } from '../../../client/src/cluster/watch/store.ts';
import { filterSuggestions, withSuggestion } from '../../../client/src/explorer/filter-suggestions.ts';
import {
  allRows,
  optionWords,
  type RowOptions,
  readFilter,
} from '../../../client/src/explorer/row-options.ts';
import { keyOfCell, rowOrder } from '../../../client/src/explorer/row-order.ts';
import { ShownRows } from '../../../client/src/explorer/shown-rows.ts';
import { nextTurn, sliceLength } from '../../../client/src/explorer/slices.ts';
import { fakeClock } from '../cluster/fake-clock.ts';

const columns = ['Name', 'Ready', 'Status', 'Restarts', 'Age', 'IP'].map((name, index) => ({
  name,
  type: 'string',
  format: index === 0 ? 'name' : '',
  priority: name === 'IP' ? 1 : 0,
}));

interface Fields {
  readonly namespace?: string;
  readonly ready?: string;
  readonly status?: string;
  readonly restarts?: unknown;
  readonly labels?: Record<string, string>;
  readonly created?: string;
}

function pod(name: string, fields: Fields = {}): Row {
  const { namespace = 'shop', ready = '1/1', status = 'Running', restarts = '0', labels = {} } = fields;
  const { created = '2026-03-01T11:00:00Z' } = fields;
  return {
    uid: name,
    name,
    namespace,
    cells: [name, ready, status, restarts, '3m', '10.0.0.7'],
    metadata: { name, namespace, labels, creationTimestamp: created },
  };
}

function storeOf(rows: readonly Row[]) {
  const clock = fakeClock();
  const store = createStore(clock);
  store.setColumns(columns);
  store.put(rows);
  return { clock, store };
}

/** Told of every change, as the line of a kind is. */
function shownOf(store: RowStore, options: Partial<RowOptions>, onDidCount = () => {}) {
  const shown = new ShownRows({ store, options: { ...allRows, ...options }, breathe: nextTurn, onDidCount });
  const told: string[] = [];
  store.onDidChange((change) => told.push(shown.changed(change)));
  return { shown, told };
}

const names = (rows: readonly Row[]) => rows.map(({ name }) => name);

const some = [
  pod('api-1', { namespace: 'bank', labels: { app: 'api' } }),
  pod('Web-10', {
    status: 'CrashLoopBackOff',
    ready: '0/1',
    restarts: '12 (3m ago)',
    labels: { app: 'web' },
  }),
  pod('web-2', { status: 'Pending', ready: '0/1', labels: { app: 'web' }, created: '2026-03-01T11:30:00Z' }),
  pod('web-3', { status: 'Completed', ready: '0/1', restarts: '3', labels: { app: 'web' } }),
  pod('worker', { created: '2026-02-01T11:30:00Z' }),
];

describe('which rows are shown', () => {
  it.each<[Partial<RowOptions>, string[]]>([
    [{}, ['api-1', 'Web-10', 'web-2', 'web-3', 'worker']],
    [{ filter: 'web' }, ['Web-10', 'web-2', 'web-3']],
    [{ filter: 'WEB pend' }, ['web-2']],
    [{ filter: 'bank' }, ['api-1']],
    [{ filter: '10.0.0.7 worker' }, ['worker']],
    [{ filter: '3m' }, ['Web-10']],
    [{ filter: 'nothing' }, []],
    [{ filter: 'status:failed' }, ['Web-10']],
    [{ filter: 'status:pend status:complete' }, ['web-2', 'web-3']],
    [{ filter: 'status:waiting web' }, ['web-2']],
    [{ filter: 'label:app=web field:metadata.name=x' }, ['api-1', 'Web-10', 'web-2', 'web-3', 'worker']],
    [{ health: 'unhealthy' }, ['Web-10', 'web-2']],
    [{ health: 'unhealthy', filter: '10' }, ['Web-10', 'web-2']],
    [{ health: 'unhealthy', filter: '-10' }, ['Web-10']],
  ])('%j', async (options, expected) => {
    const { shown } = shownOf(storeOf(some).store, options);
    expect(names(await shown.first(500))).toEqual(expected);
    expect(shown.count).toBe(expected.length);
    expect(shown.failed).toBe(1);
  });

  it.each<[RowOptions['sort'], string[]]>([
    [{ column: 'Name', direction: 'ascending' }, ['api-1', 'web-2', 'web-3', 'Web-10', 'worker']],
    [{ column: 'Restarts', direction: 'descending' }, ['Web-10', 'web-3', 'api-1', 'web-2', 'worker']],
    [{ column: 'Ready', direction: 'ascending' }, ['Web-10', 'web-2', 'web-3', 'api-1', 'worker']],
    [{ column: 'Age', direction: 'ascending' }, ['web-2', 'api-1', 'Web-10', 'web-3', 'worker']],
    [{ column: 'Age', direction: 'descending' }, ['worker', 'api-1', 'Web-10', 'web-3', 'web-2']],
    [{ column: 'Namespace', direction: 'descending' }, ['Web-10', 'web-2', 'web-3', 'worker', 'api-1']],
    [{ column: 'no such', direction: 'descending' }, ['api-1', 'Web-10', 'web-2', 'web-3', 'worker']],
  ])('sorted by %j', async (sort, expected) => {
    const { shown } = shownOf(storeOf(some).store, sort ? { sort } : {});
    expect(names(await shown.first(500))).toEqual(expected);
    for (const most of [1, 2, 3]) expect(names(await shown.first(most))).toEqual(expected.slice(0, most));
  });

  it('in groups, of a label or of namespaces, with those that have none last', async () => {
    const { shown } = shownOf(storeOf(some).store, { filter: 'status:running status:pending' });
    const told = async (group: NonNullable<RowOptions['group']>) =>
      (await shown.groups(group)).map(({ value, rows }) => [value, ...names(rows)]);
    expect(await told({ by: 'label', key: 'app' })).toEqual([
      ['api', 'api-1'],
      ['web', 'web-2'],
      [undefined, 'worker'],
    ]);
    expect(await told({ by: 'namespace' })).toEqual([
      ['bank', 'api-1'],
      ['shop', 'web-2', 'worker'],
    ]);
    expect((await told({ by: 'label', key: 'constructor' })).length).toBe(1);
  });
});

describe('what changes meanwhile', () => {
  it('is counted without a look at what has not', async () => {
    const { store, clock } = storeOf(some);
    const { shown, told } = shownOf(store, { health: 'unhealthy' });
    expect(names(await shown.first(500))).toEqual(['Web-10', 'web-2']);
    store.put([pod('Web-10'), pod('worker', { status: 'Error', ready: '0/1' })]);
    await clock.pass(30);
    expect([shown.failed, shown.count, ...told]).toEqual([1, 2, 'more']);
    store.put([pod('worker', { status: 'Error', ready: '0/1', restarts: '1' })]);
    await clock.pass(30);
    store.remove('worker');
    await clock.pass(30);
    expect([shown.failed, shown.count, ...told]).toEqual([0, 1, 'more', 'rows alone', 'more']);
    expect(names(await shown.first(500))).toEqual(['web-2']);
  });

  it('moves a row that stands elsewhere by it', async () => {
    const { store, clock } = storeOf(some);
    const { shown, told } = shownOf(store, { sort: { column: 'Restarts', direction: 'descending' } });
    await shown.first(500);
    store.put([pod('worker', { restarts: '20' })]);
    await clock.pass(30);
    store.put([pod('worker', { restarts: '20', created: '2026-02-02T00:00:00Z' })]);
    await clock.pass(30);
    expect(told).toEqual(['more', 'rows alone']);
    expect(names(await shown.first(1))).toEqual(['worker']);
  });

  it('is read again with other columns, and with other rows in place of all', async () => {
    const { store, clock } = storeOf(some);
    const { shown } = shownOf(store, { filter: 'status:good' });
    expect(names(await shown.first(500))).toEqual(['api-1', 'worker']);
    store.setColumns(columns.map((column) => ({ ...column, name: column.name.replace('Status', 'Word') })));
    await clock.pass(30);
    expect(names(await shown.first(500))).toEqual(['api-1', 'worker']);
    store.begin();
    store.put([pod('other')]);
    store.complete();
    store.begin();
    store.put([pod('last')]);
    store.complete();
    await clock.pass(30);
    expect(names(await shown.first(500))).toEqual(['last']);
  });

  it('does not matter to who waits for an answer of a long list: it is of what there is at the end', async () => {
    const many = Array.from({ length: 3 * sliceLength }, (_, place) =>
      pod(`pod-${String(place).padStart(5, '0')}`),
    );
    const { store, clock } = storeOf(many);
    let counted = 0;
    const { shown } = shownOf(store, { filter: 'pod-' }, () => counted++);
    const first = shown.first(2);
    store.remove('pod-00000');
    store.put([pod('pod-00000x', { status: 'Error' })]);
    await clock.pass(30);
    expect(names(await first)).toEqual(['pod-00000x', 'pod-00001']);
    expect([shown.count, shown.failed]).toEqual([many.length, 1]);
  });

  it('answers by what was chosen last, also who has asked before', async () => {
    const many = Array.from({ length: 3 * sliceLength }, (_, place) => pod(`pod-${place}`));
    const { shown } = shownOf(storeOf(many).store, { filter: 'pod-1' });
    const first = shown.first(5_000);
    shown.choose({ ...allRows, filter: 'pod-5999' });
    expect(names(await first)).toEqual(['pod-5999']);
    shown.choose(allRows);
    const last = shown.first(5_000);
    shown.dispose();
    expect((await last).length).toBe(5_000);
  });
});

it.each<[unknown, unknown]>([
  [3, 3],
  ['3', 3],
  ['12 (3m20s ago)', 12],
  ['2/4', 0.5],
  ['0/0', 1],
  ['3m20s', 200_000],
  ['100Mi', 100 * 2 ** 20],
  ['1.5G', 1.5e9],
  ['80%', 80],
  ['-1', -1],
  ['10.0.0.7', '10.0.0.7'],
  ['v1.35', 'v1.35'],
  ['<none>', undefined],
  ['', undefined],
  [null, undefined],
  [true, 1],
])('%j is sorted as %j', (cell, key) => {
  expect(keyOfCell(cell)).toBe(key);
});

it('puts what says nothing last, in both directions, and numbers before texts', () => {
  const order = (direction: 'ascending' | 'descending') =>
    rowOrder(columns, { column: 'Restarts', direction })!;
  const keys = ['b-10', undefined, 3, 'b-2', 1];
  expect([...keys].sort(order('ascending').compare)).toEqual([1, 3, 'b-2', 'b-10', undefined]);
  // `sort` itself puts undefined last.
  expect(order('descending').compare(undefined, 1)).toBeGreaterThan(0);
  expect(order('descending').compare(1, undefined)).toBeLessThan(0);
  expect(order('descending').compare('b', 1)).toBeLessThan(0);
});

describe('a filter', () => {
  it.each([
    ['', [], [], {}],
    [' Web  shop ', ['web', 'shop'], [], {}],
    ['label:app=web,tier label:x', [], [], { labelSelector: 'app=web,tier,x' }],
    ['LABEL:"app in (a, b)" web', ['web'], [], { labelSelector: 'app in (a, b)' }],
    ['field:status.phase=Running', [], [], { fieldSelector: 'status.phase=Running' }],
    ['status:Failed status:', [], ['failed'], {}],
    ['"two words" label:', ['two words'], [], {}],
    ['app:web "open', ['app:web', 'open'], [], {}],
  ])('%j is read', (filter, words, states, selection) => {
    expect(readFilter(filter)).toEqual({ words, states, selection });
  });

  it('is told in words with all that is chosen', () => {
    const sort = { column: 'Restarts', direction: 'descending' } as const;
    const group = { by: 'label', key: 'app' } as const;
    expect(optionWords(allRows)).toEqual([]);
    expect(optionWords({ filter: ' web ', selection: {}, health: 'unhealthy', sort, group })).toEqual([
      'filter: web',
      'only unhealthy',
      'by Restarts, descending',
      'grouped by app',
    ]);
  });

  it.each([
    ['', 'status:', 'status:'],
    ['web', 'status:', 'web status:'],
    ['web ', 'status:', 'web status:'],
    ['web stat', 'label:', 'web stat label:'],
    ['web status:cra', 'status:CrashLoopBackOff', 'web status:CrashLoopBackOff'],
    ['label:app=w', 'label:app=web', 'label:app=web'],
    ['field:', 'field:metadata.name=', 'field:metadata.name='],
  ])('%j may go on with %j: %j', (filter, part, becomes) => {
    const suggestion = filterSuggestions(filter, storeOf(some).store).find((one) => one.part === part);
    expect(suggestion && withSuggestion(filter, suggestion)).toBe(becomes);
  });
});
