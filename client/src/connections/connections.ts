import { join } from 'node:path';
import { type Disposable, EventEmitter, type ExtensionContext, workspace } from 'vscode';
import { SessionChanges } from '../cluster/changes/session-changes.ts';
import type { Cluster, Discovery, KubeContext } from '../cluster/cluster.ts';
import type { KubeContexts } from '../cluster/kubeconfig/load.ts';
import type { Log } from '../cluster/log.ts';
import { JudgedProtection } from '../cluster/protection/judged-protection.ts';
import type { ProtectedContext, Protection } from '../cluster/protection/protection.ts';
import { systemClock } from '../cluster/watch/clock.ts';
import { readSetting } from '../contributions/read-setting.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type ClusterLabel, clusterLabelOf, clusterWords } from './cluster-labels.ts';

/** The sandbox's kubeconfig has other users too, for tests; a person is this one. */
const sandboxContext = 'sandbox';

/** A cluster that has told what it serves. */
export interface DiscoveredCluster {
  readonly cluster: Cluster;
  readonly discovery: Discovery;
}

/**
 * The contexts that a person can pick, and one open cluster for each that was asked for. Reads kubeconfigs when the
 * contexts are first wanted, never before, and again when a file or the setting changes.
 */
export class Connections implements Disposable {
  readonly #changed = new EventEmitter<void>();
  /** The contexts, or what is known of them, may differ from now on. */
  readonly onDidChange = this.#changed.event;
  readonly #read = new EventEmitter<void>();
  /** The kubeconfigs have been read. */
  readonly onDidRead = this.#read.event;
  readonly #opened = new EventEmitter<KubeContext>();
  /** A person has turned to the cluster of a context, for the first time since the start or since the context has changed. */
  readonly onDidOpen = this.#opened.event;
  readonly #closed = new EventEmitter<Cluster>();
  /** The cluster's connections are closed, because its context is gone or has changed. */
  readonly onDidClose = this.#closed.event;
  readonly #discovered = new EventEmitter<void>();
  /** A cluster has told what it serves, for the first time or anew. */
  readonly onDidDiscover = this.#discovered.event;
  readonly #wrote = new EventEmitter<void>();
  /** Objects of a cluster have been written, or may have been. */
  readonly onDidWrite = this.#wrote.event;
  /** What was sent to any of the clusters that changes something. */
  readonly changes = new SessionChanges(systemClock);
  readonly #extension: ExtensionContext;
  readonly #sandbox: Sandbox;
  readonly #log: Log;
  readonly #clusters = new Map<string, { revision: string; cluster: Cluster; discovery?: Discovery }>();
  readonly #protection = new JudgedProtection(() => readSetting('protectedClusters'));
  readonly #listeners: Disposable[];
  #contexts: Promise<KubeContexts> | undefined;
  #watch: Disposable | undefined;
  #known: readonly KubeContext[] | undefined;

