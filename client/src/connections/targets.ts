import {
  type Disposable,
  EventEmitter,
  type Memento,
  type Uri,
  type WorkspaceFolder,
  window,
  workspace,
} from 'vscode';
import { ownField } from '../../../server/src/yaml/own-field.ts';
import type { KubeContext } from '../cluster/cluster.ts';
import type { Log } from '../cluster/log.ts';
import { readSetting } from '../contributions/read-setting.ts';
import type { Connections } from './connections.ts';
import {
  type FolderTarget,
  type PinnedTarget,
  pinnedOf,
  type RememberedTarget,
  type ResolvedTarget,
  rememberedOf,
  resolveTarget,
} from './target.ts';

const stateKey = 'kubewright.targets';
/** Of what belongs to no folder: a window without one. */
const noFolder = '';

/**
 * The targets of the workspace's folders. What is remembered and pinned is known at once; a kubeconfig is read for it when a
 * command asks, never before, and no cluster is contacted.
 */
export class Targets implements Disposable {
  readonly #changed = new EventEmitter<void>();
  /** The target of a folder, what is known of it, or the folder that counts is another. */
  readonly onDidChange = this.#changed.event;
  readonly #state: Memento;
  readonly #connections: Connections;
  readonly #log: Log;
  readonly #listeners: Disposable[];
  #lastFolder: WorkspaceFolder | undefined;
  #known: string;

  constructor(state: Memento, connections: Connections, log: Log) {
    this.#state = state;
    this.#connections = connections;
    this.#log = log;
    this.#listeners = [
      connections.onDidRead(() => this.#look()),
      connections.onDidChange(() => this.#reread()),
      window.onDidChangeActiveTextEditor(() => this.#look()),
      workspace.onDidChangeWorkspaceFolders(() => this.#look()),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('kubewright.target')) this.#look();
      }),
    ];
    this.#known = this.#summary();
  }

  /**
   * The folder of a file; without one, or for a file outside of all folders, the one whose editor was active last, else the
   * first one. Undefined in a window without folders.
   */
  folderOf(uri?: Uri): WorkspaceFolder | undefined {
    const own = uri && workspace.getWorkspaceFolder(uri);
    return own ?? this.#activeFolder();
  }

  /** The target of a folder, by the kubeconfigs as they were read last; reads nothing. */
  known(folder: WorkspaceFolder | undefined): ResolvedTarget {
    const contexts = this.#connections.known?.map((context) => ({
      key: this.#connections.keyOf(context),
      context,
    }));
    return resolveTarget({
      pinned: this.pinned(folder),
      remembered: this.#remembered(folder),
      contexts,
    });
  }

  /** The target of a folder by the kubeconfigs as they are now. */
  async resolve(folder: WorkspaceFolder | undefined): Promise<ResolvedTarget> {
    await this.#connections.contexts();
    return this.known(folder);
  }

  /** What the setting pins for a folder. */
  pinned(folder: WorkspaceFolder | undefined): PinnedTarget {
    return pinnedOf(readSetting('target', folder?.uri));
  }

  /** The target that the folder of a file has, where that can be used. */
  of(uri?: Uri): FolderTarget | undefined {
    const resolved = this.known(this.folderOf(uri));
    return resolved.is === 'one' ? resolved.target : undefined;
  }

  /** Whether the folder that counts now has this context as its target. */
  isTarget(context: KubeContext): boolean {
    return this.of()?.context.id === context.id;
  }

  /** Makes it the target of a folder; what the setting pins stays as it is. */
  async choose(folder: WorkspaceFolder | undefined, target: FolderTarget): Promise<void> {
    const { context } = target;
    const server = this.#connections.isSandbox(context) ? 'another at each start' : 'kept';
    await this.#remember(folder, rememberedOf(target, this.#connections.keyOf(context), server));
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#changed.dispose();
  }

  #activeFolder(): WorkspaceFolder | undefined {
    const folders = workspace.workspaceFolders ?? [];
    const active = window.activeTextEditor?.document.uri;
    const own = active && workspace.getWorkspaceFolder(active);
    if (own) this.#lastFolder = own;
    return folders.find(({ uri }) => keyOf({ uri }) === keyOf(this.#lastFolder)) ?? folders[0];
  }

  #remembered(folder: WorkspaceFolder | undefined): RememberedTarget | undefined {
    return ownField(this.#all(), keyOf(folder));
  }

  /** Beside those of the folders that are there. */
  async #remember(folder: WorkspaceFolder | undefined, remembered: RememberedTarget): Promise<void> {
    const there = new Set([noFolder, ...(workspace.workspaceFolders ?? []).map(keyOf)]);
    const kept = Object.entries(this.#all()).filter(([key]) => there.has(key));
    await this.#state.update(stateKey, Object.fromEntries([...kept, [keyOf(folder), remembered]]));
    this.#look();
  }

  #all(): Readonly<Record<string, RememberedTarget>> {
    return this.#state.get<Record<string, RememberedTarget>>(stateKey, {});
  }

  /** What was read once is read again when it changes, so that a target that is gone is said to be. */
  #reread(): void {
    this.#look();
    if (this.#connections.known === undefined) return;
    this.#connections.contexts().catch((error) => this.#log.warn('reading the kubeconfigs again', error));
  }

  #look(): void {
    const summary = this.#summary();
    if (summary === this.#known) return;
    this.#known = summary;
    this.#changed.fire();
  }

  /** A text that changes when anything does that `known` and `folderOf` say. */
  #summary(): string {
    const folders = [undefined, ...(workspace.workspaceFolders ?? [])];
    return JSON.stringify([
      keyOf(this.folderOf()),
      ...folders.map((folder) => [keyOf(folder), this.known(folder)]),
    ]);
  }
}

function keyOf(folder: Pick<WorkspaceFolder, 'uri'> | undefined): string {
  return folder ? folder.uri.toString() : noFolder;
}
