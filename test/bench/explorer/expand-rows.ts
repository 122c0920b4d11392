import { makeNamespace, makePods, namespace } from '../api/make-pods.ts';
import { measure, measureKubectl } from '../api/measure.ts';
import { openContext } from '../api/open-context.ts';
import { printHead, printRow } from '../table.ts';

/** Makes so many Pods, and prints what their kind costs when it is expanded, beside `kubectl get` and an informer. */
export async function printExpanding(kubeconfig: string, number: number): Promise<void> {
  const cluster = await openContext(kubeconfig);
  try {
    await makeNamespace(cluster);
    await makePods(cluster, 0, number);
  } finally {
    await cluster.dispose();
  }
  const kubectl = await measureKubectl(kubeconfig, 'get', 'pods', '--namespace', namespace);
  const node = await measure('client-node informer', kubeconfig);
  const tree = await measure('store', kubeconfig);
  const pods = `${number.toLocaleString('en')} Pods expanded`;
  const isMany = number > 10_000;
  printHead('kubectl');
  const first = tree.first ?? tree.milliseconds;
  printRow({ what: `${pods}: first rows`, unit: 'ms', budget: 300, ours: first, peer: kubectl.milliseconds });
  const all = { unit: 'ms', ours: tree.milliseconds - (tree.waited ?? 0) } as const;
  const budget = 0.4 * kubectl.milliseconds;
  printRow({ what: `${pods}: all rows`, budget, ...all, peer: kubectl.milliseconds });
  // A list that took long may be out of date as it ends: it is called live once it is known not to be.
  printRow({ what: `${pods}: live`, unit: 'ms', ours: tree.milliseconds, peer: kubectl.milliseconds });
  printHead('informer');
  printRow({ what: `${pods}: all rows`, ...all, peer: node.milliseconds });
  const heap = { unit: 'MB', ours: tree.heap, peer: node.heap } as const;
  printRow({ what: `${pods}: kept`, budget: isMany ? (80 * number) / 100_000 : 10, ...heap });
}
