import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import {
  CancellationTokenSource,
  ConfigurationTarget,
  commands,
  extensions,
  type Terminal,
  type TreeItem,
  window,
  workspace,
} from 'vscode';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { makeCertificates } from '../../sandbox/src/certificates/make-certificates.ts';
import { cleanup, listen, mockServer, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { eventually, pause } from '../support/extension-ui.ts';
import { answerAs } from '../support/fake-api.ts';

interface Line {
  readonly node: TreeNode;
  readonly item: TreeItem;
  readonly label: string;
}

describe('the Clusters view', function () {
  this.timeout(40_000);
  const after = cleanup();
  let api: Testing;
  let folder: string;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
  });

  beforeEach(async () => {
    folder = await temporaryFolder(after);
  });

  afterEach(async () => {
    await showKubeconfigs([]);
    await after.run();
  });

  it('contacts no cluster before a person expands it', async () => {
    const server = await mockServer(after, answerAs({}));
    let connections = 0;
    server.server.on('connection', () => connections++);
    await showKubeconfigs([await kubeconfig('quiet', { server: server.url })]);
    await commands.executeCommand('kubewright.clusters.focus');
    const quiet = await context('quiet');
    await pause(500);
    strictEqual(connections, 0);
    deepStrictEqual(await labels(quiet.node), ['Workloads', 'Cluster']);
    ok(connections > 0);
  });

  it('shows the namespace of the context, and asks for no other', async () => {
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'], other: ['x'] } }));
    await showKubeconfigs([await kubeconfig('own', { server: server.url }, { namespace: 'shop' })]);
    const own = await context('own');
    strictEqual(own.item.description, 'namespace: shop');
    match(
      await tooltipOf(own),
      /^The server is asked without TLS \(http:\/\/\), so no credentials are sent to it/m,
    );
    deepStrictEqual(await labels(await pods('own')), ['web']);
    deepStrictEqual(
      server.requests.filter((request) => request.includes('pods') && !request.includes('/namespaces/shop/')),
      [],
    );
  });

  it('falls back to default where all namespaces are forbidden, and says so', async () => {
    const server = await mockServer(
      after,
      answerAs({ pods: { default: ['web'] }, forbidden: ['/api/v1/pods'] }),
    );
    await showKubeconfigs([await kubeconfig('narrow', { server: server.url })]);
    const kind = await pods('narrow');
    await eventually(async () => ((await labels(kind)).includes('web') ? true : undefined));
    strictEqual((await context('narrow')).item.description, 'all namespaces, else default · v1.35.0');
  });

  it('shows the namespace that is selected from then on', async () => {
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'], zoo: ['bear'] } }));
    await showKubeconfigs([await kubeconfig('many', { server: server.url })]);
    const kind = await pods('many');
    deepStrictEqual(await labels(kind), ['web', 'bear']);
    const selecting = commands.executeCommand('kubewright.selectNamespace', (await context('many')).node);
    await pause(1200);
    // All namespaces, shop, zoo.
    for (let step = 0; step < 2; step++)
      await commands.executeCommand('workbench.action.quickOpenSelectNext');
    await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await selecting;
    strictEqual((await context('many')).item.description, 'namespace: zoo · v1.35.0');
    deepStrictEqual(await labels(kind), ['bear']);
  });

  it('shows a long list page by page', async () => {
    const names = Array.from({ length: 1200 }, (_, index) => `pod-${String(index).padStart(4, '0')}`);
    const server = await mockServer(after, answerAs({ pods: { shop: names } }));
    await showKubeconfigs([await kubeconfig('long', { server: server.url })]);
    const kind = await pods('long');
    await eventually(async () => ((await labels(kind)).length === 501 ? true : undefined));
    const [more] = (await lines(kind)).slice(-1);
    strictEqual(more!.label, 'Show more (700 not shown)');
    await commands.executeCommand('kubewright.showMore', more!.node);
    deepStrictEqual((await labels(kind)).slice(-2), ['pod-0999', 'Show more (200 not shown)']);
  });

  it('reads objects anew on Refresh', async () => {
    const own = { shop: ['web'] };
    const server = await mockServer(after, answerAs({ pods: own }));
    await showKubeconfigs([await kubeconfig('fresh', { server: server.url })]);
    const kind = await pods('fresh');
    deepStrictEqual(await labels(kind), ['web']);
    own.shop = ['web', 'new'];
    await commands.executeCommand('kubewright.refresh', kind);
    await eventually(async () => ((await labels(kind)).join() === 'new,web' ? true : undefined));
  });

  it('shows a row that cannot be read as a line of its own, beside the others', async () => {
    const odd = { cells: ['odd'], object: { metadata: { name: 'odd', uid: 'odd', labels: 'none' } } };
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'] }, oddRows: [odd] }));
    await showKubeconfigs([await kubeconfig('odd', { server: server.url })]);
    const kind = await pods('odd');
    await eventually(async () => ((await labels(kind)).includes('web') ? true : undefined));
    deepStrictEqual(await labels(kind), [
      'Odd cannot be read: its metadata.labels is no map of texts',
      'web',
    ]);
  });

  it('makes a context the current one by a change of that line alone, and shows it', async () => {
    const file = await kubeconfig('chosen', { server: 'https://127.0.0.1:1' });
    const before = `# mine\n${await readFile(file, 'utf8')}`;
    await writeFile(file, before);
    await showKubeconfigs([file]);
    const told = async () => {
      const line = (await context('chosen')).node as { tooltip?: () => unknown };
      return String(line.tooltip?.());
    };
    await commands.executeCommand('kubewright.useContext', (await context('chosen')).node);
    strictEqual(await readFile(file, 'utf8'), before.replace('{', '{"current-context": "chosen", '));
    await eventually(async () => ((await told()).includes('current') ? true : undefined));
  });

  it('says under a Deployment why its Pods are not known, and shows them where they are', async () => {
    const ofDeployment = async (name: string, forbidden: string[]): Promise<TreeNode> => {
      const deployment = { namespace: 'shop', name: 'web' };
      const server = await mockServer(
        after,
        answerAs({ pods: { shop: ['web-1-a'] }, deployment, forbidden }),
      );
      await showKubeconfigs([await kubeconfig(name, { server: server.url }, { namespace: 'shop' })]);
      const [workloads] = await lines((await context(name)).node);
      const kind = (await lines(workloads!.node)).find(({ label }) => label === 'Deployments');
      const [line] = await eventually(async () => {
        const found = await lines(kind!.node);
        return found[0]?.label === 'web' ? found : undefined;
      });
      return line!.node;
    };
    const seen = await ofDeployment('seen', []);
    await eventually(async () => ((await labels(seen)).join() === 'web-1-a' ? true : undefined));
    const barred = await ofDeployment('half', ['/apis/apps/v1/namespaces/shop/replicasets']);
    const line = await eventually(async () => {
      const [first] = await labels(barred);
      return first?.startsWith('Which') ? first : undefined;
    });
    match(
      line,
      /^Which Pods belong to it may not be known: forbidden: .*Ask for `list` on `replicasets\.apps` in `shop`/,
    );
    deepStrictEqual((await labels(barred)).length, 1);
  });

  describe('says in one line what is wrong and what next, and goes on, with', () => {
    const only = async (node: TreeNode) => {
      const found = await lines(node);
      strictEqual(found.length, 1, found.map(({ label }) => label).join('\n'));
      ok(!found[0]!.label.includes('\n'));
      return found[0]!.label;
    };

    afterEach(async () => {
      // The cluster of the run still works.
      const [working] = (await lines()).filter(({ item }) => item.contextValue === 'context');
      ok((await labels(working!.node)).includes('Workloads'));
    });

    it('a server that is down', async () => {
      const closed = createServer();
      const port = await listen(closed as never);
      await new Promise((next) => closed.close(next));
      await showKubeconfigs([await kubeconfig('down', { server: `http://127.0.0.1:${port}` })]);
      match(
        await only((await context('down')).node),
        /^Nothing listens at http:\S+ Start the cluster, or correct its server in the kubeconfig$/,
      );
    });

    it('a session that has expired, whose answer is no list of kinds', async () => {
      const server = await mockServer(after, (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"session expired"}');
      });
      await showKubeconfigs([await kubeconfig('expired', { server: server.url })]);
      match(
        await only((await context('expired')).node),
        /^The answer is not the \S+ .* but \{"error": "session expired"\}\. Something else may answer in the place of/,
      );
    });

    it('a wrong CA', async () => {
      const [own, other] = [await makeCertificates(new Date()), await makeCertificates(new Date())];
      const server = await mockServer(after, answerAs({}), own);
      const data = Buffer.from(other.authority).toString('base64');
      const file = await kubeconfig('doubtful', { server: server.url, 'certificate-authority-data': data });
      await showKubeconfigs([file]);
      match(
        await only((await context('doubtful')).node),
        /^The certificate of https:\S+ is not signed by a trusted authority .* Set certificate-authority in the kubeconfig/,
      );
    });

    it('a 401', async () => {
      const server = await mockServer(after, answerAs({ unauthorized: true }));
      await showKubeconfigs([await kubeconfig('stranger', { server: server.url })]);
      match(
        await only((await context('stranger')).node),
        /^The server does not accept these credentials\. Log in again, or correct the user of this context$/,
      );
    });

    it('a 403 on list', async () => {
      const forbidden = ['/api/v1/pods', '/api/v1/namespaces/default/pods'];
      const server = await mockServer(after, answerAs({ forbidden }));
      await showKubeconfigs([await kubeconfig('barred', { server: server.url })]);
      const kind = await pods('barred');
      const line = await eventually(async () => {
        const [first] = await labels(kind);
        return first?.startsWith('Forbidden') ? first : undefined;
      });
      match(line, /Ask for `list` on `pods` in `default`, or select another namespace$/);
      await only(kind);
    });

    it('credentials that are none', async () => {
      const user = { 'auth-provider': { name: 'oidc' } };
      await showKubeconfigs([await kubeconfig('later', { server: 'https://127.0.0.1:1' }, {}, user)]);
      match(
        await only((await context('later')).node),
        /^The user "later" logs in by auth-provider "oidc" and has neither an id-token nor a refresh-token: /,
      );
    });

    it('a kubeconfig that cannot be read, and one that is not there', async () => {
      const broken = join(folder, 'broken');
      await writeFile(broken, 'contexts: [');
      const missing = join(folder, 'missing');
      await showKubeconfigs([broken, missing]);
      const found = await eventually(async () => {
        const messages = (await lines()).filter(({ item }) => item.contextValue === 'message');
        return messages.length === 2 ? messages.map(({ label }) => label) : undefined;
      });
      ok(found[0]!.startsWith(broken), found[0]);
      strictEqual(found[1], `${missing} does not exist: create it or correct the setting that names it`);
      await writeFile(broken, await readFile(await kubeconfig('mended', { server: 'https://127.0.0.1:1' })));
      await context('mended');
      await rm(broken);
    });
  });

  describe('a credential plugin that asks a person', () => {
    // Asks for a name, and answers with a secret that is made of it.
    const asking = `
      process.stderr.write('Name? ');
      process.stdin.once('data', (name) => {
        const { apiVersion, spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
        const status = { token: 'secret-' + String(name).trim() + '-' + spec.interactive };
        console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion, status }));
        process.exit(0);
      });`;

    it('runs in a terminal when the person says so, and the cluster is tried again', async () => {
      const tokens: (string | undefined)[] = [];
      const answer = answerAs({ pods: { shop: ['web'] } });
      const certificates = await makeCertificates(new Date());
      const server = await mockServer(
        after,
        (request, response) => {
          tokens.push(request.headers.authorization);
          answer(request, response);
        },
        certificates,
      );
      const exec = {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: process.execPath,
        args: ['-e', asking],
        env: [{ name: 'ELECTRON_RUN_AS_NODE', value: '1' }],
        interactiveMode: 'Always',
      };
      const cluster = {
        server: server.url,
        'certificate-authority-data': Buffer.from(certificates.authority).toString('base64'),
      };
      await showKubeconfigs([await kubeconfig('asking', cluster, {}, { exec })]);
      const { node, item } = await context('asking');
      strictEqual(item.contextValue, 'context login');
      const [problem] = await lines(node);
      match(
        problem!.label,
        /log in in a terminal: the credential plugin .* asks questions \(interactiveMode: Always\)$/i,
      );
      strictEqual(problem!.item.contextValue, 'message login');
      deepStrictEqual(tokens, []);
      const opened = new Promise<Terminal>((resolve) => {
        const listener = window.onDidOpenTerminal((terminal) => {
          listener.dispose();
          resolve(terminal);
        });
      });
      const login = commands.executeCommand('kubewright.logIn', problem!.node);
      const terminal = await opened;
      strictEqual(terminal.name, 'Log in: asking');
      // What is typed before it asks is kept for it.
      terminal.sendText('ada');
      await login;
      await eventually(async () => ((await labels(node)).includes('Workloads') ? true : undefined));
      deepStrictEqual([...new Set(tokens)], ['Bearer secret-ada-true']);
      await eventually(async () => (window.terminals.includes(terminal) ? undefined : true));
    });
  });

  async function kubeconfig(name: string, cluster: object, own: object = {}, user: object = {}) {
    const file = join(folder, `${name}.kubeconfig`);
    const text = {
      clusters: [{ name, cluster }],
      users: [{ name, user }],
      contexts: [{ name, context: { cluster: name, user: name, ...own } }],
    };
    await writeFile(file, JSON.stringify(text));
    return file;
  }

  async function showKubeconfigs(files: string[]): Promise<void> {
    const configuration = workspace.getConfiguration('kubewright');
    await configuration.update(
      'kubeconfigs',
      files.length > 0 ? files : undefined,
      ConfigurationTarget.Global,
    );
  }

  async function lines(node?: TreeNode): Promise<Line[]> {
    const nodes = (await api.clusters.getChildren(node)) ?? [];
    return Promise.all(
      nodes.map(async (child) => {
        const item = await api.clusters.getTreeItem(child);
        return { node: child, item, label: String(item.label) };
      }),
    );
  }

  async function tooltipOf({ node, item }: Line): Promise<string> {
    const { token } = new CancellationTokenSource();
    const { tooltip } = (await api.clusters.resolveTreeItem?.(item, node, token)) ?? item;
    return typeof tooltip === 'object' ? tooltip.value : String(tooltip);
  }

  async function labels(node: TreeNode): Promise<string[]> {
    return (await lines(node)).map(({ label }) => label);
  }

  function context(name: string): Promise<Line> {
    return eventually(async () => (await lines()).find(({ label }) => label === name));
  }

  async function pods(contextName: string): Promise<TreeNode> {
    const [workloads] = await lines((await context(contextName)).node);
    const [kind] = await lines(workloads!.node);
    strictEqual(kind!.label, 'Pods');
    return kind!.node;
  }
});
