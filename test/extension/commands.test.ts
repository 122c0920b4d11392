import { deepStrictEqual, match, ok } from 'node:assert';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationTarget, commands, extensions, window, workspace } from 'vscode';
import { parse } from 'yaml';
import type { KubeContext } from '../../client/src/cluster/cluster.ts';
import { effectOf } from '../../client/src/cluster/protection/request-effect.ts';
import { type CommandId, commandTable } from '../../client/src/contributions/commands.ts';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import {
  type AnsweredPrompts,
  answerPrompts,
  type Prompt,
  type PromptAnswer,
} from '../support/answered-prompts.ts';
import { type CommandRow, commandRows, type Expected, type Scene, scenes } from '../support/command-rows.ts';
import { eventually } from '../support/extension-ui.ts';
import { openRecordingProxy, type ProxiedRequest, type RecordingProxy } from '../support/recording-proxy.ts';
import { ask } from '../support/sandbox-client.ts';

/** A sandbox as its kubeconfig tells of it, behind a proxy that writes down what it is asked. */
interface Server {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly viewer: string;
  readonly nobody: string;
  readonly proxy: RecordingProxy;
}

const place = 'table';
const names = { usual: 'main', viewer: 'viewer', forbidden: 'nobody' } as const;

describe('commands on clusters', function () {
  this.timeout(60_000);
  let api: Testing;
  let folder: string;
  let first: Server;
  let second: Server;
  let prompts: AnsweredPrompts | undefined;
  /** What was the target before: other suites go on with it. */
  let target: { readonly context: string; readonly namespace: string } | undefined;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    folder = await mkdtemp(join(tmpdir(), 'kubewright-commands-'));
    target = await readTarget();
    first = await serverOf(process.env.KUBECONFIG!);
    second = await serverOf(process.env.EXTENSION_TWIN!);
    const files = [
      [join(folder, 'first'), first],
      [join(folder, 'second'), second],
    ] as const;
    // What is compared with a cluster while one types is asked for by no command.
    await configure('diagnostics.enabled', false);
    for (const [file, server] of files) await writeFile(file, kubeconfigOf(server));
    await configure(
      'kubeconfigs',
      files.map(([file]) => file),
    );
  });

  afterEach(async () => {
    for (const forward of (await api.forwards.getChildren()) ?? []) {
      await commands.executeCommand('kubewright.stopForward', forward);
    }
    prompts?.restore();
    prompts = undefined;
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    await configure('kubeconfigs', undefined);
    await configure('protectedClusters', undefined);
    await configure('target', undefined);
    await configure('diagnostics.enabled', undefined);
    if (target) await restoreTarget(target);
    for (const server of [first, second]) {
      await ask(server, 'DELETE', `/api/v1/namespaces/${place}`);
      await server.proxy.close();
    }
    await rm(folder, { recursive: true, force: true });
  });

  const rows = Object.entries(commandRows) as [CommandId, CommandRow][];

  for (const [command, row] of rows) {
    describe(commandTable[command].title, () => {
      for (const scene of scenesOf(row).filter((each) => !isOnLine(each))) {
        it(`on a cluster ${scenes[scene]}`, () => tried(command, row, scene));
      }
      it('left at any of its prompts: nothing is changed', () => left(command, row));
    });
  }

  // Behind the others: what a line needs is kept live from then on, which no command asks for.
  describe('from a line', () => {
    for (const [command, row] of rows) {
      for (const scene of scenesOf(row).filter(isOnLine)) {
        it(`${commandTable[command].title} ${scenes[scene]}`, () => tried(command, row, scene));
      }
    }
  });

  async function tried(command: CommandId, row: CommandRow, scene: Scene): Promise<void> {
    const expected = row.otherwise[scene] ?? row.usual;
    const [asked, other] = scene === 'twin' ? [second, first] : [first, second];
    await Promise.all([first, second].map((server) => makeSubject(server, row, scene)));
    const args = await argumentsOf(row, scene, asked);
    await configure('protectedClusters', protectionIn(scene, asked));
    await configure('target', row.on === 'manifest' ? targetIn(scene, asked) : undefined);
    for (const { proxy } of [first, second]) proxy.requests.length = 0;
    const { told } = answering((prompt) => answerIn(scene, row, asked, prompt));
    await commands.executeCommand(command, ...args);
    await toldAs(expected, told);
    await readsAs(expected, asked.proxy.requests);
    deepStrictEqual(asked.proxy.requests.flatMap(change), expected.sends ?? []);
    const beside = row.reaches === 'all that are open' ? [] : other.proxy.requests;
    deepStrictEqual(beside, [], 'the other cluster is asked nothing');
    deepStrictEqual(other.proxy.requests.flatMap(change), []);
    const outside = row.reaches === 'all namespaces' ? [] : elsewhere(asked.proxy.requests);
    deepStrictEqual(outside, [], 'no other namespace is asked about');
  }

  /** Leaves the command at its first prompt, then at its second, and so on, until it is done. */
  async function left(command: CommandId, row: CommandRow): Promise<void> {
    await configure('protectedClusters', { [first.proxy.url]: 'confirm' });
    await configure('target', row.on === 'manifest' ? targetIn('confirmed', first) : undefined);
    for (let leave = 1; ; leave++) {
      ok(leave < 10, 'it asks without end');
      await makeSubject(first, row, 'usual');
      const args = await argumentsOf(row, 'usual', first);
      first.proxy.requests.length = 0;
      let prompt = 0;
      const { asked } = answering(async (question) => {
        const answer = await answerIn('confirmed', row, first, question);
        return ++prompt === leave ? 'leave' : answer;
      });
      await commands.executeCommand(command, ...args);
      prompts?.restore();
      if (prompt < leave) return;
      deepStrictEqual(first.proxy.requests.flatMap(change), [], `left at ${asked.at(-1)}`);
      await commands.executeCommand('workbench.action.closeAllEditors');
    }
  }

  /** What *Set as Target* says of the target; undefined where there is none. It stays as it is. */
  async function readTarget() {
    const read: string[] = [];
    answering(async (prompt) => {
      if (prompt.kind === 'text') return 'leave';
      const choice = prompt.choices.find(({ description = '' }) => /^target\b/.test(description));
      if (choice) read.push(JSON.stringify([choice.label, choice.detail]));
      return choice ? { choice } : 'leave';
    });
    await commands.executeCommand('kubewright.setTarget');
    prompts?.restore();
    const [context, namespace] = read;
    return context === undefined || namespace === undefined ? undefined : { context, namespace };
  }

  async function restoreTarget({ context, namespace }: NonNullable<typeof target>): Promise<void> {
    answering(async (prompt) => {
      if (prompt.kind === 'text') return 'leave';
      const choice = prompt.choices.find(({ label, detail }) =>
        [context, namespace].includes(JSON.stringify([label, detail])),
      );
      // Its namespace may be one that is only listed.
      return choice ? { choice } : 'wait';
    });
    await commands.executeCommand('kubewright.setTarget');
    prompts?.restore();
    deepStrictEqual(await readTarget(), { context, namespace });
  }

  function answering(answer: (prompt: Prompt) => Promise<PromptAnswer>): AnsweredPrompts {
    prompts?.restore();
    prompts = answerPrompts(api.window, answer);
    return prompts;
  }

  /** What a person answers who wants the command done; one who does not find what they look for leaves. */
  async function answerIn(
    scene: Scene,
    row: CommandRow,
    server: Server,
    prompt: Prompt,
  ): Promise<PromptAnswer> {
    if (prompt.kind === 'text') {
      const name = /^Type (\S+) to/.exec(prompt.prompt)?.[1];
      return name === undefined || scene === 'unconfirmed' ? 'leave' : { text: name };
    }
    const context = contextIn(scene);
    const isWanted = [
      (choice: string, label: string) => label === context && choice.includes(server.proxy.url),
      (choice: string, label: string) => label === row.on && /"description":"v1[" ]/.test(choice),
      (_: string, label: string) => label === 'subject',
      (_: string, label: string) => /(?:^|\) )(?:Apply \d|Delete \w+ subject)/.test(label),
      (_: string, label: string) => label === place,
      (_: string, label: string) => label === 'YAML',
    ];
    for (const wanted of isWanted) {
      const choice = prompt.choices.find((one) => wanted(JSON.stringify(one), one.label));
      if (!choice) continue;
      const isLast = row.on === 'manifest' ? /Apply|Delete/.test(choice.label) : choice.label === 'subject';
      if (isLast) await meanwhile(scene, row, server);
      return { choice };
    }
    return 'leave';
  }

  /** What others do to the object while a person decides. */
  async function meanwhile(scene: Scene, row: CommandRow, server: Server): Promise<void> {
    if (scene === 'gone') await removeSubject(server, row);
    if (scene === 'replaced') await makeSubject(server, row, 'usual');
  }

  async function argumentsOf(row: CommandRow, scene: Scene, server: Server): Promise<unknown[]> {
    if (row.on === 'schema') {
      const { id } = (await contextNode(scene, server)).context;
      return [{ cluster: id, apiVersion: 'v1', kind: 'ConfigMap' }];
    }
    if (row.on === 'manifest') {
      const content = JSON.stringify({
        ...objectOf('ConfigMap', 'usual'),
        data: { key: scene === 'large' ? 'x'.repeat(1_000_000) : 'new' },
      });
      await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content }));
    }
    if (!isOnLine(scene)) return [];
    const context = await contextNode(scene, server);
    if (row.on === 'cluster' || row.on === 'nothing') return [context.node];
    const heading = await lineOf(context.node, row.on === 'Pod' ? 'Workloads' : 'Config');
    const kind = await lineOf(heading, row.on === 'Pod' ? 'Pods' : 'ConfigMaps');
    return [await eventually(() => lineOf(kind, 'subject').catch(() => undefined))];
  }

  async function contextNode(scene: Scene, server: Server) {
    return await eventually(async () => {
      const nodes = ((await api.clusters.getChildren()) ?? []) as (TreeNode & { context?: KubeContext })[];
      const node = nodes.find(
        ({ context }) => context?.name === contextIn(scene) && context.server === server.proxy.url,
      );
      if (!node?.context) return undefined;
      // A line that was shown is one that commands take.
      await api.clusters.getTreeItem(node);
      return { node, context: node.context };
    });
  }

  async function lineOf(parent: TreeNode, label: string): Promise<TreeNode> {
    for (const node of (await api.clusters.getChildren(parent)) ?? []) {
      if (String((await api.clusters.getTreeItem(node)).label) === label) return node;
    }
    throw new Error(`no line is called ${label}`);
  }
});

