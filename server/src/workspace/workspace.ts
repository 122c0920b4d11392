import type { Catalog, CatalogReader, Kind, KubernetesVersion } from '../catalog/catalog.ts';
import type { DefinedKind } from '../catalog/defined-kind.ts';
import { composeCatalogs, type FetchedKind } from '../catalog/definitions.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { bundledVersion } from '../catalog/version.ts';
import type { CheckContext } from '../checks/check-context.ts';
import { partialContext } from '../checks/partial/partial-object.ts';
import type { OpenDocument } from '../documents/open-document.ts';
import type { Builds } from '../kustomize/transformation.ts';
import { isChartTemplate } from '../manifest/chart-template.ts';
import type { FileLook } from '../manifest/file-look.ts';
import { isKustomizationFile } from '../manifest/kustomization-paths.ts';
import type { ConnectedCluster } from '../protocol.ts';
import { type ClusterHost, ClusterIndex } from './cluster-index.ts';
import { DefinitionIndex, mayDefine } from './definition-index.ts';
import type { IndexedCluster } from './indexed-cluster.ts';
import { KustomizationIndex } from './kustomization-index.ts';
import { KustomizeBuilds, normalUri } from './kustomize-builds.ts';
import { NeighbourIndex } from './neighbour-index.ts';
import { defaultSettings, type Settings } from './settings.ts';
import type { LeftOfFolder, WorkspaceFiles } from './workspace-files.ts';

/** What a workspace needs from outside. */
export interface WorkspaceHost {
  readonly readCatalog: CatalogReader;
  readonly files: WorkspaceFiles;
  /** Lets pending messages be handled. */
  readonly pause: () => Promise<void>;
  /** Told when a folder has more files than the settings let be read. */
  readonly filesLeft?: (folderUri: string, left: LeftOfFolder, most: number) => void;
}

/** Whether other files may be judged by what is in this one, so that it has to be read before them. True of few. */
export function mayTellOfOthers(uri: string, text: string): boolean {
  return isKustomizationFile(uri) || mayDefine(text);
}

/** The files and clusters that the server knows of, and the catalog that follows from them and the settings. */
export class Workspace {
  readonly definitions = new DefinitionIndex();
  readonly kustomizations = new KustomizationIndex();
  readonly neighbours: NeighbourIndex;
  readonly #builds = new KustomizeBuilds(this.kustomizations, (uri) => this.#current(uri));
  readonly #open = new Map<string, OpenDocument>();
  readonly clusters: ClusterIndex;
  settings: Settings = defaultSettings;
  /** `untrusted`: the client does not trust the folders yet, and nothing outside of them is read. */
  trust: 'trusted' | 'untrusted' = 'trusted';
  readonly #folders = new Set<string>();
  readonly #host: WorkspaceHost;
  readonly #bases = new Map<KubernetesVersion, Promise<Catalog>>();
  /** Those of them that are read. */
  readonly #openBases = new Map<KubernetesVersion, Catalog>();
  #context: { revision: number; value: CheckContext } | undefined;
  /** Of the clusters that documents are of, by their ids. */
  readonly #ofClusters = new Map<string, { revision: number; value: CheckContext }>();

  constructor(host: WorkspaceHost, clusterHost: ClusterHost) {
    this.#host = host;
    this.neighbours = new NeighbourIndex(host.files);
    this.clusters = new ClusterIndex(clusterHost);
  }

  /**
   * The catalog of now; the same object until settings, definitions, patches of them or clusters change. Rejects when it
   * cannot be read.
   */
  async context(): Promise<CheckContext> {
    const version = this.settings.kubernetesVersion;
    return this.#contextBy(await this.#base(version), version);
  }

