// What streams cost. Lines of a log that another program replays, into the memory of fixed size that keeps them; then, on the
// cluster of a kubeconfig and beside kubectl in the same run, a log of a million lines (`--logs`), 500 MB out of a command and
// into one, and a forwarded port (`--ports`): 500 MB each way, 200 small connections one after the other, 50 at once, 1,000 in
// all, and what the program takes for it; and files copied into a container and out of one, beside `kubectl cp`. A Pod of that cluster logs and forwards to ports of this machine by files, as the
// kubelet of a test's control plane has it:
//   npm run bench streams -- --kubeconfig=FILE --namespace=NAME --pod=NAME [--logs=FOLDER --container=NAME] [--ports=FOLDER]
// FOLDER is where that kubelet reads what a container writes, `CONTAINER.log`, and which local port one of the Pod's leads to:
// a file `port-N` with its number.
//   … --only=log   (or replay, copies, commands, forwards)
import { parseArgs } from 'node:util';
import { findKubectl } from '../support/kubectl.ts';
import { printCommands } from './streams/command-rows.ts';
import { printCopies } from './streams/copy-rows.ts';
import { printFollowing } from './streams/follow-rows.ts';
import { printForwards } from './streams/forward-rows.ts';
import { printReplay } from './streams/replay-rows.ts';
import { printHead } from './table.ts';

const { values } = parseArgs({
  options: {
    kubeconfig: { type: 'string' },
    namespace: { type: 'string', default: 'default' },
    pod: { type: 'string' },
    ports: { type: 'string' },
    logs: { type: 'string' },
    container: { type: 'string', default: 'main' },
    only: { type: 'string' },
  },
});
const { kubeconfig, namespace, pod, ports, logs, container, only } = values;
const kubectl = findKubectl();
const isWanted = (part: string) => only === undefined || only === part;

if (isWanted('replay')) await printReplay();
if (kubeconfig && pod) {
  if (logs && isWanted('log'))
    await printFollowing({ kubeconfig, namespace, pod, container, folder: logs }, kubectl);
  printHead('kubectl');
  if (isWanted('copies')) await printCopies({ kubeconfig, namespace, pod, kubectl });
  if (isWanted('commands')) {
    await printCommands({ kubeconfig, namespace, pod, kubectl, bytes: 500 * 1024 * 1024, rounds: 3 });
  }
  if (ports && isWanted('forwards'))
    await printForwards({ kubeconfig, namespace, pod, folder: ports }, kubectl);
} else
  console.log('the rest is not measured: name a cluster (--kubeconfig, --namespace, --pod, --logs, --ports)');
