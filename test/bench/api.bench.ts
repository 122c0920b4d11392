// What a cluster costs its client: lists of 10,000, 50,000 and 100,000 Pods, 200 requests one after the other, and 20,000
// events in a second, each beside @kubernetes/client-node and kubectl in the same run; on a real control plane that is
// started for it. npm run bench api [--pods=10000,50000] [--lines] [--kubeconfig=FILE]: of these many; the ways of listing
// compared, on loopback and on a slow line; on a cluster that is there, where a namespace is made and left.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Cluster } from '../../client/src/cluster/cluster.ts';
import { buildControlPlane } from '../control-plane/build.mjs';
import { startControlPlane } from '../control-plane/control-plane.ts';
import { findKubectl } from '../support/kubectl.ts';
import { pods } from '../unit/cluster/resources.ts';
import { kubeconfigBy, portOf } from './api/kubeconfig-by.ts';
import { openLine } from './api/line.ts';
import { makeNamespace, makePods, namespace, podName } from './api/make-pods.ts';
import { type Figures, measure, measureKubectl } from './api/measure.ts';
import { openContext } from './api/open-context.ts';

const eventsPerSecond = 20_000;
const seconds = 5;

const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '10000,50000,100000' },
    lines: { type: 'boolean', default: false },
    kubeconfig: { type: 'string' },
  },
});
const folder = await mkdtemp(join(tmpdir(), 'kubewright-bench-'));
const controlPlane = values.kubeconfig
  ? undefined
  : await startControlPlane({
      programs: await buildControlPlane('1.35'),
      folder: join(folder, 'control-plane'),
      now: new Date(),
    });
const kubeconfig = values.kubeconfig ?? controlPlane!.kubeconfig;
const cluster = await openContext(kubeconfig);
try {
  await makeNamespace(cluster);
  let made = 0;
  for (const number of values.pods.split(',').map(Number)) {
    await makePods(cluster, made, number);
    made = number;
    await lists(number);
    if (values.lines) await waysOfListing(number);
  }
  await requests();
  await events(cluster);
} finally {
  await cluster.dispose();
  await controlPlane?.stop();
  await rm(folder, { recursive: true, force: true });
}

async function lists(number: number): Promise<void> {
  head(`${number.toLocaleString('en')} Pods`);
  const kubectl = await withKubectl('get', 'pods', '--namespace', namespace);
  const node = await measure('client-node objects', kubeconfig);
  const store = await measure('store', kubeconfig);
  const objects = await measure('objects', kubeconfig);
  for (const { count } of [store, objects, node]) {
    if (count !== number) throw new Error(`there are ${count} Pods in place of ${number}`);
  }
  row('a live store of rows', store, kubectl, node);
  row('rows in pages', await measure('rows', kubeconfig), kubectl, node);
  row('whole objects', objects, kubectl, node);
  row('@kubernetes/client-node, whole objects', node, kubectl, node);
  if (kubectl) row('kubectl get (memory: resident)', kubectl, kubectl, node);
  console.log(
    `  budget of the live store: ${number > 10_000 ? '80 MB at 100,000' : "first 300 ms, 0.4 of kubectl's time, 10 MB"}`,
  );
}

/** Pages of several sizes, compressed and not, and a streaming list; as they are, and on a line of 20 Mbit/s with 50 ms. */
async function waysOfListing(number: number): Promise<void> {
  const ways: [string, 'none' | 'gzip', string, ...string[]][] = [
    ['pages of 500', 'none', 'rows', '500'],
    ['pages of 500, compressed', 'gzip', 'rows', '500'],
    ['pages of 1,000, compressed', 'gzip', 'rows', '1000'],
    ['pages of 2,500, compressed', 'gzip', 'rows', '2500'],
    ['a streaming list', 'gzip', 'streaming'],
  ];
  const port = await portOf(kubeconfig);
  const line = await openLine({ port, bytesPerSecond: 20e6 / 8, roundTrip: 50 });
  try {
    for (const [where, to] of [
      ['loopback', port],
      ['20 Mbit/s, 50 ms', line.port],
    ] as const) {
      head(`${number.toLocaleString('en')} Pods, ${where}`, 'pages of 500');
      let first: Figures | undefined;
      for (const [what, compression, contestant, ...words] of ways) {
        const name = join(folder, `kubeconfig-${to}-${compression}`);
        const file = await kubeconfigBy(kubeconfig, { port: to, compression }, name);
        const figures = await measure(contestant, file, ...words);
        first ??= figures;
        row(what, figures, first);
      }
    }
  } finally {
    line.close();
  }
}

