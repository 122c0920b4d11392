// node watched.ts CONTESTANT KUBECONFIG NAMESPACE: watches the Pods of a namespace, prints `ready` once it has them all, and when its
// standard input ends what it has seen of their label `sent`, a time since the epoch, as JSON.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CoreV1Api, KubeConfig, makeInformer, type V1Pod } from '@kubernetes/client-node';
import type { Row } from '../../../client/src/cluster/kube-object.ts';
import { systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { describeRow } from '../../../client/src/explorer/cells.ts';
import { scheduleRefreshes } from '../../../client/src/views/refresh-schedule.ts';
import { openContext } from '../api/open-context.ts';
import { processorTime } from '../processor-time.ts';
import { percentile } from '../table.ts';

/** What a contestant has seen of changes. */
export interface Seen {
  readonly count: number;
  /** Milliseconds from a change to when it was seen. */
  readonly behind: { readonly half: number; readonly most95: number; readonly most: number };
  /** Milliseconds of processor time since it was ready. */
  readonly processor: number;
}

/** Takes what was seen of one change: when it was sent. */
type See = (sent: string | undefined) => void;

/** Resolves once all are there; gives whose processor time counts. */
type Watcher = (kubeconfig: string, namespace: string, see: See) => Promise<{ readonly pid: number }>;

/** So many rows have lines. */
const pageSize = 500;

const watchers: Readonly<Record<string, Watcher>> = {
  /** As the tree does: a store, and its lines when the view is told; without VS Code. */
  tree: async (kubeconfig, namespace, see) => {
    const cluster = await openContext(kubeconfig);
    const { resources } = await cluster.discover();
    const pods = resources.find(({ group, plural }) => group === '' && plural === 'pods')!;
    const store = cluster.watch(pods, namespace);
    const shown = new Set<string>();
    const told = new Map<string, string | undefined>();
    const show = (rows: readonly Row[]) => {
      const now = Date.now();
      for (const row of rows) {
        if (shown.has(row.uid)) describeRow(store.columns, row, now, 'one');
        const sent = row.metadata.labels?.sent;
        if (told.get(row.uid) === sent) continue;
        told.set(row.uid, sent);
        see(sent);
      }
    };
    const schedule = scheduleRefreshes<string>({
      tell: (uids) => show((uids ?? [...store.rows.keys()]).flatMap((uid) => store.rows.get(uid) ?? [])),
      parentOf: () => undefined,
      isHeld: () => false,
      clock: systemClock,
    });
    await new Promise<void>((resolve) => {
      store.onDidChange(({ rows }) => {
        if (store.freshness.state === 'live') resolve();
        if (rows === 'all') return;
        for (const uid of rows.keys()) schedule.refresh(uid);
      });
    });
    for (const { uid } of store.sorted.slice(0, pageSize)) shown.add(uid);
    return { pid: process.pid };
  },
  'client-node informer': async (kubeconfig, namespace, see) => {
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    const core = config.makeApiClient(CoreV1Api);
    const list = () => core.listNamespacedPod({ namespace });
    const informer = makeInformer<V1Pod>(config, `/api/v1/namespaces/${namespace}/pods`, list);
    informer.on('update', (pod) => see(pod.metadata?.labels?.sent));
    await informer.start();
    return { pid: process.pid };
  },
  'kubectl get --watch': async (kubeconfig, namespace, see) => {
    const words = ['--kubeconfig', kubeconfig, '--namespace', namespace, 'get', 'pods'];
    const child = spawn('kubectl', [...words, '--watch', '--label-columns=sent'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => child.kill());
    let isReady = () => {};
    const ready = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    let quiet = setTimeout(() => {}, 0);
    createInterface({ input: child.stdout }).on('line', (line) => {
      // It does not tell when the list is over and the watch has begun.
      clearTimeout(quiet);
      quiet = setTimeout(isReady, quietTime);
      const sent = /\s(\d{13})\s*$/.exec(line)?.[1];
      if (sent !== undefined) see(sent);
    });
    await ready;
    return { pid: child.pid! };
  },
};

/** Milliseconds without a line after which kubectl has told all that there was. */
const quietTime = 2_000;

const [contestant = '', kubeconfig = '', namespace = ''] = process.argv.slice(2);
const behind: number[] = [];
let isReady = false;
const { pid } = await watchers[contestant]!(kubeconfig, namespace, (sent) => {
  if (isReady && sent !== undefined) behind.push(Date.now() - Number(sent));
});
isReady = true;
const before = processorTime(pid);
console.log('ready');
for await (const _ of process.stdin);
const seen: Seen = {
  count: behind.length,
  behind: {
    half: percentile(behind, 50),
    most95: percentile(behind, 95),
    most: behind.reduce((most, each) => Math.max(most, each), 0),
  },
  processor: processorTime(pid) - before,
};
console.log(JSON.stringify(seen));
process.exit(0);
