// A process that asks a cluster once and tells what memory it had at most: `FILE OPERATION KUBECONFIG HASTE`.
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { operations } from './cluster-operations.ts';
import { peakOf } from './measured-process.ts';

const [name = '', kubeconfig = '', haste = '1'] = process.argv.slice(2);
const files = { merged: [kubeconfig], extra: [] };
const [context] = (await loadKubeContexts(files)).contexts;
const clock = {
  ...systemClock,
  after: (milliseconds: number, call: () => void) => systemClock.after(milliseconds / Number(haste), call),
};
const cluster = openCluster(context!, { files, allowExec: () => false, clock });
// The cluster's own timers keep no process.
const timer = setInterval(() => undefined, 1_000);
const fault = await operations[name]!(cluster).then(
  () => '',
  (error: Error) => error.message,
);
await cluster.dispose();
clearInterval(timer);
process.stdout.write(JSON.stringify({ peak: await peakOf(process.pid), fault }));