async function requests(): Promise<void> {
  head('200 requests for a Pod, one after the other');
  const names = Array.from({ length: 200 }, (_, place) => podName(place));
  const kubectl = await withKubectl('get', 'pods', '--namespace', namespace, ...names);
  const node = await measure('client-node gets', kubeconfig);
  row('requests over one agent', await measure('gets', kubeconfig), kubectl, node);
  row('@kubernetes/client-node', node, kubectl, node);
  // It waits between them, so as not to ask too often.
  if (kubectl) row('kubectl get with 200 names', kubectl, kubectl, node);
}

/** Events as a real server has sent them, replayed by another process. */
async function events(from: Cluster): Promise<void> {
  const file = join(folder, 'events');
  await writeFile(file, await recordedEvents(from));
  for (const watches of [1, 64]) {
    head(`${eventsPerSecond.toLocaleString('en')} events/s for ${seconds} s over ${watches} watches`);
    const node = await replayed(file, 'client-node events', watches);
    row('stores of rows', await replayed(file, 'events', watches), undefined, node);
    row('@kubernetes/client-node, into maps', node, undefined, node);
    console.log(
      `  its time is how far behind the last event was; ${seconds * 1_000} ms of processor time are a core`,
    );
  }
}

/** What it takes to take them all; its time is how far behind the last event was seen. */
async function replayed(file: string, contestant: string, watches: number): Promise<Figures> {
  const program = join(import.meta.dirname, 'api/replay.ts');
  const words = [program, file, `${eventsPerSecond}`, `${seconds}`, `${watches}`];
  const replay = spawn(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: replay.stdout })[Symbol.asyncIterator]();
    const port = Number((await lines.next()).value);
    const config = join(folder, 'replay');
    await writeFile(
      config,
      kubeconfigText({ server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true }, {}),
    );
    const figures = await measure(contestant, config, `${watches}`);
    const sent = Number((await lines.next()).value);
    return { ...figures, milliseconds: figures.finished - sent };
  } finally {
    replay.kill();
  }
}

/** The lines of a watch while labels of 200 Pods change. */
async function recordedEvents(from: Cluster): Promise<string> {
  const number = 200;
  const { resourceVersion } = await from.ask({
    verb: 'list',
    of: { resource: pods, namespace },
    as: 'table',
    limit: 1,
  });
  const lines: string[] = [];
  const stop = new AbortController();
  const changed = (async () => {
    for (let place = 0; place < number; place++) {
      const patch = { metadata: { labels: { changed: `${Date.now()}` } } };
      await from.patch({ resource: pods, namespace, name: podName(place) }, 'merge', patch);
    }
  })();
  const watch = { verb: 'watch', of: { resource: pods, namespace }, as: 'table', resourceVersion } as const;
  for await (const event of from.events(watch, stop.signal)) {
    lines.push(JSON.stringify(event));
    if (lines.length === number) break;
  }
  await changed;
  return lines.join('\n');
}

function kubeconfigText(cluster: object, user: object): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'replay', cluster }],
    users: [{ name: 'replay', user }],
    contexts: [{ name: 'replay', context: { cluster: 'replay', user: 'replay' } }],
    'current-context': 'replay',
  });
}

async function withKubectl(...words: string[]): Promise<Figures | undefined> {
  return findKubectl() ? await measureKubectl(kubeconfig, ...words) : undefined;
}

function head(what: string, peer = 'kubectl'): void {
  const columns = ['first', 'all', 'processor', 'MB read', 'MB kept', `of ${peer}`, 'of node'];
  console.log(`\n${what.padEnd(50)}${columns.map((name) => name.padStart(14)).join('')}`);
}

/** One line: its time and processor time, and these by those of others. */
function row(what: string, figures: Figures, peer?: Figures, node?: Figures): void {
  const { first, milliseconds, processor, megabytes, heap } = figures;
  const ratio = (other: Figures | undefined) =>
    other
      ? `${(milliseconds / other.milliseconds).toFixed(2)} / ${(processor / other.processor).toFixed(2)}`
      : '-';
  const columns = [
    first === undefined ? '-' : `${first.toFixed(0)} ms`,
    `${milliseconds.toFixed(0)} ms`,
    `${processor.toFixed(0)} ms`,
    megabytes.toFixed(1),
    heap.toFixed(1),
    ratio(peer),
    ratio(node),
  ];
  console.log(`  ${what.padEnd(48)}${columns.map((text) => text.padStart(14)).join('')}`);
}