  constructor(extension: ExtensionContext, sandbox: Sandbox, log: Log) {
    this.#extension = extension;
    this.#log = log;
    this.#sandbox = sandbox;
    this.#listeners = [
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('kubewright.kubeconfigs')) this.reload();
        if (event.affectsConfiguration('kubewright.clusterLabels')) this.#changed.fire();
        if (!event.affectsConfiguration('kubewright.protectedClusters')) return;
        this.#protection.forget();
        this.#changed.fire();
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.reload()),
      sandbox.onDidChange(() => this.reload()),
    ];
  }

  /** All contexts and the files that cannot be read; nothing while the workspace is not trusted. */
  async contexts(): Promise<KubeContexts> {
    if (!workspace.isTrusted) return { contexts: [], problems: [] };
    this.#contexts ??= this.#load();
    return this.#contexts;
  }

  /** The contexts as they were read last; undefined before anything has asked for them. Reads nothing. */
  get known(): readonly KubeContext[] | undefined {
    return this.#known;
  }

  /** Reads the kubeconfigs again at the next use. */
  reload(): void {
    this.#contexts = undefined;
    this.#protection.forget();
    this.#watch?.dispose();
    this.#watch = undefined;
    this.#changed.fire();
  }

  /** The cluster of a context, the same one for the same credentials; contacts nothing by itself. Rejects without trust. */
  async open(context: KubeContext): Promise<Cluster> {
    if (!workspace.isTrusted) throw new Error('Clusters wait until this workspace is trusted.');
    const [{ openCluster }, { documentFiles }, files] = await Promise.all([
      import('../cluster/open.ts'),
      import('../cluster/discovery/document-files.ts'),
      this.#files(),
    ]);
    const open = this.#clusters.get(context.id);
    if (open?.revision === context.revision) return open.cluster;
    const cluster = openCluster(context, {
      files,
      allowExec: () => workspace.isTrusted,
      protectionOf: (server) => this.protectionOf({ ...context, server }),
      userAgent: `kubewright/${this.#extension.extension.packageJSON.version}`,
      log: this.#log,
      // A sandbox is another cluster at each start.
      ...(this.isSandbox(context)
        ? {}
        : {
            documents: documentFiles(join(this.#extension.globalStorageUri.fsPath, 'schemas'), this.#log),
          }),
      onDidDiscover: (discovery) => {
        const own = this.#clusters.get(context.id);
        if (own?.cluster !== cluster) return;
        own.discovery = discovery;
        this.#discovered.fire();
      },
      changes: this.changes,
      onDidWrite: () => this.#wrote.fire(),
    });
    this.#clusters.set(context.id, { revision: context.revision, cluster });
    if (open) await this.#close(open.cluster);
    this.#opened.fire(context);
    return cluster;
  }

  /** Makes it the current one of its kubeconfig, in which one line is changed; answers the file. Rejects with the way out. */
  async makeCurrent(context: KubeContext): Promise<string> {
    const [{ makeCurrent }, files] = await Promise.all([
      import('../cluster/kubeconfig/use-context.ts'),
      this.#files(),
    ]);
    const file = await makeCurrent(context, files);
    // Where folders are not watched, too.
    this.reload();
    return file;
  }

  /** The cluster of a context if it was asked for before; never opens one. */
  opened(contextId: string): Cluster | undefined {
    return this.#clusters.get(contextId)?.cluster;
  }

  /** The open clusters that have told what they serve, with their last answers. */
  discovered(): DiscoveredCluster[] {
    return Array.from(this.#clusters.values()).flatMap(({ cluster, discovery }) =>
      discovery ? { cluster, discovery } : [],
    );
  }

  /** The name that a person knows a context by. */
  labelOf(context: KubeContext): string {
    return this.isSandbox(context) ? 'Sandbox' : context.name;
  }

  /** How far the person's settings protect the cluster of a context. */
  protectionOf(context: ProtectedContext): Protection {
    return this.#protection.of(context);
  }

  /** What the person's settings call the cluster of a context besides its name. */
  clusterLabelOf(context: ProtectedContext): ClusterLabel {
    return clusterLabelOf(context, readSetting('clusterLabels'));
  }

  /** What is to be said of a cluster beside its name: how it is protected, what it is called, its colour. */
  wordsOf(context: ProtectedContext): string[] {
    return clusterWords(this.clusterLabelOf(context), this.protectionOf(context));
  }

  /** The name of a cluster with what is to be said of it: `prod-eu (protected, Production, red)`. */
  describe(context: KubeContext): string {
    const words = this.wordsOf(context);
    return words.length > 0 ? `${this.labelOf(context)} (${words.join(', ')})` : this.labelOf(context);
  }

  /** Whether this context is that of the sandbox that runs here. */
  isSandbox(context: KubeContext): boolean {
    return context.file === this.#sandbox.kubeconfig;
  }

  /** What a workspace remembers a context by: the sandbox is the same one after every start. */
  keyOf(context: KubeContext): string {
    return this.isSandbox(context) ? 'sandbox' : context.id;
  }

  async dispose(): Promise<void> {
    this.#watch?.dispose();
    for (const listener of this.#listeners) listener.dispose();
    this.#changed.dispose();
    this.#read.dispose();
    this.#opened.dispose();
    this.#closed.dispose();
    this.#discovered.dispose();
    this.#wrote.dispose();
    const clusters = [...this.#clusters.values()];
    this.#clusters.clear();
    await Promise.all(clusters.map(({ cluster }) => this.#end(cluster)));
  }

  async #load(): Promise<KubeContexts> {
    const [{ loadKubeContexts }, { watchKubeconfigs }] = await Promise.all([
      import('../cluster/kubeconfig/load.ts'),
      import('../cluster/kubeconfig/watch.ts'),
    ]);
    const files = await this.#files();
    this.#watch?.dispose();
    this.#watch = watchKubeconfigs(files, () => this.reload(), this.#log);
    const { contexts: all, problems } = await loadKubeContexts(files);
    this.#protection.know(all);
    const contexts = all.filter((context) => !this.isSandbox(context) || context.name === sandboxContext);
    this.#known = contexts;
    await this.#closeMissing(contexts);
    this.#read.fire();
    return { contexts, problems };
  }

  async #files() {
    const { kubeconfigFiles } = await import('../cluster/kubeconfig/files.ts');
    const named = readSetting('kubeconfigs');
    const sandbox = this.#sandbox.kubeconfig;
    return kubeconfigFiles(sandbox ? [...named, sandbox] : named);
  }

  /** Closes what no kubeconfig has any more, such as a sandbox that ended. */
  async #closeMissing(contexts: readonly KubeContext[]): Promise<void> {
    const known = new Set(contexts.map(({ id }) => id));
    const missing = [...this.#clusters].filter(([id]) => !known.has(id));
    for (const [id] of missing) this.#clusters.delete(id);
    await Promise.all(missing.map(([, { cluster }]) => this.#close(cluster)));
  }

  async #close(cluster: Cluster): Promise<void> {
    this.#closed.fire(cluster);
    await this.#end(cluster);
  }

  /** Never rejects: a connection that cannot be closed is nobody's any more. */
  async #end(cluster: Cluster): Promise<void> {
    try {
      await cluster.dispose();
    } catch (error) {
      this.#log.warn(`closing the connections to ${cluster.context.name}`, error);
    }
  }
}
