import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { commands, env, extensions, window, workspace } from 'vscode';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { confirming, eventually } from '../support/extension-ui.ts';
import { type Line, TreeLines } from '../support/tree-lines.ts';

const manifests = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: quay, namespace: default}
spec:
  replicas: 1
  selector: {matchLabels: {app: quay}}
  template:
    metadata: {labels: {app: quay}}
    spec:
      containers: [{name: web, image: "quay:1"}]
      volumes: [{name: data, persistentVolumeClaim: {claimName: quay}}]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: quay, namespace: default}
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: ""
  volumeName: quay
  resources: {requests: {storage: 1Gi}}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: quay}
spec:
  accessModes: [ReadWriteOnce]
  capacity: {storage: 1Gi}
  claimRef: {apiVersion: v1, kind: PersistentVolumeClaim, namespace: default, name: quay}
  hostPath: {path: /tmp/quay}
---
apiVersion: v1
kind: Service
metadata: {name: quay, namespace: default}
spec: {selector: {app: quay}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: quay-empty, namespace: default}
spec: {selector: {app: nobody}, ports: [{port: 80}]}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: quay, namespace: default}
spec:
  defaultBackend: {service: {name: quay, port: {number: 80}}}
  rules: [{http: {paths: [{path: /api, pathType: Prefix, backend: {service: {name: quay-api, port: {number: 80}}}}]}}]
`;

describe('what stands under an object', function () {
  this.timeout(60_000);
  let tree: TreeLines;

  before(async () => {
    tree = new TreeLines(await extensions.getExtension<Testing>('kubewright.kubewright')!.activate());
    await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content: manifests }));
    await confirming(commands.executeCommand('kubewright.apply'));
    const pods = await kind('Pods');
    const isRunning = ({ label, item }: Line) =>
      label.startsWith('quay-') && /Running/.test(String(item.description));
    // A real cluster looks for volumes of claims every 15 s.
    await eventually(async () => (await tree.under(pods)).find(isRunning), 400);
  });

  after(async () => {
    await confirming(commands.executeCommand('kubewright.deleteManifest'));
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('of a Deployment: ReplicaSets, the older ones under one line, their Pods and containers', async () => {
    const deployment = await object('Deployments', 'quay');
    const [first, events] = await shown(deployment, [/^quay-\w+$/, /^Events$/]);
    const [pod] = await shown(first!.node, [/^quay-\w+-\w+$/, /^Events$/]);
    await shown(pod!.node, [/^web$/, /^Events$/]);
    await shown(events!.node, [/^ScalingReplicaSet$/]);
    const changed = manifests.split('---')[0]!.replace('quay:1', 'quay:2');
    await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content: changed }));
    await confirming(commands.executeCommand('kubewright.apply'));
    const [current, older] = await shown(deployment, [/^quay-\w+$/, /^1 older ReplicaSet$/, /^Events$/]);
    ok(current!.label !== first!.label);
    await shown(older!.node, [new RegExp(`^${first!.label}$`)]);
    await shown(events!.node, [/^ScalingReplicaSet$/, /^ScalingReplicaSet$/, /^ScalingReplicaSet$/]);
  });

  it('of a Service: the Pods that it selects, or that there are none', async () => {
    const [pod] = await shown(await object('Services', 'quay'), [/^quay-\w+-\w+$/, /^Events$/]);
    strictEqual(pod!.item.contextValue, 'object can-get can-delete can-log can-portforward');
    await commands.executeCommand('kubewright.copyName', pod!.node);
    strictEqual(await env.clipboard.readText(), pod!.label);
    const [own] = await shown(pod!.node, [/^web$/, /^Events$/]);
    const [, inPods] = await tree.under(await object('Pods', pod!.label));
    ok(inPods!.node.id !== own!.node.id);
    const [nothing] = await shown(await object('Services', 'quay-empty'), [
      /^No Pods have app=nobody$/,
      /^Events$/,
    ]);
    strictEqual(nothing!.item.contextValue, 'message');
  });

  it('of a claim and its volume: each other, once, and the Pods that use it', async () => {
    const claim = await object('PersistentVolumeClaims', 'quay');
    const [volume, pod] = await shown(claim, [/^quay$/, /^quay-\w+-\w+$/, /^Events$/]);
    deepStrictEqual(
      [volume, pod].map((line) => String(line!.item.description).split(' · ')[0]),
      ['PersistentVolume', 'Pod'],
    );
    await shown(volume!.node, [/^Events$/]);
    const [back] = await shown(await object('PersistentVolumes', 'quay'), [/^quay$/, /^Events$/]);
    strictEqual(
      (back!.node as unknown as { reference: { namespace: string } }).reference.namespace,
      'default',
    );
  });

  it('of an Ingress: the Services that it names, and those that are not there', async () => {
    const ingress = await object('Ingresses', 'quay');
    await shown(ingress, [/^quay$/, /^Service quay-api does not exist$/, /^Events$/]);
    const content = manifests.split('---')[4]!.replaceAll('quay-empty', 'quay-api');
    await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content }));
    await confirming(commands.executeCommand('kubewright.apply'));
    await shown(ingress, [/^quay$/, /^quay-api$/, /^Events$/]);
    await confirming(commands.executeCommand('kubewright.deleteManifest'));
    await shown(ingress, [/^quay$/, /^Service quay-api does not exist$/, /^Events$/]);
  });

  it('of a Node: its Pods; of a Namespace: its kinds, with its objects alone', async () => {
    const [node] = await tree.under(await kind('Nodes'));
    await eventually(async () =>
      (await tree.labels(node!.node)).find((label) => /^quay-\w+-\w+$/.test(label)),
    );
    const inNamespace = await tree.under(await object('Namespaces', 'default'));
    deepStrictEqual(
      inNamespace.slice(0, 3).map(({ label }) => label),
      ['Pods', 'Deployments', 'StatefulSets'],
    );
    strictEqual(inNamespace.at(-1)!.label, 'Events');
    const deployments = inNamespace.find(({ label }) => label === 'Deployments')!;
    await eventually(async () => ((await tree.labels(deployments.node)).includes('quay') ? true : undefined));
    strictEqual(inNamespace.filter(({ label }) => label === 'Nodes').length, 0);
  });

  /** The lines under a line, once they are these. */
  async function shown(node: TreeNode, expected: readonly RegExp[]): Promise<Line[]> {
    let last: string[] = [];
    try {
      return await eventually(async () => {
        const found = await tree.under(node);
        last = found.map(({ label }) => label);
        const areThese =
          found.length === expected.length && expected.every((each, place) => each.test(last[place]!));
        return areThese ? found : undefined;
      });
    } catch {
      throw new Error(`not ${expected.join()}, but ${last.join()}`);
    }
  }

  async function kind(name: string): Promise<TreeNode> {
    const found = await tree.kind(name);
    ok(found, `no line is called ${name}`);
    return found.node;
  }

  async function object(kindName: string, name: string): Promise<TreeNode> {
    return (await tree.object(kindName, new RegExp(`^${name}$`))).node;
  }
});
