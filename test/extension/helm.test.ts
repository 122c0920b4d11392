import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ConfigurationTarget, commands, extensions, type TreeItem, window, workspace } from 'vscode';
import { parse } from 'yaml';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { eventually } from '../support/extension-ui.ts';
import { openRecordingProxy, type RecordingProxy } from '../support/recording-proxy.ts';
import { ask } from '../support/sandbox-client.ts';

interface Line {
  readonly node: TreeNode;
  readonly item: TreeItem;
  readonly label: string;
  readonly description: string;
}

const places = ['helm-shop', 'helm-live'] as const;
const [shop, live] = places;

describe('releases of Helm', function () {
  this.timeout(60_000);
  let api: Testing;
  let folder: string;
  let server: { readonly url: string; readonly ca: string; readonly token: string };
  let proxy: RecordingProxy;
  const said: string[] = [];
  const { showErrorMessage } = window;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    folder = await mkdtemp(join(tmpdir(), 'kubewright-helm-'));
    server = await sandboxOf(process.env.KUBECONFIG!);
    proxy = await openRecordingProxy(server);
    for (const place of places) await made('/api/v1/namespaces', { metadata: { name: place } });
    await keep(shop, 'web', 1, 'superseded');
    await keep(shop, 'web', 2, 'superseded');
    await keep(shop, 'web', 3, 'deployed');
    await keep(shop, 'db', 1, 'failed');
    await keep(live, 'web', 1, 'pending-install');
    // What only has the label is no release.
    await made(`/api/v1/namespaces/${shop}/secrets`, {
      metadata: { name: 'other', labels: { owner: 'helm', name: 'other', version: '1' } },
    });
    const tokens = {
      helm: server.token,
      'helm-watcher': await watcherToken(),
      'helm-nobody': await token('default'),
    };
    const file = join(folder, 'config');
    await writeFile(file, kubeconfigOf(proxy, tokens));
    await workspace.getConfiguration('kubewright').update('kubeconfigs', [file], ConfigurationTarget.Global);
    Object.assign(window, {
      showErrorMessage: async (text: string) => {
        said.push(text);
        return undefined;
      },
    });
  });

  after(async () => {
    Object.assign(window, { showErrorMessage });
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace
      .getConfiguration('kubewright')
      .update('kubeconfigs', undefined, ConfigurationTarget.Global);
    for (const place of places) await ask(server, 'DELETE', `/api/v1/namespaces/${place}`);
    for (const kind of ['clusterroles', 'clusterrolebindings']) {
      await ask(server, 'DELETE', `/apis/rbac.authorization.k8s.io/v1/${kind}/helm-watcher`);
    }
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('stand in one list by their newest revisions, for which no Secret is read', async () => {
    const heading = await releases('helm');
    const shown = await linesOnce(heading.node, ['db', 'web', 'web']);
    deepStrictEqual(
      shown.map(({ description }) => description.replace(/ · \d+s$/, '')),
      [
        `failed · revision 1 · ${shop}`,
        `pending-install · revision 1 · ${live}`,
        `deployed · revision 3 · ${shop}`,
      ],
    );
    deepStrictEqual(
      shown.map(({ item }) => (item.iconPath as { id: string }).id),
      ['error', 'clock', 'pass'],
    );
    deepStrictEqual(
      shown.map(({ item }) => item.contextValue),
      ['release', 'release', 'release'],
    );
    strictEqual((await releases('helm')).description, '3 · 1 failed');
    const asked = proxy.requests.filter(({ path }) => path.includes('/secrets'));
    ok(asked.length > 0);
    deepStrictEqual(
      asked.filter(({ path }) => !path.includes('labelSelector=owner%3Dhelm')),
      [],
    );
  });

  it('have their chart and their history under them', async () => {
    const web = await release('helm', `deployed · revision 3 · ${shop}`);
    const history = ['revision 3', 'revision 2', 'revision 1'];
    const shown = await linesOnce(web.node, [
      'Chart nginx 1.0.3, app 1.25',
      'Revision 3 is here',
      ...history,
    ]);
    deepStrictEqual(
      shown.slice(2).map(({ description }) => description.replace(/ · \d+s$/, '')),
      ['deployed', 'superseded', 'superseded'],
    );
    const tooltip = web.node.tooltip!() as {
      readonly rows: readonly { readonly name: string; readonly value: string }[];
    };
    deepStrictEqual(
      tooltip.rows.filter(({ name }) => name !== 'Made').map(({ value }) => value),
      [shop, 'deployed', '3', 'nginx 1.0.3, app 1.25', 'Revision 3 is here'],
    );
  });

  it('show a new revision by themselves, on the same line', async () => {
    const before = await release('helm', `deployed · revision 3 · ${shop}`);
    await lines(before.node);
    await keep(shop, 'web', 4, 'deployed');
    await made(
      `/api/v1/namespaces/${shop}/secrets/${secretName('web', 3)}`,
      { metadata: { labels: { status: 'superseded' } } },
      'PATCH',
    );
    const now = await release('helm', `deployed · revision 4 · ${shop}`);
    strictEqual(now.item.id, before.item.id);
    strictEqual(now.node, before.node);
    const [, , , third] = await linesOnce(now.node, [
      'Chart nginx 1.0.4, app 1.25',
      'Revision 4 is here',
      'revision 4',
      'revision 3',
      'revision 2',
      'revision 1',
    ]);
    await eventually(async () =>
      String((await api.clusters.getTreeItem(third!.node)).description).startsWith('superseded')
        ? true
        : undefined,
    );
  });

  it('open their values and their manifest, without what is secret', async () => {
    const web = await release('helm', `deployed · revision 4 · ${shop}`);
    const values = await opened('kubewright.openReleaseValues', web.node);
    match(values, /^# Values of Helm release web in namespace helm-shop, revision 4,/);
    match(values, /\n# Given to the release:\nreplicas: 4\npassword: '\*\*\* \(7 characters\)'\n---\n/);
    match(values, /\nreplicas: 1\n$/);
    const manifest = await opened('kubewright.openReleaseManifest', web.node);
    match(manifest, /\nkind: Secret\nmetadata:\n {2}name: web\ndata:\n {2}password: '\*\*\* \(7 bytes\)'\n/);
    match(
      manifest,
      /\n# Source: nginx\/templates\/deployment.yaml\napiVersion: apps\/v1\nkind: Deployment # as it is\n/,
    );
    for (const text of [values, manifest]) doesNotMatch(text, /hunter2|aHVudGVyMg/);
    const second = (await linesOnce(web.node, 6)).find(({ label }) => label === 'revision 2')!;
    strictEqual(second.item.command?.command, 'kubewright.openReleaseManifest');
    match(await opened('kubewright.openReleaseManifest', second.node), /^# Manifest of .*, revision 2,/);
  });

  it('that cannot be read say so, on their line and when they are opened', async () => {
    await keep(live, 'broken', 1, 'deployed', 'bm90IGEgcmVsZWFzZQ==');
    // It is the only one that is deployed there.
    const broken = await release('helm', `deployed · revision 1 · ${live}`);
    const fault =
      'Revision 1 of release broken in namespace helm-live cannot be read: its data.release is not base64 of base64';
    await linesOnce(broken.node, [fault, 'revision 1']);
    said.length = 0;
    await commands.executeCommand('kubewright.openReleaseValues', broken.node);
    ok(said[0]?.includes(fault), said.join());
  });

  it('go with their Secrets', async () => {
    await ask(server, 'DELETE', `/api/v1/namespaces/${live}/secrets/${secretName('broken', 1)}`);
    await linesOnce((await releases('helm')).node, ['db', 'web', 'web']);
  });

  it('stand under a namespace, too, those of it alone', async () => {
    const cluster = (await lines((await line(undefined, 'helm')).node)).find(
      ({ label }) => label === 'Cluster',
    )!;
    const namespaces = await line(cluster.node, 'Namespaces');
    const own = await line((await line(namespaces.node, live)).node, 'Helm Releases');
    const [web] = await linesOnce(own.node, ['web']);
    match(web!.description, /^pending-install · revision 1 · \d+s$/);
  });

  it('are listed for who may only list and watch Secrets, who is told what is missing for more', async () => {
    const web = await release('helm-watcher', `deployed · revision 4 · ${shop}`);
    const [problem] = await linesOnce(web.node, 5);
    match(problem!.label, /^You may not get secrets `sh\.helm\.release\.v1\.web\.v4` in `helm-shop`/);
    await eventually(async () => {
      const { item } = await release('helm-watcher', `deployed · revision 4 · ${shop}`);
      return item.contextValue === 'release may-not-get' ? true : undefined;
    });
  });

  it('are said to be forbidden for who may not list Secrets', async () => {
    const { node } = await releases('helm-nobody');
    const [problem] = await linesOnce(node, 1);
    match(problem!.label, /^You may not list secrets in `default`/);
    match((await releases('helm-nobody')).description, /^namespace default · you may not list$/);
  });

  async function keep(
    place: string,
    name: string,
    revision: number,
    status: string,
    data?: string,
  ): Promise<void> {
    await made(`/api/v1/namespaces/${place}/secrets`, {
      metadata: {
        name: secretName(name, revision),
        labels: { owner: 'helm', name, version: `${revision}`, status, modifiedAt: '1767225600' },
      },
      type: 'helm.sh/release.v1',
      data: { release: data ?? packed(place, name, revision, status) },
    });
  }

  async function made(path: string, body: object, method = 'POST'): Promise<void> {
    const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
    const { code, text } = await ask(server, method, path, body, headers);
    ok(code < 300, text);
  }

  async function token(account: string): Promise<string> {
    const path = `/api/v1/namespaces/${shop}/serviceaccounts/${account}/token`;
    return await eventually(async () => {
      const { code, body } = await ask(server, 'POST', path, { spec: {} });
      return code === 201 ? (body.status.token as string) : undefined;
    });
  }

  async function watcherToken(): Promise<string> {
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    await made(`/api/v1/namespaces/${shop}/serviceaccounts`, { metadata: { name: 'watcher' } });
    await made(`${rbac}/clusterroles`, {
      metadata: { name: 'helm-watcher' },
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['list', 'watch'] }],
    });
    await made(`${rbac}/clusterrolebindings`, {
      metadata: { name: 'helm-watcher' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'helm-watcher' },
      subjects: [{ kind: 'ServiceAccount', name: 'watcher', namespace: shop }],
    });
    return await token('watcher');
  }

  async function opened(command: string, node: TreeNode): Promise<string> {
    await commands.executeCommand(command, node);
    const document = window.activeTextEditor!.document;
    strictEqual(document.uri.scheme, 'kubewright-page');
    strictEqual(document.languageId, 'yaml');
    return document.getText();
  }

  async function releases(context: string): Promise<Line> {
    const cluster = await line(undefined, context);
    const workloads = await line(cluster.node, 'Workloads');
    const heading = await line(workloads.node, 'Helm Releases');
    await api.clusters.getChildren(heading.node);
    return await line(workloads.node, 'Helm Releases');
  }

  /** The release whose description begins so, once there is one. */
  async function release(context: string, description: string): Promise<Line> {
    const heading = await releases(context);
    return await eventually(async () =>
      (await lines(heading.node)).find((each) => each.description.startsWith(description)),
    );
  }

  async function line(node: TreeNode | undefined, label: string): Promise<Line> {
    return await eventually(async () => (await lines(node)).find((each) => each.label === label));
  }

  /** The lines under a line, once they are these, or so many. */
  async function linesOnce(node: TreeNode, expected: readonly string[] | number): Promise<Line[]> {
    let last: string[] = [];
    try {
      return await eventually(async () => {
        const found = await lines(node);
        last = found.map(({ label }) => label);
        const areThese =
          typeof expected === 'number'
            ? found.length === expected && !last.includes('Loading…') && !last.includes('Reading the chart…')
            : JSON.stringify(last) === JSON.stringify(expected);
        return areThese ? found : undefined;
      });
    } catch {
      throw new Error(`not ${expected}, but ${last.join()}`);
    }
  }

  async function lines(node?: TreeNode): Promise<Line[]> {
    const nodes = (await api.clusters.getChildren(node)) ?? [];
    return await Promise.all(
      nodes.map(async (child) => {
        const item = await api.clusters.getTreeItem(child);
        return { node: child, item, label: String(item.label), description: String(item.description ?? '') };
      }),
    );
  }
});

function secretName(name: string, revision: number): string {
  return `sh.helm.release.v1.${name}.v${revision}`;
}

/** As Helm packs it into `data.release`. */
function packed(namespace: string, name: string, version: number, status: string): string {
  const release = {
    name,
    namespace,
    version,
    info: {
      status,
      first_deployed: '2026-01-01T00:00:00Z',
      last_deployed: '2026-02-01T00:00:00Z',
      description: `Revision ${version} is here`,
    },
    chart: {
      metadata: { name: 'nginx', version: `1.0.${version}`, appVersion: '1.25' },
      values: { replicas: 1 },
    },
    config: { replicas: version, password: 'hunter2' },
    manifest: [
      '',
      '# Source: nginx/templates/secret.yaml\napiVersion: v1\nkind: Secret\nmetadata: {name: web}\ndata: {password: aHVudGVyMg==}\n',
      '# Source: nginx/templates/deployment.yaml\napiVersion: apps/v1\nkind: Deployment # as it is\nmetadata: {name: web}\n',
    ].join('---\n'),
  };
  const encoded = gzipSync(JSON.stringify(release)).toString('base64');
  return Buffer.from(encoded).toString('base64');
}

async function sandboxOf(kubeconfig: string) {
  const { clusters, users } = parse(await readFile(kubeconfig, 'utf8')) as {
    clusters: { cluster: { server: string; 'certificate-authority-data': string } }[];
    users: { name: string; user: { token?: string } }[];
  };
  const { server: url, 'certificate-authority-data': data } = clusters[0]!.cluster;
  const admin = users.find(({ name }) => name.includes('admin'));
  return { url, ca: Buffer.from(data, 'base64').toString(), token: admin?.user.token ?? '' };
}

function kubeconfigOf(proxy: RecordingProxy, tokens: Readonly<Record<string, string>>): string {
  const authority = Buffer.from(proxy.authority).toString('base64');
  return JSON.stringify({
    clusters: [{ name: 'helm', cluster: { server: proxy.url, 'certificate-authority-data': authority } }],
    users: Object.entries(tokens).map(([name, token]) => ({ name, user: { token } })),
    contexts: Object.keys(tokens).map((name) => ({ name, context: { cluster: 'helm', user: name } })),
  });
}
