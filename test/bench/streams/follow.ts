// Follows a container's log for so many lines and prints what it took:
//   node follow.ts KUBECONFIG NAMESPACE POD CONTAINER LINES
// The last line of its output is JSON: {lines, milliseconds, cpu (milliseconds), resident (MB)}.
import { readFile } from 'node:fs/promises';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { followLog } from '../../../client/src/cluster/streams/logs/follow-log.ts';

const [kubeconfig = '', namespace = '', name = '', container = '', wanted] = process.argv.slice(2);
const files = { merged: [kubeconfig], extra: [] };
const { contexts } = await loadKubeContexts(files);
const cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
const pods = (await cluster.discover()).find('v1', 'Pod')!;
const began = performance.now();
const before = process.cpuUsage();
let lines = 0;
for await (const batch of followLog(cluster, { resource: pods, namespace, name }, { container })) {
  lines += batch.length;
  if (lines >= Number(wanted)) break;
}
const { user, system } = process.cpuUsage(before);
const milliseconds = performance.now() - began;
const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
const resident = (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
console.log(JSON.stringify({ lines, milliseconds, cpu: (user + system) / 1_000, resident }));
await cluster.dispose();