function scenesOf({ without }: CommandRow): Scene[] {
  return (Object.keys(scenes) as Scene[]).filter((scene) => without?.[scene] === undefined);
}

function isOnLine(scene: Scene): boolean {
  return scene === 'line' || scene === 'line, read-only';
}

function contextIn(scene: Scene): string {
  return scene === 'viewer' || scene === 'forbidden' ? names[scene] : names.usual;
}

/** What a folder's manifests go to. */
function targetIn(scene: Scene, { proxy }: Server): object {
  return { context: contextIn(scene), server: proxy.url, namespace: place };
}

function protectionIn(scene: Scene, { proxy }: Server): object | undefined {
  if (scene === 'confirmed' || scene === 'unconfirmed') return { [proxy.url]: 'confirm' };
  return scene.endsWith('read-only') ? { [proxy.url]: 'read-only' } : undefined;
}

const configured = new Map<string, string | undefined>();

/** Writing settings takes longer than most commands: what they say already is not written. */
async function configure(name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  if (configured.get(name) === text) return;
  configured.set(name, text);
  await workspace.getConfiguration('kubewright').update(name, value, ConfigurationTarget.Global);
}

async function toldAs({ tells }: Expected, told: readonly string[]): Promise<void> {
  if (!tells) return deepStrictEqual(told, []);
  match(await eventually(async () => told.at(-1)), tells);
}

