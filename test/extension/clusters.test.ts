import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import {
  CancellationTokenSource,
  ConfigurationTarget,
  commands,
  env,
  extensions,
  type Terminal,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { KindNode } from '../../client/src/explorer/nodes/kind-node.ts';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { makeCertificates } from '../../sandbox/src/certificates/make-certificates.ts';
import { cleanup, listen, mockServer, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { answerPrompts } from '../support/answered-prompts.ts';
import { eventually, pause } from '../support/extension-ui.ts';
import { answerAs } from '../support/fake-api.ts';
import { type OpenedPick, openedPick } from '../support/opened-pick.ts';
import { type Line, TreeLines } from '../support/tree-lines.ts';

describe('the Clusters view', function () {
  this.timeout(40_000);
  const after = cleanup();
  let api: Testing;
  let tree: TreeLines;
  let folder: string;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    tree = new TreeLines(api);
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
    deepStrictEqual(await tree.labels(quiet.node), ['Workloads', 'Cluster']);
    ok(connections > 0);
  });

  it('shows clusters anew one by one where a kubeconfig that has changed has the same ones', async () => {
    await commands.executeCommand('kubewright.clusters.focus');
    let told: (readonly unknown[] | 'all')[] = [];
    const listener = api.clusters.onDidChangeTreeData!((changed) => {
      told.push(Array.isArray(changed) ? changed : 'all');
    });
    after.add(() => listener.dispose());
    const isTold = (what: 'all' | 'some') => async () =>
      told.some((changed) => (changed === 'all') === (what === 'all')) || undefined;
    const file = await kubeconfig('same', { server: 'http://127.0.0.1:1' });
    await showKubeconfigs([file]);
    await eventually(isTold('all'));
    await context('same');
    // The setting and its file may be told of one after the other.
    do {
      told = [];
      await pause(500);
    } while (told.length > 0);
    // The file has its contexts at all times, so that none is missing between two writes.
    await appendFile(file, '\n');
    await eventually(isTold('some'));
    ok(!told.includes('all'), 'the whole view was shown anew');
    await kubeconfig('same', { server: 'http://127.0.0.1:2' });
    await eventually(isTold('all'));
  });

  it('shows the namespace of the context, and asks for no other', async () => {
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'], other: ['x'] } }));
    await showKubeconfigs([await kubeconfig('own', { server: server.url }, { namespace: 'shop' })]);
    const own = await context('own');
    strictEqual(own.item.description, 'shop');
    match(
      await tooltipOf(own),
      /^The server is asked without TLS \(http:\/\/\), so no credentials are sent to it/m,
    );
    deepStrictEqual(await tree.labels(await pods('own')), ['web']);
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
    await eventually(async () => ((await tree.labels(kind)).includes('web') ? true : undefined));
    await eventually(async () =>
      (await context('narrow')).item.description === 'all namespaces, else default · v1.35.0 · live'
        ? true
        : undefined,
    );
  });

  it('shows the namespaces that are selected from then on', async () => {
    const names = { pods: { bar: ['x'], shop: ['web'], zoo: ['bear'] } };
    const server = await mockServer(after, answerAs(names));
    await showKubeconfigs([await kubeconfig('many', { server: server.url })]);
    const kind = await pods('many');
    deepStrictEqual(await tree.labels(kind), ['x', 'web', 'bear']);
    const select = async (typed: string, moveTo?: string) => {
      const { node } = await context('many');
      const { pick } = await selectNamespaces(node, typed, moveTo);
      const { description } = (await context('many')).item;
      return {
        ticked: pick.selectedItems.map(({ label }) => label),
        shown: String(description).split(' · ')[0],
        pods: await tree.labels(kind),
      };
    };
    const all = 'All namespaces';
    // Enter takes the one that the keyboard is at.
    deepStrictEqual(await select('', 'zoo'), { ticked: [all], shown: 'zoo', pods: ['bear'] });
    // What is shown is ticked.
    const both = { shown: 'shop, zoo', pods: ['web', 'bear'] };
    deepStrictEqual(await select('shop, zoo'), { ticked: ['zoo'], ...both });
    deepStrictEqual(await select(''), { ticked: ['shop', 'zoo'], ...both });
    deepStrictEqual(await select('ba'), { ticked: ['shop', 'zoo'], shown: 'bar', pods: ['x'] });
  });

  it('puts a kind that is pinned before the headings, with a state of its own', async () => {
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'] } }));
    await showKubeconfigs([await kubeconfig('pins', { server: server.url })]);
    const kind = await pods('pins');
    const { node } = await context('pins');
    await commands.executeCommand('kubewright.pinKind', kind);
    deepStrictEqual(await tree.labels(node), ['Pods', 'Workloads', 'Cluster']);
    const [pinned] = await tree.under(node);
    match(String(pinned!.item.contextValue), /\bpinned\b/);
    notStrictEqual(pinned!.item.id, kind.id);
    deepStrictEqual(await tree.labels(pinned!.node), ['web']);
    await commands.executeCommand('kubewright.unpinKind', pinned!.node);
    deepStrictEqual(await tree.labels(node), ['Workloads', 'Cluster']);
  });

  it('counts objects on request, without a watch, and says so until the line is expanded', async () => {
    const names = Array.from({ length: 3_412 }, (_, index) => `pod-${index}`);
    const answer = answerAs({ pods: { shop: names, zoo: [] }, forbidden: ['/api/v1/namespaces'] });
    const server = await mockServer(after, answer);
    await showKubeconfigs([await kubeconfig('counted', { server: server.url })]);
    const { node } = await context('counted');
    await commands.executeCommand('kubewright.countObjects', node);
    const [workloads, cluster] = await tree.under(node);
    const [kind] = await tree.under(workloads!.node);
    strictEqual(kind!.item.description, '~3,412');
    strictEqual(kind!.item.resourceUri, undefined);
    match(await tooltipOf(kind!), /^Counted at .* in all namespaces\.$/m);
    const [barred] = await tree.under(cluster!.node);
    strictEqual(barred!.item.description, 'forbidden');
    strictEqual(barred!.item.resourceUri?.scheme, 'kubewright-dimmed');
    match(await tooltipOf(barred!), /Ask for `list` on `namespaces`/);
    await selectNamespaces(node, 'zoo');
    await commands.executeCommand('kubewright.countObjects', workloads!.node);
    const [empty] = await tree.under(workloads!.node);
    deepStrictEqual(
      [empty!.item.description, empty!.item.resourceUri?.scheme],
      ['none', 'kubewright-dimmed'],
    );
    ok(!server.requests.some((request) => request.includes('watch=')), server.requests.join('\n'));
    deepStrictEqual(await tree.labels(empty!.node), ['No Pods in zoo']);
    const [open] = await tree.under(workloads!.node);
    deepStrictEqual([open!.item.description, open!.item.resourceUri], ['0', undefined]);
  });

  it('shows a long list page by page', async () => {
    const names = Array.from({ length: 1200 }, (_, index) => `pod-${String(index).padStart(4, '0')}`);
    const server = await mockServer(after, answerAs({ pods: { shop: names } }));
    await showKubeconfigs([await kubeconfig('long', { server: server.url })]);
    const kind = await pods('long');
    await eventually(async () => ((await tree.labels(kind)).length === 502 ? true : undefined));
    const ends = async () => {
      const lines = await tree.under(kind);
      return [...lines.slice(0, 2), ...lines.slice(-3)].map(({ label }) => label);
    };
    const turn = async (way: string) => {
      const line = (await tree.under(kind)).find(({ label }) => label.startsWith(way));
      await commands.executeCommand('kubewright.turnPage', line!.node);
    };
    const firstPage = [
      'pod-0000',
      'pod-0001',
      'pod-0499',
      'Next 500 of 700 more',
      'Showing 500 of 1,200: filter',
    ];
    deepStrictEqual(await ends(), firstPage);
    await turn('Next');
    deepStrictEqual(await ends(), [
      'Previous 500',
      'pod-0500',
      'pod-0999',
      'Next 200',
      'Showing 501 to 1,000 of 1,200: filter',
    ]);
    await turn('Next');
    deepStrictEqual(await ends(), [
      'Previous 500',
      'pod-1000',
      'pod-1198',
      'pod-1199',
      'Showing 1,001 to 1,200 of 1,200: filter',
    ]);
    await turn('Previous');
    await turn('Previous');
    deepStrictEqual(await ends(), firstPage);
  });

  it('offers the columns of a kind that was closed once they have come', async () => {
    const answer = answerAs({ pods: { shop: ['web'] } });
    const server = await mockServer(after, (request, response) => {
      // Longer than a line waits for its first rows.
      setTimeout(() => answer(request, response), request.url?.includes('/pods') ? 1500 : 0);
    });
    await showKubeconfigs([await kubeconfig('slow', { server: server.url })]);
    const kind = await pods('slow');
    const offered: string[][] = [];
    const prompts = answerPrompts(api.window, async (prompt) => {
      if (prompt.kind === 'pick') offered.push(prompt.choices.map(({ label }) => label));
      return 'leave';
    });
    after.add(() => prompts.restore());
    await commands.executeCommand('kubewright.sortObjects', kind);
    deepStrictEqual(offered, [['Namespace and Name', 'Name', 'Namespace']]);
  });

  it('shows what is chosen of a kind, says so first, and remembers it over a refresh and a collapse', async () => {
    const own = { shop: ['web-1', 'web-2', 'api'], zoo: ['web-3'] };
    const server = await mockServer(after, answerAs({ pods: own }));
    await showKubeconfigs([await kubeconfig('chosen', { server: server.url })]);
    const kind = (await pods('chosen')) as KindNode;
    await eventually(async () => ((await tree.labels(kind)).length === 4 ? true : undefined));
    kind.choose({ ...kind.options, filter: 'web' });
    deepStrictEqual(await tree.labels(kind), ['web-1', 'web-2', 'web-3']);
    strictEqual(kind.item().description, 'filter: web · 3 of 4');
    kind.choose({ ...kind.options, sort: { column: 'Name', direction: 'descending' } });
    deepStrictEqual(await tree.labels(kind), ['web-3', 'web-2', 'web-1']);
    kind.choose({ ...kind.options, filter: '', group: { by: 'namespace' } });
    const groups = await tree.under(kind);
    deepStrictEqual(
      groups.map(({ label, item }) => `${label} ${item.description}`),
      ['shop 3', 'zoo 1'],
    );
    deepStrictEqual(await tree.labels(groups[0]!.node), ['web-2', 'web-1', 'api']);
    kind.choose({ ...kind.options, filter: 'label:app=web', selection: { labelSelector: 'app=web' } });
    await tree.labels(kind);
    await eventually(async () =>
      server.requests.some((path) => path.includes('app%3Dweb')) ? true : undefined,
    );
    kind.choose({ ...kind.options, filter: 'none', selection: {} });
    deepStrictEqual(await tree.labels(kind), ['No Pods for filter: none']);
    kind.choose({ ...kind.options, filter: '-1' });
    await commands.executeCommand('kubewright.refresh');
    const anew = (await pods('chosen')) as KindNode;
    strictEqual(anew.item().description?.toString().split(' · ')[0], 'filter: -1');
    await commands.executeCommand('kubewright.showOnlyUnhealthy', anew);
    match(
      String(anew.item().description),
      /^filter: -1 · only unhealthy · by Name, descending · grouped by namespace/,
    );
    strictEqual(anew.item().contextValue, 'kind unpinned unhealthy');
    await commands.executeCommand('kubewright.showAllObjects', anew);
    strictEqual(anew.item().contextValue, 'kind unpinned');
  });

  it('reads objects anew on Refresh', async () => {
    const own = { shop: ['web'] };
    const server = await mockServer(after, answerAs({ pods: own }));
    await showKubeconfigs([await kubeconfig('fresh', { server: server.url })]);
    const kind = await pods('fresh');
    deepStrictEqual(await tree.labels(kind), ['web']);
    own.shop = ['web', 'new'];
    await commands.executeCommand('kubewright.refresh', kind);
    await eventually(async () => ((await tree.labels(kind)).join() === 'new,web' ? true : undefined));
  });

  it('shows a row that cannot be read as a line of its own, beside the others', async () => {
    const odd = { cells: ['odd'], object: { metadata: { name: 'odd', uid: 'odd', labels: 'none' } } };
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'] }, oddRows: [odd] }));
    await showKubeconfigs([await kubeconfig('odd', { server: server.url })]);
    const kind = await pods('odd');
    await eventually(async () => ((await tree.labels(kind)).includes('web') ? true : undefined));
    deepStrictEqual(await tree.labels(kind), [
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
    strictEqual((await context('chosen')).item.description, 'current · all namespaces');
  });

  it('shows under a Deployment its ReplicaSets, under these their Pods, and says why where it may not', async () => {
    const ofDeployment = async (name: string, forbidden: string[]): Promise<TreeNode> => {
      const deployment = { namespace: 'shop', name: 'web' };
      const server = await mockServer(
        after,
        answerAs({ pods: { shop: ['web-1-a'] }, deployment, forbidden }),
      );
      await showKubeconfigs([await kubeconfig(name, { server: server.url }, { namespace: 'shop' })]);
      const [workloads] = await tree.under((await context(name)).node);
      const kind = (await tree.under(workloads!.node)).find(({ label }) => label === 'Deployments');
      return firstOf(kind!.node, 'web');
    };
    const firstOf = (node: TreeNode, label: string) =>
      eventually(async () => {
        const [first] = await tree.under(node);
        return first?.label === label ? first.node : undefined;
      });
    const seen = await ofDeployment('seen', []);
    const replicas = await firstOf(seen, 'web-1');
    await eventually(async () => ((await tree.labels(replicas)).join() === 'web-1-a' ? true : undefined));
    const barred = await ofDeployment('half', ['/apis/apps/v1/namespaces/shop/replicasets']);
    const line = await eventually(async () => {
      const [first] = await tree.labels(barred);
      return first?.startsWith('You may not') ? first : undefined;
    });
    match(
      line,
      /^You may not list replicasets\.apps in `shop`\. Ask for `list` on `replicasets\.apps` in `shop`/,
    );
    deepStrictEqual((await tree.labels(barred)).length, 1);
  });

  describe('says in one line what is wrong and what next, and goes on, with', () => {
    const only = async (node: TreeNode) => {
      const found = await tree.under(node);
      strictEqual(found.length, 1, found.map(({ label }) => label).join('\n'));
      ok(!found[0]!.label.includes('\n'));
      return found[0]!.label;
    };

    afterEach(async () => {
      // The cluster of the run still works.
      const [working] = (await tree.under()).filter(({ item }) => item.contextValue === 'context');
      ok((await tree.labels(working!.node)).includes('Workloads'));
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
      match(
        String((await context('down')).item.description),
        /^unreachable: nothing listens at http:\S+ · all namespaces$/,
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
        const [first] = await tree.labels(kind);
        return first?.startsWith('You may not') ? first : undefined;
      });
      strictEqual(
        line,
        'You may not list pods in `default`. Ask for `list` on `pods` in `default`, or select another namespace',
      );
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
        const messages = (await tree.under()).filter(({ item }) => item.contextValue === 'problem');
        return messages.length === 2 ? messages.map(({ label }) => label) : undefined;
      });
      ok(found[0]!.startsWith(broken), found[0]);
      strictEqual(found[1], `${missing} does not exist: create it or correct the setting that names it`);
      await writeFile(broken, await readFile(await kubeconfig('mended', { server: 'https://127.0.0.1:1' })));
      await context('mended');
      await rm(broken);
    });
  });

  it('shows the contexts of a kubeconfig that is picked, and says why of another file', async () => {
    const [named, other] = [
      await kubeconfig('named', { server: 'https://127.0.0.1:1' }),
      join(folder, 'pod'),
    ];
    await writeFile(other, 'kind: Pod');
    const prompts = answerPrompts(api.window, async () => 'leave');
    const open = api.window.showOpenDialog;
    try {
      Object.assign(api.window, { showOpenDialog: async () => [Uri.file(other), Uri.file(named)] });
      await commands.executeCommand('kubewright.nameKubeconfig');
      await context('named');
      await commands.executeCommand('kubewright.nameKubeconfig');
    } finally {
      prompts.restore();
      Object.assign(api.window, { showOpenDialog: open });
    }
    const isNone = `warning: ${other} is no kubeconfig: its kind is "Pod", not Config. It was not added.`;
    deepStrictEqual(prompts.told, [
      isNone,
      `information: Added ${named} to kubewright.kubeconfigs: named.`,
      isNone,
      `information: The contexts of ${named} are shown already.`,
    ]);
    deepStrictEqual(workspace.getConfiguration('kubewright').get('kubeconfigs'), [named]);
  });

  describe('a line that tells of a problem', () => {
    it('is read whole, copied, and tried again', async () => {
      let answer = answerAs({ unauthorized: true });
      const server = await mockServer(after, (request, response) => answer(request, response));
      await showKubeconfigs([await kubeconfig('away', { server: server.url })]);
      const { node } = await context('away');
      const [problem] = await tree.under(node);
      await commands.executeCommand(problem!.item.command!.command, ...problem!.item.command!.arguments!);
      const text = window.activeTextEditor!.document.getText();
      match(
        text.replaceAll('\n', ' '),
        /^\S.* \(context away\) {2}The server does not accept these credentials\. {2}Log in again, or correct/,
      );
      await commands.executeCommand('kubewright.copyProblem', problem!.node);
      match(await env.clipboard.readText(), /^\S.* \(context `away`\): the server does not accept these/);
      answer = answerAs({});
      await commands.executeCommand('kubewright.retryProblem', problem!.node);
      deepStrictEqual(await tree.labels(node), ['Workloads', 'Cluster']);
    });

    it('of a kubeconfig reads that again', async () => {
      const broken = await kubeconfig('half', {});
      await showKubeconfigs([broken]);
      const { node } = await context('half');
      const [problem] = await tree.under(node);
      match(problem!.label, /server/);
      const server = await mockServer(after, answerAs({}));
      await writeFile(broken, await readFile(await kubeconfig('half', { server: server.url })));
      await commands.executeCommand('kubewright.retryProblem', problem!.node);
      deepStrictEqual(await tree.labels((await context('half')).node), ['Workloads', 'Cluster']);
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
      const [problem] = await tree.under(node);
      match(
        problem!.label,
        /log in in a terminal: the credential plugin .* asks questions \(interactiveMode: Always\)$/i,
      );
      strictEqual(problem!.item.contextValue, 'problem login');
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
      await eventually(async () => ((await tree.labels(node)).includes('Workloads') ? true : undefined));
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

  /** Has the namespaces shown that are typed, or the one that the keyboard is moved to; gives the pick. */
  async function selectNamespaces(node: TreeNode, typed: string, moveTo?: string): Promise<OpenedPick> {
    const namespaces = await openedPick(api, 'kubewright.selectNamespace', node);
    await namespaces.filled();
    await namespaces.type(typed);
    if (moveTo !== undefined) await namespaces.moveTo(moveTo);
    await namespaces.accept();
    return namespaces;
  }

  async function showKubeconfigs(files: string[]): Promise<void> {
    const configuration = workspace.getConfiguration('kubewright');
    await configuration.update(
      'kubeconfigs',
      files.length > 0 ? files : undefined,
      ConfigurationTarget.Global,
    );
  }

  async function tooltipOf({ node, item }: Line): Promise<string> {
    const { token } = new CancellationTokenSource();
    const { tooltip } = (await api.clusters.resolveTreeItem?.(item, node, token)) ?? item;
    return typeof tooltip === 'object' ? tooltip.value : String(tooltip);
  }

  function context(name: string): Promise<Line> {
    return eventually(async () => (await tree.under()).find(({ label }) => label === name));
  }

  async function pods(contextName: string): Promise<TreeNode> {
    const [workloads] = await tree.under((await context(contextName)).node);
    const [kind] = await tree.under(workloads!.node);
    strictEqual(kind!.label, 'Pods');
    return kind!.node;
  }
});
