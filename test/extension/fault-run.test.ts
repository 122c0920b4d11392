import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  ConfigurationTarget,
  commands,
  extensions,
  type QuickPick,
  type QuickPickItem,
  workspace,
} from 'vscode';
import type { Cluster } from '../../client/src/cluster/cluster.ts';
import type { Resource } from '../../client/src/cluster/kube-object.ts';
import type { KindNode } from '../../client/src/explorer/nodes/kind-node.ts';
import { allRows } from '../../client/src/explorer/row-options.ts';
import type { Testing } from '../../client/src/testing.ts';
import { cleanup, mockKubeconfig, openMock, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { eventually, pause } from '../support/extension-ui.ts';
import { type FaultyServer, startFaultyServer, type Upstream } from '../support/faulty-server.ts';
import { seededRandom } from '../support/random.ts';
import { startSandbox } from '../support/sandbox.ts';
import { type Line, TreeLines } from '../support/tree-lines.ts';

/** How long it goes on: two minutes where all tests run, ten by `KUBEWRIGHT_FAULT_SECONDS=600 EXTENSION_LIMIT=900000`. */
const seconds = Number(process.env.KUBEWRIGHT_FAULT_SECONDS ?? 115);
/** A fault begins this often, in milliseconds. */
const faultInterval = 2_500;
/** Something is done, and something changes, this often. */
const stepInterval = 150;
/** Bytes that the heap of the extension host may have more at the end than after a third of the time. */
const heapGrowth = 25e6;

const namespaces = ['default', 'kube-system', 'shop'];
const watched = ['ConfigMaps', 'Pods', 'Namespaces'];
/** What is typed as a filter: some asks the server, some finds nothing, and one the server refuses. */
const filters = [
  'step-1',
  'status:failed',
  'label:app=web',
  'field:metadata.name=step-3',
  'label:a=(',
  'none',
  '',
];
const searched = ['step', 'cm/step-2', 'shop/web', 'po/', 'nothing'];

describe('a cluster that fails all the time', function () {
  this.timeout((seconds + 120) * 1_000);
  const undo = cleanup();
  const random = seededRandom(17);
  const rejections: unknown[] = [];
  const remember = (reason: unknown) => void rejections.push(reason);
  let api: Testing;
  let tree: TreeLines;
  /** The filter or the search that is open. */
  let asking: QuickPick<QuickPickItem> | undefined;
  /** How often each was done. */
  const done = {
    filterObjects: 0,
    searchObjects: 0,
    showOnlyUnhealthy: 0,
    showAllObjects: 0,
    type: 0,
    leave: 0,
    enter: 0,
  };
  let steps = 0;
  let faulty: FaultyServer;
  let tokenFile: string;
  let sandbox: RunningSandbox;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    // While a server fails nothing may come for longer than anybody waits.
    tree = new TreeLines(api, 'as they are');
    followPicks();
    process.on('unhandledRejection', remember);
    const folder = await temporaryFolder(undo);
    tokenFile = join(folder, 'token');
    await writeFile(tokenFile, 'token-0');
    faulty = await startFaultyServer(undo, 'token-0');
    sandbox = await startSamples();
    faulty.upstream = sandbox.upstream;
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(kubeconfig, mockKubeconfig(faulty.server.cluster, { tokenFile }));
    await show([kubeconfig]);
    await commands.executeCommand('kubewright.clusters.focus');
  });

  after(async () => {
    process.off('unhandledRejection', remember);
    await show([]);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.stop();
    await undo.run();
  });

  it(`is shown as it is once it works again, after ${seconds} s`, async () => {
    await eventually(async () => ((await kindLines()).length > 0 ? true : undefined));
    const end = Date.now() + seconds * 1_000;
    let heapBefore: number | undefined;
    let nextFault = Date.now() + faultInterval;
    let state: 'works' | 'fails' = 'works';
    while (Date.now() < end) {
      await pause(stepInterval);
      if (Date.now() >= nextFault) {
        // Between two faults there is something to filter.
        await (state === 'works' ? strike() : restore());
        state = state === 'works' ? 'fails' : 'works';
        nextFault = Date.now() + faultInterval;
      }
      await Promise.all([act(), change()]);
      if (heapBefore === undefined && end - Date.now() < (seconds * 1_000 * 2) / 3) heapBefore = usedHeap();
    }
    await restore();
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('kubewright.refresh');
    await showAllRows();

    await eventually(async () => (await difference()).length === 0 || undefined).catch(async () => {
      deepStrictEqual(await difference(), []);
    });
    deepStrictEqual(rejections, []);
    const figures = JSON.stringify({ steps, ...done });
    for (const [what, times] of Object.entries(done)) ok(times > 0, `${what} was never done: ${figures}`);
    ok(faulty.server.requests.length > 2 * seconds, `${faulty.server.requests.length} requests`);
    const grown = usedHeap() - heapBefore!;
    console.log(
      `${faulty.server.requests.length} requests, the heap ${(grown / 1e6).toFixed(1)} MB more, ${figures}`,
    );
    ok(grown < heapGrowth, `the heap has grown by ${Math.round(grown / 1e6)} MB`);
    await show([]);
    await eventually(async () => faulty.server.sockets.size === 0 || undefined).catch(() => {
      strictEqual(faulty.server.sockets.size, 0, 'sockets are left');
    });
  });

  /** One of the things that servers and lines do wrong begins. */
  async function strike(): Promise<void> {
    const before = sandbox;
    switch (random(7)) {
      case 0:
        return faulty.cut();
      case 1:
        return refuse(429, 'TooManyRequests');
      case 2:
        return refuse(500, 'InternalError');
      case 3:
        return refuse(410, 'Expired');
      case 4:
        return expire();
      case 5:
        faulty.upstream = undefined;
        return faulty.cut();
      default:
        // It comes back with other objects, and counts versions anew.
        sandbox = await startSamples();
        await before.stop();
        faulty.upstream = sandbox.upstream;
        return faulty.cut();
    }
  }

  function refuse(code: number, reason: string): void {
    faulty.refusal = { code, reason };
    faulty.cut();
  }

  async function expire(): Promise<void> {
    faulty.token = `token-${Date.now()}`;
    faulty.cut();
    await pause(300);
    await writeFile(tokenFile, faulty.token);
  }

  async function restore(): Promise<void> {
    faulty.refusal = undefined;
    faulty.upstream = sandbox.upstream;
    await writeFile(tokenFile, faulty.token);
  }

  /** What a person does in the view, by its keys. */
  async function act(): Promise<void> {
    const keys = [
      'list.focusDown',
      'list.focusDown',
      'list.focusUp',
      'list.focusPageDown',
      'list.focusFirst',
    ];
    steps++;
    const does = random(30);
    if (does >= 20) return await choose();
    if (does < 10) return void (await commands.executeCommand(keys[does % keys.length]!));
    if (does < 15) return void (await commands.executeCommand('list.expand'));
    if (does === 15) return void (await commands.executeCommand('list.collapse'));
    if (does === 16)
      return void (await commands.executeCommand('kubewright.refresh').then(undefined, () => {}));
    const kind = await kindLine(watched[random(watched.length)]!);
    const lines = (kind ? await tree.under(kind.node) : []).filter(
      ({ item }) => item.contextValue?.startsWith('object') === true,
    );
    const line = lines[random(Math.max(1, lines.length))];
    if (does === 17 && line) void tree.under(line.node);
    if (does === 18 && line) {
      // What cannot be read now is told; nobody waits for it.
      void commands.executeCommand('kubewright.openYaml', line.node).then(undefined, () => undefined);
    }
    if (does === 19) await commands.executeCommand('workbench.action.closeAllEditors');
  }

  /** A person filters and searches; the input stays open while the server fails. */
  async function choose(): Promise<void> {
    if (asking) return answer(asking);
    const kind = await kindLine(watched[random(watched.length)]!);
    const context = await contextLine();
    switch (random(5)) {
      case 0:
      case 1:
        return kind && begin('filterObjects', kind);
      case 2:
        return context && begin('searchObjects', context);
      default: {
        const { showOnlyUnhealthy, showAllObjects } = done;
        const command = showOnlyUnhealthy > showAllObjects ? 'showAllObjects' : 'showOnlyUnhealthy';
        if (!kind) return;
        count(command);
        await commands.executeCommand(`kubewright.${command}`, kind.node);
      }
    }
  }

  async function answer(pick: QuickPick<QuickPickItem>): Promise<void> {
    const how = (['type', 'type', 'leave', 'enter'] as const)[random(4)]!;
    count(how);
    if (how === 'type') {
      const texts = pick.title?.startsWith('Search') ? searched : filters;
      pick.value = texts[random(texts.length)]!;
      return;
    }
    const does = how === 'leave' ? 'closeQuickOpen' : 'acceptSelectedQuickOpenItem';
    await commands.executeCommand(`workbench.action.${does}`);
    await commands.executeCommand('kubewright.clusters.focus');
  }

  /** What cannot be asked now is told; nobody waits for it. */
  function begin(command: 'filterObjects' | 'searchObjects', { node }: Line): void {
    count(command);
    void commands.executeCommand(`kubewright.${command}`, node).then(undefined, () => undefined);
  }

  /** Knows from now on which input is open. */
  function followPicks(): void {
    const { createQuickPick } = api.window;
    api.window.createQuickPick = <Item extends QuickPickItem>() => {
      const made = createQuickPick<Item>();
      const pick = made as unknown as QuickPick<QuickPickItem>;
      asking = pick;
      made.onDidHide(() => {
        if (asking === pick) asking = undefined;
      });
      return made;
    };
    undo.add(() => {
      api.window.createQuickPick = createQuickPick;
    });
  }

  function count(what: keyof typeof done): void {
    done[what]++;
  }

  /** No choice of a person hides what there is. */
  async function showAllRows(): Promise<void> {
    for (const name of watched) {
      const { node } = await eventually(() => kindLine(name));
      (node as KindNode).choose(allRows);
    }
  }

  /** An object of the cluster comes, changes or goes, past all faults. */
  async function change(): Promise<void> {
    const { direct } = sandbox;
    const resource = direct.configMaps;
    const reference = { resource, namespace: namespaces[random(2)]!, name: `step-${random(60)}` };
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: reference.name },
      data: { [`at-${random(100)}`]: 'x' },
    };
    const written =
      random(3) === 0
        ? direct.cluster.delete(reference)
        : direct.cluster.create(resource, reference.namespace, object);
    // It may be there, or not.
    await written.catch(() => undefined);
  }

  /** Which lines of the kinds that are looked at the server and the tree do not both have. */
  async function difference(): Promise<string[]> {
    const different: string[] = [];
    for (const name of watched) {
      const resource = sandbox.direct.kinds.get(name)!;
      const objects = await sandbox.direct.cluster.list(resource, undefined);
      const there = objects.map(({ metadata }) => metadata.name!).sort();
      const kind = await kindLine(name);
      const shown = kind ? (await tree.labels(kind.node)).sort() : [];
      if (JSON.stringify(there) !== JSON.stringify(shown)) {
        const missing = there.filter((each) => !shown.includes(each));
        const more = shown.filter((each) => !there.includes(each));
        different.push(`${name}: ${there.length} and ${shown.length}; without ${missing}; with ${more}`);
      }
    }
    return different;
  }

  async function kindLine(name: string): Promise<Line | undefined> {
    return (await kindLines()).find(({ label }) => label === name);
  }

  async function contextLine(): Promise<Line | undefined> {
    return (await tree.under()).find(({ label }) => label === 'mock');
  }

  async function kindLines(): Promise<Line[]> {
    const context = await contextLine();
    return context ? await tree.kinds(context.node) : [];
  }
});