async function readsAs({ reads }: Expected, requests: readonly ProxiedRequest[]): Promise<void> {
  if (reads !== undefined) await eventually(async () => requests.map(wordsOf).includes(reads) || undefined);
}

/** A request without its query: in the namespace `table` without that, too. */
function wordsOf(request: ProxiedRequest): string {
  return `${request.method} ${pathOf(request).replace(`/api/v1/namespaces/${place}/`, '')}`;
}

/** Its words, where it may change something. */
function change(request: ProxiedRequest): string[] {
  const asked = { ...request, method: request.method as 'GET' };
  if (effectOf(asked) === 'reads') return [];
  return [wordsOf(request)];
}

/** Requests about another namespace, or about all of them; namespaces themselves, and what a server serves, are in none. */
function elsewhere(requests: readonly ProxiedRequest[]): string[] {
  const ofCluster = /^\/(?:apis?|version|openapi\/v3|readyz|api\/v1\/namespaces)(?:$|\/?$)/;
  const discovery =
    /^\/(?:api|apis\/[^/]+)\/[^/]+$|^\/openapi\/v3\/|\/(?:customresourcedefinitions|apiservices)$/;
  const reviews = /^\/apis\/authorization\.k8s\.io\//;
  return requests
    .map(pathOf)
    .filter((path) => !ofCluster.test(path) && !discovery.test(path) && !reviews.test(path))
    .filter((path) => !new RegExp(`/namespaces/${place}(?:/|$)`).test(path));
}

