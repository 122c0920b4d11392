import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationTarget, commands, extensions, Selection, Uri, window, workspace } from 'vscode';
import { commandTable } from '../../client/src/contributions/commands.ts';
import type { ClustersView } from '../../client/src/explorer/clusters-view.ts';
import type { KindNode } from '../../client/src/explorer/nodes/kind-node.ts';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { cleanup, mockServer, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { eventually, pause } from '../support/extension-ui.ts';
import { answerAs } from '../support/fake-api.ts';
import { openedPick } from '../support/opened-pick.ts';
import { TreeLines } from '../support/tree-lines.ts';

describe('a search', function () {
  this.timeout(40_000);
  const after = cleanup();
  let api: Testing;
  let tree: TreeLines;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    tree = new TreeLines(api);
  });

  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await show([]);
    await after.run();
  });

  it('finds a name of any kind as it is typed, and Enter opens the object', async () => {
    await show([process.env.KUBECONFIG!]);
    const context = await clusterNamed('sandbox');
    const search = await openedPick(api, 'kubewright.searchObjects', context);
    const { pick } = search;
    await eventually(async () => (/names, \d+ kinds$/.test(pick.title ?? '') ? true : undefined));
    match(pick.title!, /^Search Objects of sandbox: [\d,]+ names, \d+ kinds$/);
    // As fast as nobody types: what is offered is for what was typed.
    await search.type('svc/kubernetes');
    await eventually(async () => (pick.items.length === 1 ? true : undefined));
    deepStrictEqual(
      pick.items.map(({ label, description }) => [label, description]),
      [['kubernetes', 'Service · default']],
    );
    await search.accept();
    match(
      window.activeTextEditor!.document.getText(),
      /^apiVersion: v1\nkind: Service\nmetadata:\n {2}name: kubernetes\n/,
    );
  });

  it('says how old what it has read is, and reads it again when it is asked to', async () => {
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'] } }));
    await show([await kubeconfig('again', server.url)]);
    const context = await clusterNamed('again');
    for (const title of [/: 2 names, 2 kinds$/, /: 2 names, searched \d s ago$/]) {
      const search = await openedPick(api, 'kubewright.searchObjects', context);
      await eventually(async () => (title.test(search.pick.title ?? '') ? true : undefined));
      await search.leave();
    }
  });

  it('says which kinds were not searched, and why', async () => {
    const server = await mockServer(
      after,
      answerAs({ pods: { shop: ['web'] }, forbidden: ['/api/v1/pods'] }),
    );
    await show([await kubeconfig('narrow', server.url, 'shop')]);
    const search = await openedPick(api, 'kubewright.searchObjects', await clusterNamed('narrow'));
    const last = await search.offers((label) => label.includes('not searched'));
    const { pick } = search;
    strictEqual(last, pick.items.at(-1));
    strictEqual(last.label, '$(warning) 1 kind was not searched, or not whole: pods (only shop, default)');
    ok(pick.items.some(({ label }) => label === 'web'));
    await search.leave();
  });

  it('shows the best 200, in its own order, and how many more there are', async () => {
    const names = Array.from({ length: 250 }, (_, place) => `web-${place}`);
    const server = await mockServer(after, answerAs({ pods: { shop: names } }));
    await show([await kubeconfig('many', server.url)]);
    const search = await openedPick(api, 'kubewright.searchObjects', await clusterNamed('many'));
    await search.type('web');
    const more = await search.offers((label) => label.includes(' more: '));
    strictEqual(more.label, '$(ellipsis) 50 more: type more of the name');
    deepStrictEqual(
      search.pick.items.slice(0, 3).map(({ label }) => label),
      ['web-0', 'web-1', 'web-2'],
    );
    await search.leave();
  });

  it('goes to a kind by its short name, and shows an object that stands too far down', async () => {
    const names = Array.from({ length: 600 }, (_, place) => `web-${String(place).padStart(3, '0')}`);
    const server = await mockServer(after, answerAs({ pods: { shop: names } }));
    await show([await kubeconfig('down', server.url)]);
    const context = await clusterNamed('down');
    const kinds = await openedPick(api, 'kubewright.goToKind', context);
    await kinds.type('po');
    await eventually(async () => (kinds.pick.items[0]?.label === 'Pods' ? true : undefined));
    await kinds.accept();
    const kind = await eventually(async () =>
      view().selectedLines.find(({ id }) => /\/kind:pods\.$/.test(id)),
    );
    const { resource } = kind as KindNode;
    const reference = { resource, namespace: 'shop', name: 'web-599' };
    await view().showObject({ context: (context as KindNode).context, reference, uid: undefined });
    const line = await selected('web-599');
    strictEqual(line.parent, kind);
  });

  it('goes to a kind of a cluster before VS Code has told that its line is expanded', async () => {
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'] } }));
    await show([await kubeconfig('early', server.url)]);
    const shown = view();
    const { expand } = shown;
    let isTold = false;
    after.add(() => {
      shown.expand = expand;
    });
    shown.expand = async (line) => {
      if (isTold) await expand.call(shown, line);
      isTold = true;
    };
    const kinds = await openedPick(api, 'kubewright.goToKind', await clusterNamed('early'));
    await kinds.type('po');
    await eventually(async () => (kinds.pick.items[0]?.label === 'Pods' ? true : undefined));
    await kinds.accept();
    ok(isSelected(/\/kind:pods\.$/));
  });

  it('goes to a kind while a cluster that is open beside does not answer', async () => {
    const silent = await mockServer(after, () => {});
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'] } }));
    await show([await kubeconfig('silent', silent.url), await kubeconfig('beside', server.url)]);
    const other = await clusterNamed('silent');
    await view().expand(other);
    await eventually(async () => ((await tree.now(other))[0]?.label === 'Loading…' ? true : undefined));
    const kinds = await openedPick(api, 'kubewright.goToKind', await clusterNamed('beside'));
    await kinds.type('po');
    await eventually(async () => (kinds.pick.items[0]?.label === 'Pods' ? true : undefined));
    view().refresh(undefined);
    await kinds.accept();
    for (let look = 0; look < 20; look++) {
      ok(isSelected(/\/kind:pods\.$/));
      await pause(100);
    }
  });

  it('shows the line of the object of a manifest, and the manifest of a line', async () => {
    const server = await mockServer(after, answerAs({ pods: { shop: ['web'] } }));
    await show([await kubeconfig('both', server.url)]);
    const settings = workspace.getConfiguration('kubewright');
    await settings.update('target', { context: 'both', namespace: 'shop' }, ConfigurationTarget.Global);
    after.add(() => settings.update('target', undefined, ConfigurationTarget.Global));
    const text = (name: string) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n`;
    const content = `${text('gone')}---\n${text('web')}`;
    const manifest = await workspace.openTextDocument({ language: 'yaml', content });
    const editor = await window.showTextDocument(manifest);
    editor.selection = new Selection(7, 0, 7, 0);
    await commands.executeCommand('kubewright.revealInClusters');
    const line = await selected('web');

    editor.selection = new Selection(0, 0, 0, 0);
    const { showInformationMessage } = api.window;
    const told: string[] = [];
    api.window.showInformationMessage = async (message: string) => void told.push(message);
    try {
      await window.showTextDocument(manifest);
      await commands.executeCommand('kubewright.revealInClusters');
    } finally {
      api.window.showInformationMessage = showInformationMessage;
    }
    deepStrictEqual(told, ['Pod gone is not in namespace shop of both.']);

    await commands.executeCommand('kubewright.revealManifest', line);
    strictEqual(window.activeTextEditor!.document, manifest);
    strictEqual(window.activeTextEditor!.selection.active.line, 5);
  });

  it('has keys that VS Code has for nothing else', async () => {
    const keys = Uri.parse('vscode://defaultsettings/keybindings.json');
    const defaults = (await workspace.openTextDocument(keys)).getText();
    for (const id of ['kubewright.searchObjects', 'kubewright.goToKind'] as const) {
      const { key } = commandTable[id].keybinding!;
      const commandsOf = [...defaults.matchAll(/"key": "([^"]+)",\s*"command": "([^"]+)"/g)]
        .filter(([, own]) => own === key)
        .map(([, , command]) => command);
      deepStrictEqual(commandsOf, [id]);
    }
  });

  function view(): ClustersView {
    return api.clusters as ClustersView;
  }

  /** The line of this name, once it is selected: VS Code tells of that a moment after it has shown it. */
  function selected(name: string): Promise<TreeNode> {
    return eventually(async () => {
      const [line] = view().selectedLines;
      return line && (await api.clusters.getTreeItem(line)).label === name ? line : undefined;
    });
  }

  function isSelected(id: RegExp): boolean {
    return view().selectedLines.some((line) => id.test(line.id));
  }

  async function clusterNamed(name: string): Promise<TreeNode> {
    return (await tree.context(name)).node;
  }

  async function kubeconfig(name: string, server: string, namespace?: string): Promise<string> {
    const file = join(await temporaryFolder(after), name);
    const context = { cluster: name, user: name, ...(namespace === undefined ? {} : { namespace }) };
    const content = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name, cluster: { server } }],
      users: [{ name, user: {} }],
      contexts: [{ name, context }],
      'current-context': name,
    };
    await writeFile(file, JSON.stringify(content));
    return file;
  }

  async function show(files: readonly string[]): Promise<void> {
    await workspace
      .getConfiguration('kubewright')
      .update('kubeconfigs', files.length > 0 ? files : undefined, ConfigurationTarget.Global);
  }
});