/** A sandbox with the sample objects, and a way to it that no fault touches. */
interface RunningSandbox {
  readonly upstream: Upstream;
  readonly direct: {
    readonly cluster: Cluster;
    readonly configMaps: Resource;
    readonly kinds: ReadonlyMap<string, Resource>;
  };
  stop(): Promise<void>;
}

async function startSamples(): Promise<RunningSandbox> {
  const { extensionPath } = extensions.getExtension('kubewright.kubewright')!;
  const { url, token, ca, stop } = await startSandbox({
    content: 'samples',
    program: join(extensionPath, 'dist', 'sandbox.js'),
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const undo = cleanup();
  undo.add(stop);
  const access = { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') };
  const cluster = await openMock(undo, access, { token });
  const { resources } = await cluster.discover();
  const kinds = new Map<string, Resource>();
  for (const resource of resources) if (resource.group === '') kinds.set(`${resource.kind}s`, resource);
  return {
    upstream: { url, token },
    direct: { cluster, configMaps: kinds.get('ConfigMaps')!, kinds },
    stop: () => undo.run(),
  };
}

async function show(files: string[]): Promise<void> {
  await workspace
    .getConfiguration('kubewright')
    .update('kubeconfigs', files.length > 0 ? files : undefined, ConfigurationTarget.Global);
}

/** Bytes of the heap that are in use once all else is collected. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
