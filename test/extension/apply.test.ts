import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, extensions, Uri, window, workspace } from 'vscode';
import type { Cluster } from '../../client/src/cluster/cluster.ts';
import type { KubeObject } from '../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../client/src/cluster/open.ts';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { customDefinition } from '../support/custom-definition.ts';
import { confirming, dismissing, eventually } from '../support/extension-ui.ts';
import { openedPick } from '../support/opened-pick.ts';

const definition = (plural: string, kind: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.harbour.example.com}
spec:
  group: harbour.example.com
  scope: Namespaced
  names: {plural: ${plural}, singular: ${kind.toLowerCase()}, kind: ${kind}}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {length: {type: integer}}}}}}
`;
const boat = (length: string) =>
  `apiVersion: harbour.example.com/v1\nkind: Boat\nmetadata: {name: ferry, namespace: harbour}\nspec: {length: ${length}}\n`;
const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: harbour}\n';
const settings = (name: string, colour: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default}\ndata: {colour: ${colour}}\n`;

describe('Apply Manifest', function () {
  this.timeout(60_000);
  let api: Testing;
  let cluster: Cluster;
  const folder = Uri.joinPath(workspace.workspaceFolders![0]!.uri, 'harbour');

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    const files = { merged: [process.env.KUBECONFIG!], extra: [] };
    const { contexts } = await loadKubeContexts(files);
    cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
  });

  after(async () => {
    await cluster.dispose();
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  afterEach(async () => {
    await workspace.fs.delete(folder, { recursive: true }).then(undefined, () => undefined);
  });

  it('takes a folder as one set, in the order that its objects need', async () => {
    // By name, everything comes before what it needs.
    await write({ 'a/boat.yaml': boat('30'), 'b.yaml': definition('boats', 'Boat'), 'c.yml': namespace });
    await confirming(commands.executeCommand('kubewright.apply', folder));
    strictEqual((await boatSpec())?.length, 30);
  });

  it('takes no folder that has more than 10,000 files, and says so', async () => {
    const many = await mkdtemp(join(tmpdir(), 'kubewright-many-'));
    const said: string[] = [];
    const { showErrorMessage } = window;
    Object.assign(window, { showErrorMessage: async (text: string) => void said.push(text) });
    try {
      for (let index = 0; index <= 10_000; index++) writeFileSync(join(many, `${index}.yaml`), '');
      await commands.executeCommand('kubewright.apply', Uri.file(many));
      match(said.join('; '), /^\S+ has more than 10000 YAML and JSON files: select fewer\.$/);
    } finally {
      Object.assign(window, { showErrorMessage });
      await rm(many, { recursive: true });
    }
  });

  it('takes several files as one set, and leaves the others alone', async () => {
    await write({
      'one.yaml': settings('one', 'red'),
      'two.yaml': settings('two', 'red'),
      'three.yaml': settings('three', 'red'),
    });
    const files = ['one.yaml', 'two.yaml'].map((name) => Uri.joinPath(folder, name));
    await confirming(commands.executeCommand('kubewright.apply', files[0], files));
    deepStrictEqual(await Promise.all(['one', 'two', 'three'].map(colourOf)), ['red', 'red', undefined]);
  });

  it('takes manifests in JSON from a folder, where other JSON is left alone, and from an editor', async () => {
    const manifest = (colour: string) =>
      JSON.stringify(
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'j', namespace: 'default' },
          data: { colour },
        },
        null,
        2,
      );
    await write({
      'j.json': manifest('red'),
      'package.json': '{"name": "a", "kind": 1}',
      'broken.json': '{',
    });
    await confirming(commands.executeCommand('kubewright.apply', folder));
    strictEqual(await colourOf('j'), 'red');

    await write({ 'j.json': manifest('green') });
    await window.showTextDocument(await workspace.openTextDocument(Uri.joinPath(folder, 'j.json')));
    await confirming(commands.executeCommand('kubewright.apply'));
    strictEqual(await colourOf('j'), 'green');
  });

  it('takes a conflict over object by object', async () => {
    for (const name of ['one', 'two']) await write({ [`${name}.yaml`]: settings(name, 'green') });
    const discovery = await cluster.discover();
    const resource = discovery.find('v1', 'ConfigMap')!;
    for (const name of ['one', 'two']) {
      const object: KubeObject = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: 'default' },
        data: { colour: 'blue' },
      };
      const reference = { resource, namespace: 'default', name };
      await cluster.apply(reference, object, { fieldManager: 'somebody-else', force: true });
    }
    // The second choice is to take over the first object, and then to apply that one.
    await confirming(commands.executeCommand('kubewright.apply', folder));
    deepStrictEqual(await Promise.all(['one', 'two'].map(colourOf)), ['green', 'blue']);
  });

  it('judges offline what the server cannot judge yet, and shows it at its line', async () => {
    await write({
      'pier.yaml': `${definition('piers', 'Pier')}---\napiVersion: harbour.example.com/v1\nkind: Pier\nmetadata: {name: long}\nspec: {length: far}\n`,
    });
    // The first choice shows what would be sent, and asks again.
    const applying = await openedPick(api, 'kubewright.apply', folder);
    await applying.filled();
    await applying.press('workbench.action.acceptSelectedQuickOpenItem');
    const page = await eventually(async () =>
      workspace.textDocuments.map((document) => document.getText()).find((text) => text.includes('=== Pier')),
    );
    await dismissing(applying.done);
    const [, section] = page.split('=== Pier long: ');
    ok(
      section?.startsWith(
        'create, checked once CustomResourceDefinition piers.harbour.example.com exists\n  line 17: `length` takes an integer',
      ),
      page,
    );
    // Nothing was confirmed, so nothing was sent.
    strictEqual(
      (await cluster.discover({ refresh: true })).find('harbour.example.com/v1', 'Pier'),
      undefined,
    );
  });

  it('is not needed to see kinds that somebody else adds and removes', async () => {
    const kinds = async () => {
      const [context] = (await api.clusters.getChildren()) ?? [];
      const found: string[] = [];
      const walk = async (node: TreeNode | undefined, depth: number): Promise<void> => {
        for (const child of (await api.clusters.getChildren(node)) ?? []) {
          const { label } = await api.clusters.getTreeItem(child);
          found.push(String(label));
          if (depth > 0 && /harbour|Custom Resources/.test(String(label))) await walk(child, depth - 1);
        }
      };
      await walk(context, 2);
      return found;
    };
    ok(!(await kinds()).includes('Cranes'));
    const discovery = await cluster.discover();
    const resource = discovery.find('apiextensions.k8s.io/v1', 'CustomResourceDefinition')!;
    const reference = { resource, namespace: undefined, name: 'cranes.harbour.example.com' };
    await cluster.apply(reference, craneDefinition, { fieldManager: 'somebody-else' });
    await eventually(async () => ((await kinds()).includes('Cranes') ? true : undefined));
    await cluster.delete(reference);
    await eventually(async () => ((await kinds()).includes('Cranes') ? undefined : true));
  });

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      await workspace.fs.writeFile(Uri.joinPath(folder, name), new TextEncoder().encode(text));
    }
    // The search for files of a folder may still know the folder as it was.
    await eventually(async () => {
      const found = await workspace.findFiles('harbour/**');
      return found.length >= Object.keys(files).length ? true : undefined;
    });
  }

  async function boatSpec(): Promise<{ length?: number } | undefined> {
    const resource = (await cluster.discover({ refresh: true })).find('harbour.example.com/v1', 'Boat');
    if (!resource) return undefined;
    const found = await cluster.get({ resource, namespace: 'harbour', name: 'ferry' });
    return found.spec as { length?: number };
  }

  async function colourOf(name: string): Promise<string | undefined> {
    const resource = (await cluster.discover()).find('v1', 'ConfigMap')!;
    const found = await cluster.get({ resource, namespace: 'default', name }).catch(() => undefined);
    return (found?.data as { colour?: string } | undefined)?.colour;
  }
});

const craneDefinition = customDefinition({
  group: 'harbour.example.com',
  kind: 'Crane',
  plural: 'cranes',
  schema: { type: 'object' },
});
