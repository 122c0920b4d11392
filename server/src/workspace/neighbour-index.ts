import { maskTemplate } from '../helm/masked-template.ts';
import { parseDocuments } from '../yaml/documents.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/**
 * The documents of the files that stand beside open ones, in the same folder: what an object names stands there where
 * people write each object into a file of its own. A folder is read once a file of it is opened, in the background, and as
 * YAML when somebody asks; of a large one the first files alone.
 */
export class NeighbourIndex {
  readonly #files: WorkspaceFiles;
  /** By folder, then by file; the folder that was asked for last comes last. */
  readonly #folders = new Map<string, Map<string, ReadDocuments>>();
  /** By folder, while it is read. */
  readonly #reading = new Map<string, Promise<void>>();

  constructor(files: WorkspaceFiles) {
    this.#files = files;
  }

  /** Reads the files beside one, unless they are known; who asks meanwhile waits for them. Rejects when a file cannot be looked at. */
  async open(uri: string): Promise<void> {
    const folder = folderOf(uri);
    if (folder === undefined) return;
    const known = this.#folders.get(folder) ?? new Map<string, ReadDocuments>();
    const isNew = !this.#folders.delete(folder);
    this.#folders.set(folder, known);
    for (const [oldest] of this.#folders) if (this.#folders.size > mostFolders) this.#folders.delete(oldest);
    if (isNew) {
      const reading = this.#read(uri, folder, known).finally(() => this.#reading.delete(folder));
      this.#reading.set(folder, reading);
    }
    await this.#reading.get(folder);
  }

  async #read(uri: string, folder: string, known: Map<string, ReadDocuments>): Promise<void> {
    let room = mostText;
    for await (const file of this.#files.find(uri.slice(0, uri.lastIndexOf('/')), bound)) {
      // The nearest come first: behind them are those of folders below.
      if (folderOf(file) !== folder || known.size >= mostFiles) return;
      // Found below a folder, so that nothing of it is outside of that.
      const text = await this.#files.read(file);
      room -= text?.length ?? 0;
      if (room >= 0) known.set(decoded(file), whenAsked(text));
    }
  }

  /** Takes what a file has now; `undefined` when there is no such file any more. */
  setFile(uri: string, text: string | undefined): void {
    const known = this.#folders.get(folderOf(uri) ?? '');
    if (!known) return;
    const file = decoded(uri);
    if (text === undefined) known.delete(file);
    else if (known.has(file) || known.size < mostFiles) known.set(file, whenAsked(text));
  }

  /** The documents of the files beside one, as they are open or else on disk, as far as they were read. */
  documentsBeside(uri: string, open: Iterable<OpenFile>): readonly YamlDocument[] {
    const folder = folderOf(uri);
    const files = new Map(this.#folders.get(folder ?? ''));
    for (const file of open) {
      const isBeside = folder !== undefined && folderOf(file.uri) === folder;
      if (isBeside) files.set(decoded(file.uri), () => file.documents);
    }
    files.delete(decoded(uri));
    return Array.from(files.values()).flatMap((documents) => documents());
  }
}

/** A file that is open, as it is now. */
interface OpenFile {
  readonly uri: string;
  readonly documents: readonly YamlDocument[];
}

/** Nobody looks into more at a time, and each file is kept as it is written. */
const mostFolders = 8;
const mostFiles = 60;
const longestText = 50_000;
const mostText = 500_000;
/** Who has more files beside one misses none of them. */
const bound = { files: 10 * mostFiles, reached: () => undefined };

/** Of a document that is in no folder there is none. */
function folderOf(uri: string): string | undefined {
  const end = uri.lastIndexOf('/');
  return uri.startsWith('file:') && end > 'file:///'.length ? decoded(uri.slice(0, end)) : undefined;
}

/** An editor encodes more of a URI than Node does. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** The documents of a file; made when they are first asked for. */
type ReadDocuments = () => readonly YamlDocument[];

/** What a template prints is nobody's name. */
function whenAsked(text: string | undefined): ReadDocuments {
  if (text === undefined || text.length > longestText) return () => [];
  let documents: readonly YamlDocument[] | undefined;
  return () => {
    documents ??= parseDocuments(maskTemplate(text).text);
    return documents;
  };
}