  #contextBy(base: Catalog, version: KubernetesVersion): CheckContext {
    const revision = this.definitions.revision + this.kustomizations.patchRevision + this.clusters.revision;
    const isAsSet = ({ value }: { value: CheckContext }) =>
      value.version === version && value.placeholders === this.settings.placeholders;
    if (this.#context?.revision !== revision || !isAsSet(this.#context)) {
      this.#context = { revision, value: this.#judge(base, this.#defined(), version) };
    }
    return this.#context.value;
  }

  /**
   * How a document is judged: the catalog of now, for a patch of a kustomization as a part of an object; one that shows
   * an object of a connected cluster by what that cluster has, and nothing else. At once, where the catalog is open.
   */
  contextOf(uri: string): CheckContext | Promise<CheckContext> {
    const cluster = this.clusters.ofDocument(uri);
    if (cluster) return this.#contextOfCluster(cluster);
    const version = this.settings.kubernetesVersion;
    const inFile = (context: CheckContext) =>
      this.kustomizations.isPatch(uri) ? partialContext(context) : context;
    const base = this.#openBases.get(version);
    return base ? inFile(this.#contextBy(base, version)) : this.context().then(inFile);
  }

  async #contextOfCluster(cluster: IndexedCluster): Promise<CheckContext> {
    const version = bundledVersion(cluster.version) ?? this.settings.kubernetesVersion;
    const base = await this.#base(version);
    const { revision } = this.clusters;
    const known = this.#ofClusters.get(cluster.id);
    if (known?.revision === revision && known.value.version === version) return known.value;
    const catalog = composeCatalogs(base, [], cluster.allKinds());
    const value = { catalog, version, clusters: [cluster] };
    this.#ofClusters.set(cluster.id, { revision, value });
    return value;
  }

  /** Grows with every change of what other files than the changed one are judged by. */
  get revision(): number {
    return this.definitions.revision + this.kustomizations.revision + this.clusters.revision;
  }

  /** The text of a file; undefined where there is none, or it is left alone. */
  read(uri: string): Promise<string | undefined> {
    return this.#host.files.read(uri, this.#bounds());
  }

  /** What is at a place, without reading it. */
  async look(uri: string): Promise<FileLook> {
    const { files } = this.#host;
    if (files.look) return await files.look(uri, this.#bounds());
    return (await files.read(uri, this.#bounds())) === undefined ? 'none' : 'file';
  }

  /** The folders outside of which nothing is read: where none is open, those of the open documents. */
  #bounds(): readonly string[] | undefined {
    if (this.trust === 'trusted') return undefined;
    if (this.#folders.size > 0) return [...this.#folders];
    return Array.from(this.#open.values(), ({ uri }) => uri.slice(0, uri.lastIndexOf('/')));
  }

  /** What kustomizations do to a file that they have as a resource; undefined where none has it. */
  buildsOf(uri: string): (() => Promise<Builds>) | undefined {
    if (!this.#builds.has(uri)) return undefined;
    let builds: Promise<Builds> | undefined;
    return () => (builds ??= this.#builds.of(uri));
  }

  /** The text of a file as it is written now, saved or not. */
  async #current(uri: string): Promise<string | undefined> {
    return this.#open.get(normalUri(uri))?.text ?? (await this.read(uri));
  }

  /** Whether a file is a template of a Helm chart. */
  isChartTemplate(uri: string): Promise<boolean> {
    return isChartTemplate(uri, (path) => this.read(path));
  }

  /** The same with further definitions instead of the workspace's of the same kinds, for another version where one is given. */
  async contextWith(
    kinds: Iterable<DefinedKind>,
    version: KubernetesVersion = this.settings.kubernetesVersion,
  ): Promise<CheckContext> {
    const base = await this.#base(version);
    const given = [...kinds];
    const keys = new Set(given.map(({ kind }) => keyOf(kind)));
    const isOther = ({ kind }: { readonly kind: Kind }) => !keys.has(keyOf(kind));
    const others = Array.from(this.#defined()).filter(isOther);
    const fetched = Array.from(this.clusters.kinds()).filter(isOther);
    return this.#judge(base, [...given, ...others], version, fetched);
  }

  /** Takes all clusters that are connected now; true when documents may be judged anew. */
  connected(clusters: readonly ConnectedCluster[]): boolean {
    return this.#changes(() => this.clusters.set(clusters));
  }

  /** Takes what an open document defines as it is now; true when other documents may be judged anew. */
  opened(document: OpenDocument): boolean {
    this.#open.set(normalUri(document.uri), document);
    return this.#changes(() => {
      this.definitions.setOpen(document.uri, document.documents);
      this.kustomizations.setOpen(document.uri, document.documents);
      this.kustomizations.setPart(document.uri, document.text);
    });
  }

  /** The open document is gone: its file counts again. */
  closed(uri: string): boolean {
    this.#open.delete(normalUri(uri));
    return this.#changes(() => {
      this.definitions.close(uri);
      this.kustomizations.close(uri);
    });
  }

  /** Reads the definitions of all files below some folders; true when there are new ones. */
  async index(folderUris: readonly string[]): Promise<boolean> {
    const before = this.revision;
    const { mostFiles } = this.settings;
    for (const folder of folderUris) this.#folders.add(folder);
    for (const folder of folderUris) {
      const reached = (left: LeftOfFolder, most: number) => this.#host.filesLeft?.(folder, left, most);
      for await (const uri of this.#host.files.find(folder, { files: mostFiles, reached }))
        await this.reread(uri);
    }
    return this.revision !== before;
  }

  /** The files below the folders, and all that are open, with their texts as they are now. */
  async *texts(): AsyncGenerator<{ readonly uri: string; readonly text: string }, void, undefined> {
    for (const { uri, text } of [...this.#open.values()]) yield { uri, text };
    const bound = { files: this.settings.mostFiles, reached: () => undefined };
    for (const folder of this.#folders) {
      for await (const uri of this.#host.files.find(folder, bound)) {
        const text = this.#open.has(normalUri(uri)) ? undefined : await this.read(uri);
        if (text !== undefined) yield { uri, text };
      }
    }
  }

  /** Reads one file that changed, came or went, which builds of others may read, too. */
  async fileChanged(uri: string): Promise<void> {
    await this.reread(uri);
    this.kustomizations.partChanged(uri);
  }

  /** Reads one file for what it tells of others. */
  async reread(uri: string): Promise<void> {
    const text = await this.read(uri);
    await this.definitions.setFile(uri, text, this.#host.pause);
    this.kustomizations.setFile(uri, text);
    this.neighbours.setFile(uri, text);
  }

  /** The same with a file that is read already, and is not open. */
  fileRead({ uri, text, documents }: OpenDocument): void {
    this.definitions.setFileRead(uri, documents);
    this.kustomizations.setFile(uri, text);
  }

  #base(version: KubernetesVersion): Promise<Catalog> {
    const known = this.#bases.get(version);
    if (known) return known;
    const opening = openCatalog(this.#host.readCatalog, version);
    this.#bases.set(version, opening);
    opening.then(
      (catalog) => this.#openBases.set(version, catalog),
      () => this.#bases.delete(version),
    );
    return opening;
  }

  /** A patch of a definition defines nothing. */
  *#defined(): Generator<DefinedKind> {
    for (const defined of this.definitions.kinds()) {
      const { origin } = defined.kind;
      if (origin.from !== 'definition' || !this.kustomizations.isPatch(origin.uri)) yield defined;
    }
  }

  #judge(
    base: Catalog,
    defined: Iterable<DefinedKind>,
    version: KubernetesVersion,
    fetched: Iterable<FetchedKind> = this.clusters.kinds(),
  ): CheckContext {
    const { clusters } = this.clusters;
    const { placeholders } = this.settings;
    return {
      catalog: composeCatalogs(base, defined, unknownTo(base, fetched)),
      version,
      clusters,
      placeholders,
    };
  }

  #changes(action: () => void): boolean {
    const before = this.revision;
    action();
    return this.revision !== before;
  }
}

function keyOf({ apiVersion, kind }: Kind): string {
  return `${apiVersion}/${kind}`;
}

/** What a cluster serves of another version of Kubernetes is not in the chosen one. */
function* unknownTo(base: Catalog, kinds: Iterable<FetchedKind>): Generator<FetchedKind> {
  for (const fetched of kinds) {
    if (!base.lifecycle(fetched.kind.apiVersion, fetched.kind.kind)) yield fetched;
  }
}
