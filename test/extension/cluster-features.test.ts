import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert';
import { commands, env, extensions, type TreeItem, Uri, window, workspace } from 'vscode';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { confirming, eventually } from '../support/extension-ui.ts';

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: harbour
  namespace: default
spec:
  replicas: 1
  selector:
    matchLabels: {app: harbour}
  template:
    metadata:
      labels: {app: harbour}
    spec:
      containers:
        - name: web
          image: harbour:1
          ports:
            - containerPort: 8080
`;

describe('cluster features', function () {
  this.timeout(60_000);
  let api: Testing;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
  });

  after(async () => {
    await commands.executeCommand('kubewright.stopSandbox');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('show the contexts of the kubeconfig, with the namespace of each', async () => {
    const roots = await lines();
    const descriptions = roots
      .filter(({ item }) => item.contextValue === 'context')
      .map(({ item }) => item.description);
    ok(descriptions.length > 0);
    for (const description of descriptions)
      match(String(description), /^(target(: \S+)? · )?(namespace: |all namespaces)/);
    deepStrictEqual(roots.at(-1)!.item.contextValue, 'stoppedSandbox');
  });

  it('apply a manifest that is not saved, and show it and its Pods without a refresh', async () => {
    const pods = await kind('Pods');
    const document = await workspace.openTextDocument({ language: 'yaml', content: manifest });
    await window.showTextDocument(document);
    await confirming(commands.executeCommand('kubewright.apply'));
    const pod = await eventually(async () =>
      (await lines(pods)).find(
        ({ label, item }) => /^harbour-/.test(label) && /Running/.test(String(item.description)),
      ),
    );
    strictEqual(pod.item.contextValue, 'object can-get can-delete can-log can-portforward');
    const [container] = await lines(pod.node);
    deepStrictEqual([container!.label, container!.item.description], ['web', 'running']);
  });

  it('show the Pods of a workload under it, with their containers', async () => {
    const deployment = await object('Deployments', /^harbour$/);
    const pod = await eventually(async () =>
      (await lines(deployment.node)).find(({ label }) => /^harbour-/.test(label)),
    );
    strictEqual(pod.item.contextValue, 'object can-get can-delete can-log can-portforward');
    deepStrictEqual(
      (await lines(pod.node)).map(({ label }) => label),
      ['web'],
    );
    await commands.executeCommand('kubewright.openYaml', pod.node);
    match(window.activeTextEditor!.document.getText(), /^apiVersion: v1\nkind: Pod\n/);
  });

  it('copy the name of an object, a container and a context', async () => {
    const [context] = await lines();
    const pod = await object('Pods', /^harbour-/);
    const [container] = await lines(pod.node);
    for (const { node, label } of [context!, pod, container!]) {
      await commands.executeCommand('kubewright.copyName', node);
      strictEqual(await env.clipboard.readText(), label);
    }
  });

  it('open an object as YAML that cannot be edited and is in no file', async () => {
    await commands.executeCommand('kubewright.openYaml', (await object('Deployments', /^harbour$/)).node);
    const { document } = window.activeTextEditor!;
    deepStrictEqual(
      [document.uri.scheme, document.languageId, document.isDirty],
      ['kubewright', 'yaml', false],
    );
    match(document.getText(), /^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n {2}name: harbour\n/);
    ok(!document.getText().includes('managedFields'));
  });

  it('follow logs in a terminal of that name', async () => {
    const pod = await object('Pods', /^harbour-/);
    await commands.executeCommand('kubewright.showLogs', pod.node);
    const terminal = await eventually(async () =>
      window.terminals.find(({ name }) => name === `${pod.label}/web`),
    );
    terminal.dispose();
  });

  it('forward a port, and stop', async () => {
    const pod = await object('Pods', /^harbour-/);
    await commands.executeCommand('kubewright.portForward', pod.node);
    const forward = (await api.forwards.getChildren())![0]!;
    strictEqual(forward.port, 8080);
    const answer = await fetch(`http://127.0.0.1:${forward.localPort}/`);
    strictEqual(answer.status, 200);
    await answer.text();
    await commands.executeCommand('kubewright.stopForward', forward);
    deepStrictEqual(await api.forwards.getChildren(), []);
    await rejects(fetch(`http://127.0.0.1:${forward.localPort}/`));
  });

  it('forward a port of what has Pods, and tell which of them it leads to', async () => {
    const deployment = await object('Deployments', /^harbour$/);
    strictEqual(deployment.item.contextValue, 'object can-get can-delete can-portforward');
    await commands.executeCommand('kubewright.portForward', deployment.node);
    const forward = (await api.forwards.getChildren())![0]!;
    const item = await api.forwards.getTreeItem(forward);
    match(String(item.description), /^harbour:8080 → harbour-[\w-]+:8080$/);
    match(item.tooltip as string, /leads to Deployment harbour, port 8080\nnow to Pod harbour-/);
    strictEqual((await fetch(`http://localhost:${forward.localPort}/`)).status, 200);
    await commands.executeCommand('kubewright.stopForward', forward);
  });

  it('delete an object, and see it go', async () => {
    const deployments = await kind('Deployments');
    const harbour = await object('Deployments', /^harbour$/);
    await confirming(commands.executeCommand('kubewright.deleteObject', harbour.node));
    await eventually(async () => {
      const labels = (await lines(deployments)).map(({ label }) => label);
      return labels.includes('harbour') ? undefined : labels;
    });
  });

  it('delete all lines that are selected, each object once, and copy their names', async () => {
    const content = ['left', 'right']
      .map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default}\n`)
      .join('---\n');
    await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content }));
    await confirming(commands.executeCommand('kubewright.apply'));
    const maps = await kind('ConfigMaps');
    const [left, right] = [await object('ConfigMaps', /^left$/), await object('ConfigMaps', /^right$/)];
    await commands.executeCommand('kubewright.copyName', left.node, [right.node, left.node]);
    strictEqual(await env.clipboard.readText(), 'left right');
    const selected = [left.node, right.node, undefined, right.node];
    await confirming(commands.executeCommand('kubewright.deleteObject', left.node, selected));
    await eventually(async () => {
      const labels = (await lines(maps)).map(({ label }) => label);
      return labels.includes('left') || labels.includes('right') ? undefined : labels;
    });
  });

  it('delete what a manifest names', async () => {
    const document = await workspace.openTextDocument({ language: 'yaml', content: manifest });
    await window.showTextDocument(document);
    await confirming(commands.executeCommand('kubewright.apply'));
    const deployments = await kind('Deployments');
    await object('Deployments', /^harbour$/);
    await window.showTextDocument(document);
    await confirming(commands.executeCommand('kubewright.deleteManifest'));
    await eventually(async () => {
      const labels = (await lines(deployments)).map(({ label }) => label);
      return labels.includes('harbour') ? undefined : labels;
    });
  });

  it('tell what was changed in the session, and go on telling while the page is open', async () => {
    await commands.executeCommand('kubewright.showChanges');
    const { document } = window.activeTextEditor!;
    deepStrictEqual([document.uri.scheme, document.isDirty], ['kubewright-changes', false]);
    const deletions = () =>
      document.getText().match(/ {2}delete deployments\.apps `harbour` in `default`\n {4}done: /g);
    strictEqual(deletions()?.length, 2);
    match(
      document.getText(),
      / {2}patch deployments\.apps `harbour` in `default`\n {4}done: 201, harbour, uid /,
    );
    match(document.getText(), / {2}port-forward to pods `harbour-[\w-]+` in `default`/);
    ok(!document.getText().includes('UNKNOWN'));
    const content = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: told}\n';
    await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content }));
    await confirming(commands.executeCommand('kubewright.apply'));
    await eventually(async () => / {2}patch configmaps `told` in/.test(document.getText()) || undefined);
  });

  it('start and stop a sandbox of their own', async () => {
    await commands.executeCommand('kubewright.startSandbox');
    const sandbox = await eventually(async () =>
      (await lines()).find(({ item }) => item.contextValue === 'context sandbox'),
    );
    strictEqual(sandbox.label, 'Sandbox');
    const headings = (await lines(sandbox.node)).map(({ label }) => label);
    deepStrictEqual(headings.slice(0, 3), ['Workloads', 'Network', 'Configuration']);
    await commands.executeCommand('kubewright.stopSandbox');
    await eventually(async () => (await lines()).find(({ item }) => item.contextValue === 'stoppedSandbox'));
  });

  for (const [by, given] of [
    ['its own button', (uri: Uri) => [uri]],
    ['the palette', () => []],
  ] as const) {
    it(`contact no cluster for a tab that was restored, until a person refreshes it by ${by}`, async () => {
      const query = JSON.stringify({
        context: by,
        apiVersion: 'v1',
        kind: 'Secret',
        namespace: 'a',
        name: 'b',
      });
      const uri = Uri.from({ scheme: 'kubewright', path: '/x/b.yaml', query });
      const document = await workspace.openTextDocument(uri);
      match(document.getText(), /^# Not read from the cluster/);
      await window.showTextDocument(document);
      await commands.executeCommand('kubewright.refresh', ...given(uri));
      const read = /^# The context of this object is in no kubeconfig/;
      await eventually(async () => read.test(document.getText()) || undefined);
    });
  }

  async function lines(node?: TreeNode): Promise<{ node: TreeNode; item: TreeItem; label: string }[]> {
    const nodes = (await api.clusters.getChildren(node)) ?? [];
    return Promise.all(
      nodes.map(async (child) => {
        const item = await api.clusters.getTreeItem(child);
        return { node: child, item, label: String(item.label) };
      }),
    );
  }

  /** The line of a kind under the first context, whose objects are live from the first look at them. */
  async function kind(name: string): Promise<TreeNode> {
    const [context] = (await lines()).filter(({ item }) => item.contextValue === 'context');
    for (const heading of await lines(context!.node)) {
      const found = (await lines(heading.node)).find(({ label }) => label === name);
      if (found) return found.node;
    }
    throw new Error(`no line is called ${name}`);
  }

  async function object(kindName: string, name: RegExp) {
    const parent = await kind(kindName);
    return eventually(async () => (await lines(parent)).find(({ label }) => name.test(label)));
  }
});
