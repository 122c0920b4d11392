import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert';
import { commands, env, extensions, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { confirming, eventually } from '../support/extension-ui.ts';
import { childrenRunning } from '../support/processes.ts';
import { type Line, TreeLines } from '../support/tree-lines.ts';

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
  let tree: TreeLines;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    tree = new TreeLines(api);
  });

  after(async () => {
    await commands.executeCommand('kubewright.stopSandbox');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('show the contexts of the kubeconfig, with the namespace of each', async () => {
    const roots = await tree.under();
    const descriptions = roots
      .filter(({ item }) => item.contextValue === 'context')
      .map(({ item }) => item.description);
    ok(descriptions.length > 0);
    for (const description of descriptions)
      match(String(description), /^(target(: \S+)? · )?(current · )?(all namespaces|[-a-z0-9]+)( · |$)/);
  });

  it('apply a manifest that is not saved, and show it and its Pods without a refresh', async () => {
    const pods = await kind('Pods');
    const document = await workspace.openTextDocument({ language: 'yaml', content: manifest });
    await window.showTextDocument(document);
    await confirming(commands.executeCommand('kubewright.apply'));
    const pod = await eventually(async () =>
      (await tree.under(pods)).find(
        ({ label, item }) => /^harbour-/.test(label) && /Running/.test(String(item.description)),
      ),
    );
    strictEqual(pod.item.contextValue, 'object can-get can-delete can-log can-portforward');
    const [container] = await tree.under(pod.node);
    deepStrictEqual([container!.label, container!.item.description], ['web', 'running']);
  });

  it('show the ReplicaSets of a Deployment under it, and their Pods with their containers', async () => {
    const deployment = await object('Deployments', /^harbour$/);
    const under = (node: TreeNode, label: RegExp) =>
      eventually(async () => (await tree.under(node)).find((line) => label.test(line.label)));
    const replicas = await under(deployment.node, /^harbour-/);
    const pod = await under(replicas.node, /^harbour-\w+-\w+/);
    strictEqual(pod.item.contextValue, 'object can-get can-delete can-log can-portforward');
    deepStrictEqual(
      (await tree.under(pod.node)).map(({ label }) => label),
      ['web', 'Events'],
    );
    await commands.executeCommand('kubewright.openYaml', pod.node);
    match(window.activeTextEditor!.document.getText(), /^apiVersion: v1\nkind: Pod\n/);
  });

  it('copy the name of an object, a container and a context', async () => {
    const [context] = await tree.under();
    const pod = await object('Pods', /^harbour-/);
    const [container] = await tree.under(pod.node);
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
      const labels = (await tree.under(deployments)).map(({ label }) => label);
      return labels.includes('harbour') ? undefined : labels;
    });
  });

  it('compare an object with the one that was selected before', async () => {
    const content = ['one', 'other']
      .map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default}\n`)
      .join('---\n');
    await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content }));
    await confirming(commands.executeCommand('kubewright.apply'));
    const [one, other] = [await object('ConfigMaps', /^one$/), await object('ConfigMaps', /^other$/)];
    await commands.executeCommand('kubewright.selectForCompare', one.node);
    await commands.executeCommand('kubewright.compareWithSelected', other.node);
    const tab = await eventually(async () => {
      const { activeTab } = window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof TabInputTextDiff ? activeTab : undefined;
    });
    const { original, modified } = tab.input as TabInputTextDiff;
    const texts = await Promise.all(
      [original, modified].map(async (uri) => (await workspace.openTextDocument(uri)).getText()),
    );
    deepStrictEqual(
      [tab.label, ...texts],
      [
        'one ↔ other',
        ...['one', 'other'].map(
          (name) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\n`,
        ),
      ],
    );
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
      const labels = (await tree.under(maps)).map(({ label }) => label);
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
      const labels = (await tree.under(deployments)).map(({ label }) => label);
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
      (await tree.under()).find(({ item }) => item.contextValue === 'context sandbox'),
    );
    strictEqual(sandbox.label, 'Sandbox');
    const headings = (await tree.under(sandbox.node)).map(({ label }) => label);
    deepStrictEqual(headings.slice(0, 3), ['Workloads', 'Network', 'Config']);
    await commands.executeCommand('kubewright.stopSandbox');
    await eventually(async () => ((await tree.under()).some(isSandbox) ? undefined : true));
  });

  it('say how a sandbox has ended that nobody has stopped, until it is started again or dismissed', async () => {
    const killed = async () => {
      await commands.executeCommand('kubewright.startSandbox');
      const running = await eventually(async () => (await tree.under()).find(isSandbox));
      const headings = await tree.under(running.node);
      deepStrictEqual(headings[0]!.label, 'Workloads');
      for (const pid of await childrenRunning('sandbox.js')) process.kill(pid, 'SIGKILL');
      return eventually(async () => {
        const shown = (await tree.under()).filter(isSandbox);
        return shown.length === 1 && shown[0]!.item.contextValue === 'stoppedSandbox' ? shown[0] : undefined;
      });
    };
    const { item } = await killed();
    strictEqual(item.description, 'stopped: signal SIGKILL');
    await commands.executeCommand('kubewright.startSandbox');
    const again = await eventually(async () => (await tree.under()).find(isSandbox));
    strictEqual(again.item.contextValue, 'context sandbox');
    deepStrictEqual((await tree.under()).filter(isSandbox).length, 1);
    const { node } = await killed();
    await commands.executeCommand('kubewright.dismissSandbox', node);
    deepStrictEqual((await tree.under()).filter(isSandbox), []);
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

  async function kind(name: string): Promise<TreeNode> {
    const found = await tree.kind(name);
    ok(found, `no line is called ${name}`);
    return found.node;
  }

  function object(kindName: string, name: RegExp): Promise<Line> {
    return tree.object(kindName, name);
  }
});

function isSandbox({ label }: { readonly label: string }): boolean {
  return label === 'Sandbox';
}
