// Follows what another program replays into a ring of 64 MB, as one of several logs, and prints what it took:
//   node keep-replay.ts LINES LINES_A_SECOND NODE
// NODE runs that program. The output is JSON: {lines, dropped, behind (milliseconds), cpu (milliseconds), resident (MB)}.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Cluster, ResourceStore } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject, Resource } from '../../../client/src/cluster/kube-object.ts';
import { containerRunsOf } from '../../../client/src/cluster/objects/container-runs.ts';
import { followLogs } from '../../../client/src/cluster/streams/logs/follow-logs.ts';
import { gathered } from '../../../client/src/cluster/streams/logs/gathered.ts';
import { LogRing } from '../../../client/src/cluster/streams/logs/log-ring.ts';

const [wanted = '', pace = '', node = '', replay = ''] = process.argv.slice(2);
const pods = { apiVersion: 'v1', kind: 'Pod', plural: 'pods', subresources: [] } as unknown as Resource;
/** Two Pods: one writes all of it, the other nothing, so that every line waits for those that may belong before it. */
const all = ['busy', 'quiet'].map((name) => {
  const status = { containerStatuses: [{ name: 'main', containerID: name, state: { running: {} } }] };
  const metadata = { name, namespace: 'shop', uid: name };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { containers: [{ name: 'main' }] },
    status,
  } as KubeObject;
});
const rows = all.map((object) => ({
  uid: object.metadata.uid!,
  name: object.metadata.name!,
  namespace: 'shop',
  cells: [],
  metadata: object.metadata,
  containers: containerRunsOf(object),
  claims: [],
}));
const store = {
  columns: [],
  rows: new Map(rows.map((row) => [row.uid, row])),
  sorted: rows,
  freshness: { state: 'live' },
  onDidChange: () => ({ dispose() {} }),
  seen() {},
  hidden() {},
  refresh() {},
  dispose() {},
} satisfies ResourceStore;
const program = spawn(node, [replay, wanted, pace], { stdio: ['ignore', 'pipe', 'inherit'] });
const [said] = await once(program.stdout, 'data');
const port = Number(`${said}`);
const cluster = {
  discover: async () => ({ serverVersion: 'v1.35.4', resources: [pods], find: () => pods }),
  get: async ({ name }: { name: string }) => all.find(({ metadata }) => metadata.name === name)!,
  watchContainers: () => store,
  logs: ({ name }: { name: string }) => (name === 'busy' ? gathered(connect(port, '127.0.0.1')) : silence()),
} as unknown as Cluster;

// The clock's own timers keep nothing alive.
setInterval(() => {}, 1_000);
const ring = new LogRing();
const begun = performance.now();
const before = process.cpuUsage();
const source = { of: 'selector', cluster: 'c', namespace: 'shop', labelSelector: 'app=web' } as const;
let lines = 0;
for await (const batch of followLogs([source], { open: async () => cluster })) {
  ring.append(batch);
  for (const row of batch) if (row.is === 'lines') lines += row.lines.length;
  if (lines >= Number(wanted)) break;
}
const { user, system } = process.cpuUsage(before);
const behind = performance.now() - begun - (Number(wanted) * 1_000) / Number(pace);
const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
const resident = (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
console.log(JSON.stringify({ lines, dropped: ring.dropped, behind, cpu: (user + system) / 1_000, resident }));
program.kill();
process.exit(0);

async function* silence(): AsyncGenerator<Uint8Array> {
  await new Promise(() => {});
}