function pathOf({ path }: ProxiedRequest): string {
  return path.split('?')[0]!;
}

function objectOf(kind: 'ConfigMap' | 'Pod', scene: Scene) {
  const metadata = { name: 'subject', namespace: place };
  const large = 'x'.repeat(scene === 'large' ? 1_000_000 : 1);
  if (kind === 'ConfigMap') return { apiVersion: 'v1', kind, metadata, data: { kept: large } };
  const env = [{ name: 'LARGE', value: large }];
  const containers = [{ name: 'web', image: 'web:1', env, ports: [{ containerPort: 8080 }] }];
  return { apiVersion: 'v1', kind, metadata, spec: { containers } };
}

const paths = (row: CommandRow) => `/api/v1/namespaces/${place}/${row.on === 'Pod' ? 'pods' : 'configmaps'}`;

async function makeSubject(server: Server, row: CommandRow, scene: Scene): Promise<void> {
  await removeSubject(server, row);
  // A manifest brings its own megabyte.
  const size = row.on === 'manifest' ? 'usual' : scene;
  const object = objectOf(row.on === 'Pod' ? 'Pod' : 'ConfigMap', size);
  const { code, text } = await ask(server, 'POST', paths(row), object);
  deepStrictEqual([code, code === 201 ? '' : text], [201, '']);
}

async function removeSubject(server: Server, row: CommandRow): Promise<void> {
  await ask(server, 'DELETE', `${paths(row)}/subject?gracePeriodSeconds=0`);
  await eventually(async () => {
    const { code } = await ask(server, 'GET', `${paths(row)}/subject`);
    return code === 404 || undefined;
  });
}

async function serverOf(kubeconfig: string): Promise<Server> {
  const { clusters, users } = parse(await readFile(kubeconfig, 'utf8')) as {
    clusters: { cluster: { server: string; 'certificate-authority-data': string } }[];
    users: { name: string; user: { token?: string } }[];
  };
  const { server: url, 'certificate-authority-data': data } = clusters[0]!.cluster;
  const tokenOf = (name: string) => users.find((user) => user.name.includes(name))?.user.token ?? '';
  const known = { url, ca: Buffer.from(data, 'base64').toString(), token: tokenOf('admin') };
  await ask(known, 'POST', '/api/v1/namespaces', { metadata: { name: place } });
  const account = `/api/v1/namespaces/${place}/serviceaccounts/default/token`;
  const token = await eventually(async () => {
    const { code, body } = await ask(known, 'POST', account, { spec: {} });
    return code === 201 ? (body.status.token as string) : undefined;
  });
  const proxy = await openRecordingProxy(known);
  return { ...known, viewer: tokenOf('viewer'), nobody: token, proxy };
}

function kubeconfigOf({ proxy, token, viewer, nobody }: Server): string {
  const authority = Buffer.from(proxy.authority).toString('base64');
  const tokens = { main: token, viewer, nobody };
  return JSON.stringify(
    {
      clusters: [{ name: 'server', cluster: { server: proxy.url, 'certificate-authority-data': authority } }],
      users: Object.entries(tokens).map(([name, own]) => ({ name, user: { token: own } })),
      contexts: Object.keys(tokens).map((name) => ({
        name,
        context: { cluster: 'server', user: name, namespace: place },
      })),
    },
    undefined,
    2,
  );
}
