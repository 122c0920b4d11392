// A process that follows the logs of the namespace `shop` for a while and tells what came of it: `FILE KUBECONFIG SECONDS`.
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { followLogs } from '../../../client/src/cluster/streams/logs/follow-logs.ts';
import { LogRing } from '../../../client/src/cluster/streams/logs/log-ring.ts';
import { peakOf } from './measured-process.ts';

const [kubeconfig = '', seconds = '1'] = process.argv.slice(2);
const files = { merged: [kubeconfig], extra: [] };
const [context] = (await loadKubeContexts(files)).contexts;
const cluster = openCluster(context!, { files, allowExec: () => false });
// The cluster's own timers keep no process.
const alive = setInterval(() => undefined, 1_000);
const ring = new LogRing();
const notes: Record<string, number> = {};
let lines = 0;
const stop = new AbortController();
let begun = 0;
setTimeout(() => {
  begun = performance.now();
  stop.abort(new Error('enough'));
}, Number(seconds) * 1_000);
const source = { of: 'selector', cluster: 'c', namespace: 'shop', labelSelector: '' } as const;
try {
  for await (const rows of followLogs([source], { open: async () => cluster, signal: stop.signal })) {
    ring.append(rows);
    for (const row of rows) {
      if (row.is === 'lines') lines += row.lines.length;
      else notes[row.is] = (notes[row.is] ?? 0) + 1;
    }
  }
} catch (error) {
  if (error !== stop.signal.reason) throw error;
}
const ended = performance.now() - begun;
await new Promise((done) => setTimeout(done, 500));
// What is left while the cluster itself is still open: nothing of the logs.
clearInterval(alive);
const left = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
const last = ring.rows(ring.end - 1, 1);
const told = { lines, notes, ended, left, taken: ring.taken, dropped: ring.dropped, last };
await cluster.dispose();
process.stdout.write(JSON.stringify({ ...told, peak: await peakOf(process.pid) }));
