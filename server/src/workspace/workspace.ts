import type { Catalog, CatalogReader, KubernetesVersion } from '../catalog/catalog.ts';
import { composeCatalogs, type DefinedKind } from '../catalog/definitions.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { Judgement } from '../features/diagnostics.ts';
import { DefinitionIndex } from './definition-index.ts';
import type { OpenDocument } from './open-document.ts';
import { defaultSettings, type Settings } from './settings.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/** What a workspace needs from outside. */
export interface WorkspaceHost {
  readonly readCatalog: CatalogReader;
  readonly files: WorkspaceFiles;
  /** Lets pending messages be handled. */
  readonly pause: () => Promise<void>;
}

/** The files that the server knows of and the catalog that follows from them and the settings. */
export class Workspace {
  readonly definitions = new DefinitionIndex();
  settings: Settings = defaultSettings;
  readonly #host: WorkspaceHost;
  readonly #bases = new Map<KubernetesVersion, Promise<Catalog>>();
  #judgement: { revision: number; value: Judgement } | undefined;

  constructor(host: WorkspaceHost) {
    this.#host = host;
  }

  /** The catalog of now; the same object until settings or definitions change. Rejects when it cannot be read. */
  async judgement(): Promise<Judgement> {
    const version = this.settings.kubernetesVersion;
    const base = await this.#base(version);
    const { revision } = this.definitions;
    if (this.#judgement?.revision !== revision || this.#judgement.value.version !== version) {
      const catalog = composeCatalogs(base, this.definitions.kinds());
      this.#judgement = { revision, value: { catalog, version } };
    }
    return this.#judgement.value;
  }

  /** The same with further definitions over those of the workspace, for another version where one is given. */
  async judgementWith(
    kinds: Iterable<DefinedKind>,
    version: KubernetesVersion = this.settings.kubernetesVersion,
  ): Promise<Judgement> {
    const base = await this.#base(version);
    return { catalog: composeCatalogs(base, [...kinds, ...this.definitions.kinds()]), version };
  }

  /** Takes the definitions of an open document as it is now; true when other documents may be judged anew. */
  opened(document: OpenDocument): boolean {
    return this.#changes(() => this.definitions.setOpen(document.uri, document.documents));
  }

  /** The open document is gone: its file counts again. */
  closed(uri: string): boolean {
    return this.#changes(() => this.definitions.close(uri));
  }

  /** Reads the definitions of all files below some folders; true when there are new ones. */
  async index(folderUris: readonly string[]): Promise<boolean> {
    const before = this.definitions.revision;
    for (const folder of folderUris) {
      for await (const uri of this.#host.files.find(folder)) await this.reread(uri);
    }
    return this.definitions.revision !== before;
  }

  /** Reads one file that changed, came or went. */
  async reread(uri: string): Promise<void> {
    await this.definitions.setFile(uri, await this.#host.files.read(uri), this.#host.pause);
  }

  #base(version: KubernetesVersion): Promise<Catalog> {
    const known = this.#bases.get(version);
    if (known) return known;
    const opening = openCatalog(this.#host.readCatalog, version);
    this.#bases.set(version, opening);
    opening.catch(() => this.#bases.delete(version));
    return opening;
  }

  #changes(action: () => void): boolean {
    const before = this.definitions.revision;
    action();
    return this.definitions.revision !== before;
  }
}
