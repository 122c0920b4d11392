import { deepStrictEqual, match, ok, rejects } from 'node:assert';
import { commands, extensions, type MarkdownString } from 'vscode';
import type { Cluster } from '../../client/src/cluster/cluster.ts';
import type { KubeObject } from '../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../client/src/cluster/open.ts';
import type { Testing } from '../../client/src/testing.ts';
import { eventually } from '../support/extension-ui.ts';
import { type Line, TreeLines } from '../support/tree-lines.ts';

const group = 'rbac.authorization.k8s.io';
const everything = { apiGroups: ['*'], resources: ['*'] };

/** Both are of the same name: who reads has a right to all, who changes has another one beside. */
function granting(name: string, verbs: readonly string[]): KubeObject[] {
  return [
    {
      apiVersion: `${group}/v1`,
      kind: 'ClusterRole',
      metadata: { name },
      rules: [{ ...everything, verbs }],
    },
    {
      apiVersion: `${group}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name },
      subjects: [{ apiGroup: group, kind: 'User', name: 'viewer' }],
    },
  ];
}

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'ledger' }, data: { a: 'b' } };

describe('what a user may not do', function () {
  this.timeout(60_000);
  let api: Testing;
  let tree: TreeLines;
  let admin: Cluster;
  let made: KubeObject[] = [];

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    tree = new TreeLines(api);
    const files = { merged: [process.env.KUBECONFIG!], extra: [] };
    const { contexts } = await loadKubeContexts(files);
    admin = openCluster(contexts.find(({ name }) => name === 'admin')!, { files, allowExec: () => false });
    await create([configMap, ...granting('reads', ['get', 'list', 'watch'])]);
  });

  after(async () => {
    for (const object of made.reverse()) await remove(object);
    await admin.dispose();
  });

  it('is told by its line, which dims it, until the right is there, and again once it is taken', async () => {
    const context = await tree.context('viewer');
    const line = await eventually(async () => {
      const found = await ledger();
      return /may-not/.test(String(found.item.contextValue)) ? found : undefined;
    });
    deepStrictEqual(line.item.contextValue, 'object can-get can-delete may-not-delete');
    const { tooltip } = (await api.clusters.resolveTreeItem!(line.item, line.node, undefined as never)) as {
      tooltip: MarkdownString;
    };
    match(tooltip.value, /You may not \| delete configmaps/);

    const further = granting('deletes', ['delete']);
    await create(further);
    await commands.executeCommand('kubewright.refresh', context.node);
    const words = async () => String((await ledger()).item.contextValue);
    await eventually(async () => ((await words()) === 'object can-get can-delete' ? true : undefined));

    for (const object of further) await remove(object);
    made = made.filter((object) => !further.includes(object));
    await commands.executeCommand('kubewright.refresh', context.node);
    await eventually(async () => (/may-not-delete/.test(await words()) ? true : undefined));
  });

  it('is refused by the server with the right and the user, whoever tries it', async () => {
    const files = { merged: [process.env.KUBECONFIG!], extra: [] };
    const { contexts } = await loadKubeContexts(files);
    const viewer = openCluster(contexts.find(({ name }) => name === 'viewer')!, {
      files,
      allowExec: () => false,
    });
    const resource = (await viewer.discover()).find('v1', 'ConfigMap')!;
    await rejects(viewer.delete({ resource, namespace: 'default', name: 'ledger' }), (error: Error) => {
      match(error.message, /User "viewer" cannot delete .*Ask for `delete` on `configmaps` in `default`/);
      return true;
    });
    await viewer.dispose();
  });

  function ledger(): Promise<Line> {
    return tree.object('ConfigMaps', /^ledger$/, 'viewer');
  }

  async function create(objects: readonly KubeObject[]): Promise<void> {
    for (const object of objects) {
      const resource = (await admin.discover()).find(object.apiVersion, object.kind);
      ok(resource);
      await admin.create(resource, resource.scope === 'Namespaced' ? 'default' : undefined, object);
      made.push(object);
    }
  }

  async function remove({ apiVersion, kind, metadata }: KubeObject): Promise<void> {
    const resource = (await admin.discover()).find(apiVersion, kind)!;
    const namespace = resource.scope === 'Namespaced' ? 'default' : undefined;
    await admin.delete({ resource, namespace, name: metadata.name! });
  }
});
