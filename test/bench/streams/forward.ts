// node forward.ts KUBECONFIG NAMESPACE POD PORT...: forwards ports of a pod until it is told to stop, as the extension does. Prints
// the local ones as JSON.
import { pods } from '../../unit/cluster/resources.ts';
import { openContext } from '../api/open-context.ts';

const [kubeconfig = '', namespace = '', name = '', ...ports] = process.argv.slice(2);
const cluster = await openContext(kubeconfig);
const local: number[] = [];
for (const port of ports) {
  const forward = await cluster.portForward({ resource: pods, namespace, name }, Number(port));
  forward.onDidFail((error) => console.error(error.message));
  local.push(forward.localPort);
}
console.log(JSON.stringify(local));
process.once('SIGTERM', () => {
  cluster.dispose().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
