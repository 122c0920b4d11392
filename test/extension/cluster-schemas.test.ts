import { deepStrictEqual, ok } from 'node:assert';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CodeAction,
  ConfigurationTarget,
  commands,
  extensions,
  type Hover,
  languages,
  type MarkdownString,
  Position,
  type TextDocument,
  workspace,
} from 'vscode';
import type { Cluster } from '../../client/src/cluster/cluster.ts';
import { loadKubeContexts } from '../../client/src/cluster/kubeconfig/load.ts';
import { silentLog } from '../../client/src/cluster/log.ts';
import { openCluster } from '../../client/src/cluster/open.ts';
import { Sandbox } from '../../client/src/sandbox/sandbox.ts';
import type { Testing } from '../../client/src/testing.ts';
import { customDefinition } from '../support/custom-definition.ts';
import { eventually } from '../support/extension-ui.ts';

const raft =
  'apiVersion: dockyard.example.com/v1\nkind: Raft\nmetadata: {name: drift}\nspec: {logs: 4, mast: 1}\n';

/** A definition whose objects have these further fields. */
const definition = (fields: Record<string, { type: string }>) =>
  customDefinition({
    group: 'dockyard.example.com',
    kind: 'Raft',
    plural: 'rafts',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          'x-kubernetes-validations': [{ rule: 'self.logs > 2', message: 'too few logs' }],
          properties: { logs: { type: 'integer' }, ...fields },
        },
      },
    },
  });

describe('schemas of clusters', function () {
  this.timeout(60_000);
  let folder: string;
  let sandbox: Sandbox;
  let cluster: Cluster;
  let document: TextDocument;

  before(async () => {
    const extension = extensions.getExtension<Testing>('kubewright.kubewright')!;
    await (await extension.activate()).languageServer;
    sandbox = new Sandbox(join(extension.extensionPath, 'dist/sandbox.js'), silentLog);
    await sandbox.start();
    // A name of its own, and a cluster that nothing has connected to.
    folder = await mkdtemp(join(tmpdir(), 'kubewright-dockyard-'));
    const kubeconfig = join(folder, 'kubeconfig');
    const text = await readFile(sandbox.kubeconfig!, 'utf8');
    await writeFile(kubeconfig, text.replaceAll(/\bsandbox$/gm, 'dockyard'));
    const files = { merged: [], extra: [kubeconfig] };
    const { contexts } = await loadKubeContexts(files);
    cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
    await define({});
    await setKubeconfigs([kubeconfig]);
  });

  after(async () => {
    await setKubeconfigs(undefined);
    await cluster.dispose();
    await sandbox.dispose();
    await rm(folder, { recursive: true, force: true });
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are fetched when a person chooses the cluster at a kind that is not known', async () => {
    document = await workspace.openTextDocument({ language: 'yaml', content: raft });
    await codes('unknown-group');
    const actions = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      languages.getDiagnostics(document.uri)[0]!.range,
    );
    const action = actions.find(({ title }) => title === 'Fetch its schema from cluster "dockyard"');
    ok(action?.command, actions.map(({ title }) => title).join());
    await commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
    await codes('unknown-field');
  });

  it('tell on hover what the server checks', async () => {
    const [hover] = await commands.executeCommand<Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new Position(3, 1),
    );
    const text = hover!.contents.map((content) => (content as MarkdownString).value).join();
    ok(text.includes('- `self.logs > 2`: too few logs'), text);
  });

  it('count as they are when they change', async () => {
    await define({ mast: { type: 'integer' } });
    await codes();
  });

  async function define(fields: Parameters<typeof definition>[0]): Promise<void> {
    const resource = (await cluster.discover()).find('apiextensions.k8s.io/v1', 'CustomResourceDefinition')!;
    const reference = { resource, namespace: undefined, name: 'rafts.dockyard.example.com' };
    await cluster.apply(reference, definition(fields), { fieldManager: 'somebody-else' });
  }

  async function setKubeconfigs(files: readonly string[] | undefined): Promise<void> {
    await workspace.getConfiguration('kubewright').update('kubeconfigs', files, ConfigurationTarget.Global);
  }

  /** Waits until these are the problems of the document. */
  async function codes(...expected: string[]): Promise<void> {
    let found: unknown[] = [];
    const look = async () => {
      found = languages
        .getDiagnostics(document.uri)
        .map(({ code }) => (typeof code === 'object' ? code.value : code));
      return JSON.stringify(found) === JSON.stringify(expected) ? true : undefined;
    };
    await eventually(look).catch(() => undefined);
    deepStrictEqual(found, expected);
  }
});
