import { ok, strictEqual } from 'node:assert';
import { commands, extensions, type TreeItem } from 'vscode';
import type { Cluster } from '../../client/src/cluster/cluster.ts';
import type { ObjectReference } from '../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../client/src/cluster/open.ts';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { eventually, pause } from '../support/extension-ui.ts';
import { TreeLines } from '../support/tree-lines.ts';

const duration = 10_000;
/** VS Code shows nothing of changes that come closer than this to each other, for as long as they go on. */
const debounce = 200;

describe('a cluster that changes all the time', function () {
  this.timeout(60_000);
  let api: Testing;
  let tree: TreeLines;
  let cluster: Cluster;
  let counter: ObjectReference;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    tree = new TreeLines(api);
    // Of a hidden view nothing is told.
    await commands.executeCommand('kubewright.clusters.focus');
    const files = { merged: [process.env.KUBECONFIG!], extra: [] };
    const { contexts } = await loadKubeContexts(files);
    cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
    const resource = (await cluster.discover()).find('v1', 'ConfigMap')!;
    counter = { resource, namespace: 'default', name: 'counter' };
    await cluster.create(resource, 'default', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'counter' },
    });
  });

  after(async () => {
    await cluster.delete(counter);
    await cluster.dispose();
  });

  it('is seen to change while it does, ten times a second for ten seconds', async () => {
    const { node: parent } = (await tree.kind('ConfigMaps'))!;
    await eventually(async () => row(parent));
    const told: number[] = [];
    const texts = new Set<string>();
    const reading: Promise<void>[] = [];
    const listener = api.clusters.onDidChangeTreeData!(() => {
      told.push(Date.now());
      reading.push(
        row(parent).then((item) => {
          texts.add(String(item?.description));
        }),
      );
    });
    const end = Date.now() + duration;
    let changes = 0;
    while (Date.now() < end) {
      await cluster.patch(counter, 'merge', { data: { [`key-${changes++}`]: 'x' } });
      await pause(100);
    }
    await pause(500);
    listener.dispose();
    await Promise.all(reading);
    ok(changes > 50, `${changes} changes`);
    const gaps = told.slice(1).map((time, place) => time - told[place]!);
    ok(told.length >= 20, `told ${told.length} times`);
    // A timer may be some milliseconds early by the wall clock.
    ok(Math.min(...gaps) > debounce, `told again after ${Math.min(...gaps)} ms`);
    ok(Math.max(...gaps) < 2_000, `told nothing for ${Math.max(...gaps)} ms`);
    ok(texts.size >= 20, `${texts.size} texts: ${[...texts].join(', ')}`);
    strictEqual(numberOf((await row(parent))!), changes);
  });

  async function row(parent: TreeNode): Promise<TreeItem | undefined> {
    return (await tree.under(parent)).find(({ label }) => label === 'counter')?.item;
  }
});

/** The keys that the row says the object has. */
function numberOf({ description }: TreeItem): number {
  return Number(/(\d+) keys?\b/.exec(String(description))?.[1]);
}
