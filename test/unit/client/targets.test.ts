import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KubeContext } from '../../../client/src/cluster/cluster.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import type { Connections } from '../../../client/src/connections/connections.ts';
import { FakeCluster } from './fake-cluster.ts';

/** As much of VS Code as has folders, an active editor and settings. */
const window = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const on = (listener: () => void) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
  return {
    folders: [] as string[],
    active: undefined as string | undefined,
    pinned: {} as Record<string, object>,
    on,
    changed: () => {
      for (const listener of listeners) listener();
    },
  };
});

vi.mock('vscode', () => {
  const folderOf = (path: string) => ({ uri: path, name: path.slice(1) });
  return {
    EventEmitter: class {
      readonly listeners = new Set<() => void>();
      readonly event = (listener: () => void) => {
        this.listeners.add(listener);
        return { dispose: () => this.listeners.delete(listener) };
      };
      fire() {
        for (const listener of this.listeners) listener();
      }
      dispose() {
        this.listeners.clear();
      }
    },
    window: {
      get activeTextEditor() {
        return window.active === undefined ? undefined : { document: { uri: window.active } };
      },
      onDidChangeActiveTextEditor: window.on,
    },
    workspace: {
      get workspaceFolders() {
        return window.folders.map(folderOf);
      },
      getWorkspaceFolder: (path: string) =>
        window.folders.filter((folder) => path.startsWith(`${folder}/`)).map(folderOf)[0],
      getConfiguration: (_section: string, folder: string) => ({ get: () => window.pinned[folder] }),
      onDidChangeWorkspaceFolders: window.on,
      onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    },
  };
});

const { Targets } = await import('../../../client/src/connections/targets.ts');

const context = (id: string): KubeContext => ({ ...new FakeCluster().context, id, name: id });
const [dev, prod] = [context('dev'), context('prod')];
const uri = (path: string) => path as never;

/** The targets of a window; its kubeconfigs have these contexts once they are read. */
function start(contexts: readonly KubeContext[] = [dev, prod]) {
  const read = new Set<() => void>();
  const state = new Map<string, unknown>();
  const memory = {
    get: (key: string, instead: unknown) => state.get(key) ?? instead,
    update: async (key: string, value: unknown) => void state.set(key, value),
  };
  const connections = {
    known: undefined as readonly KubeContext[] | undefined,
    reads: 0,
    onDidRead: (listener: () => void) => {
      read.add(listener);
      return { dispose: () => read.delete(listener) };
    },
    onDidChange: () => ({ dispose: () => undefined }),
    async contexts() {
      this.reads++;
      this.known = contexts;
      for (const listener of read) listener();
      return { contexts, problems: [] };
    },
    keyOf: ({ id }: KubeContext) => id,
    isSandbox: () => false,
  };
  const targets = new Targets(memory as never, connections as unknown as Connections, silentLog);
  let changes = 0;
  targets.onDidChange(() => {
    changes++;
  });
  const said = (path?: string) => {
    const resolved = targets.known(targets.folderOf(path === undefined ? undefined : uri(path)));
    if (resolved.is === 'one') return `${resolved.target.context.name} / ${resolved.target.namespace}`;
    return resolved.is === 'unread' ? `${resolved.place.name}, not read` : resolved.is;
  };
  const choose = (path: string, chosen: KubeContext, namespace: string) =>
    targets.choose(targets.folderOf(uri(path)), { context: chosen, namespace });
  return { targets, connections, said, choose, state, changes: () => changes };
}

describe('the targets of a window', () => {
  beforeEach(() => Object.assign(window, { folders: ['/shop', '/bank'], active: undefined, pinned: {} }));

  it('are one for each folder, and that of the active editor counts', async () => {
    const { targets, said, choose } = start();
    await targets.resolve(undefined);
    await choose('/shop/a.yaml', dev, 'shop');
    await choose('/bank/a.yaml', prod, 'bank');
    expect([said('/shop/x.yaml'), said('/bank/x/y.yaml')]).toEqual(['dev / shop', 'prod / bank']);
    expect(said()).toBe('dev / shop');
    window.active = '/bank/x.yaml';
    window.changed();
    expect(said()).toBe('prod / bank');
    expect([targets.isTarget(dev), targets.isTarget(prod)]).toEqual([false, true]);
    // A document of no folder, such as an object of a cluster, is where the person was before.
    window.active = '/elsewhere/x.yaml';
    window.changed();
    expect(said('/elsewhere/x.yaml')).toBe('prod / bank');
  });

  it('read kubeconfigs when a command asks, and never before', async () => {
    const { targets, connections, said, choose } = start();
    await choose('/shop/a.yaml', dev, 'shop');
    expect([said('/shop/a.yaml'), connections.reads]).toEqual(['dev, not read', 0]);
    expect((await targets.resolve(targets.folderOf(uri('/shop/a.yaml')))).is).toBe('one');
    expect(connections.reads).toBe(1);
  });

  it('are pinned by the setting of their folder', async () => {
    window.pinned = { '/shop': { context: 'prod', namespace: 'web' } };
    const { targets, said } = start();
    await targets.resolve(undefined);
    expect([said('/shop/a.yaml'), said('/bank/a.yaml')]).toEqual(['prod / web', 'none']);
  });

  it('are forgotten with their folder', async () => {
    const { targets, said, choose, state } = start();
    await targets.resolve(undefined);
    await choose('/shop/a.yaml', dev, 'shop');
    await choose('/bank/a.yaml', dev, 'bank');
    window.folders = ['/bank'];
    await choose('/bank/a.yaml', prod, 'bank');
    expect(said('/bank/a.yaml')).toBe('prod / bank');
    expect([...state.values()].map((all) => Object.keys(all as object))).toEqual([['/bank']]);
  });

  it('tell when what is said of them changes, and not else', async () => {
    const { targets, choose, changes } = start();
    await targets.resolve(undefined);
    await targets.resolve(undefined);
    expect(changes()).toBe(0);
    await choose('/shop/a.yaml', dev, 'shop');
    await choose('/shop/a.yaml', dev, 'shop');
    expect(changes()).toBe(1);
    window.active = '/bank/x.yaml';
    window.changed();
    expect(changes()).toBe(2);
  });

  it('are there without a folder', async () => {
    window.folders = [];
    const { targets, said, choose } = start();
    await targets.resolve(undefined);
    await choose('/x.yaml', dev, 'shop');
    expect(said()).toBe('dev / shop');
  });
});
