import { isObject, type JsonObject } from '../defaults/draft.ts';
import { longestKustomization, patchFiles } from '../kustomize/kustomization-file.ts';
import type { PatchTarget } from '../kustomize/patch-target.ts';
import { replacementPaths } from '../kustomize/transformation.ts';
import { helmfilePatchPaths, isHelmfile } from '../manifest/helmfile.ts';
import { isKustomizationFile, resolvePath } from '../manifest/kustomization-paths.ts';
import { parseDocuments } from '../yaml/documents.ts';
import type { YamlDocument, YamlNode } from '../yaml/nodes.ts';
import { toValue } from '../yaml/value.ts';
import { type Kustomizations, normalUri } from './kustomize-builds.ts';

/**
 * The files that kustomizations, and helmfiles, name as patches: parts of objects, which lack what the whole has, or operations on them. Knows
 * the kustomizations on disk, and over them those that are open. Says by `revision` when the patches change.
 */
export class KustomizationIndex implements Kustomizations {
  readonly #onDisk = new Map<string, Named>();
  readonly #open = new Map<string, Named>();
  #written: ReadonlyMap<string, JsonObject> | undefined;
  #patches: ReadonlyMap<string, PatchTarget> | undefined;
  #replacements: ReadonlySet<string> | undefined;
  /** The open documents that builds read, as they were taken last. */
  readonly #openParts = new Map<string, string>();
  #revision = 0;
  #patchRevision = 0;

  /** Grows with every change of what `isPatch` and `targetOf` say. */
  get patchRevision(): number {
    return this.#patchRevision;
  }

  /** Grows with every change of that, of `written`, and of the files that builds read. */
  get revision(): number {
    return this.#revision;
  }

  /** The JSON of all kustomizations, those of open documents as they are there. */
  get written(): ReadonlyMap<string, JsonObject> {
    this.#written ??= new Map(
      Array.from(this.#all(), ([uri, { written }]) => [normalUri(uri), written] as const),
    );
    return this.#written;
  }

  /** Whether a kustomization names this file as a patch. */
  isPatch(uri: string): boolean {
    return this.targetOf(uri) !== undefined;
  }

  /** What a file is a patch for; undefined for a file that is none. Of several targets nothing is said. */
  targetOf(uri: string): PatchTarget | undefined {
    this.#patches ??= this.#targets();
    return this.#patches.size > 0 ? this.#patches.get(normalUri(uri)) : undefined;
  }

  /** Takes what a kustomization on disk has; `undefined` when there is no such file any more. Leaves other files alone. */
  setFile(uri: string, text: string | undefined): void {
    if (!namesPatches(uri)) return;
    const before = this.#onDisk.get(uri) ?? none;
    const isRead = text !== undefined && text.length <= longestKustomization;
    const named = isRead ? namedIn(uri, parseDocuments(text)) : none;
    if (text === undefined) this.#onDisk.delete(uri);
    else this.#onDisk.set(uri, named);
    if (!this.#open.has(uri)) this.#changed(before, named);
  }

  /** Takes what an open kustomization has now. */
  setOpen(uri: string, documents: readonly YamlDocument[]): void {
    if (!namesPatches(uri)) return;
    const before = this.#open.get(uri) ?? this.#onDisk.get(uri) ?? none;
    const isRead = (documents.at(-1)?.span.end ?? 0) <= longestKustomization;
    const named = isRead ? namedIn(uri, documents) : none;
    this.#open.set(uri, named);
    this.#changed(before, named);
  }

  /**
   * Takes what an open document has now, which may be a patch or have replacements: what it is for becomes another object by
   * it.
   */
  setPart(uri: string, text: string): void {
    if (!this.#isPart(uri) || this.#openParts.get(uri) === text) return;
    this.#openParts.set(uri, text);
    this.#revision++;
  }

  /** Takes that a file on disk has changed, came or went, which counts where it is not open. */
  partChanged(uri: string): void {
    if (this.#isPart(uri) && !this.#openParts.has(uri)) this.#revision++;
  }

  /** From now on the file on disk counts again. */
  close(uri: string): void {
    this.#openParts.delete(uri);
    const before = this.#open.get(uri);
    if (!this.#open.delete(uri) || !before) return;
    this.#changed(before, this.#onDisk.get(uri) ?? none);
  }

  #changed(before: Named, now: Named): void {
    if (before.text === now.text) return;
    this.#written = undefined;
    this.#replacements = undefined;
    if (before.patchText !== now.patchText) {
      this.#patches = undefined;
      this.#patchRevision++;
    }
    this.#revision++;
  }

  /** Whether builds read this file beside resources. */
  #isPart(uri: string): boolean {
    if (this.isPatch(uri)) return true;
    this.#replacements ??= this.#replacementFiles();
    return this.#replacements.size > 0 && this.#replacements.has(normalUri(uri));
  }

  #replacementFiles(): ReadonlySet<string> {
    const files = Array.from(this.#all(), ([uri, { written }]) =>
      replacementPaths(written).map((path) => resolvePath(uri, path)),
    );
    return new Set(files.flat().flatMap((file) => (file === undefined ? [] : normalUri(file))));
  }

  *#all(): Generator<readonly [string, Named]> {
    yield* this.#open;
    for (const entry of this.#onDisk) if (!this.#open.has(entry[0])) yield entry;
  }

  #targets(): ReadonlyMap<string, PatchTarget> {
    const patches = new Map<string, PatchTarget>();
    const add = ({ uri, target }: PatchFile) => {
      const known = patches.get(uri);
      const isOther = known !== undefined && JSON.stringify(known) !== JSON.stringify(target);
      patches.set(uri, isOther ? { isGiven: true } : target);
    };
    for (const [, { patches: files }] of this.#all()) files.forEach(add);
    return patches;
  }
}

interface PatchFile {
  readonly uri: string;
  readonly target: PatchTarget;
}

/** What a file says of others. */
interface Named {
  readonly patches: readonly PatchFile[];
  /** Its JSON. */
  readonly written: JsonObject;
  /** The same for the same patches, and for all of it. */
  readonly patchText: string;
  readonly text: string;
}

const none: Named = { patches: [], written: {}, patchText: '[]', text: '' };

function namesPatches(uri: string): boolean {
  return isKustomizationFile(uri) || isHelmfile(uri);
}

function namedIn(uri: string, documents: readonly YamlDocument[]): Named {
  const value = isKustomizationFile(uri) && documents[0]?.root ? toValue(documents[0].root) : undefined;
  const written = isObject(value) ? value : {};
  const patches = patchesOf(uri, documents);
  return { patches, written, patchText: textOf(patches), text: textOf([patches, written]) };
}

/** Numbers may be larger than JSON has them; it is asked about each value only where one is, because that takes long. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
  }
}

function patchesOf(uri: string, documents: readonly YamlDocument[]): readonly PatchFile[] {
  const filesOf = isKustomizationFile(uri) ? patchFiles : filesOfHelmfile;
  return documents.flatMap(({ root }) =>
    filesOf(root).flatMap(({ path, target }) => {
      const resolved = resolvePath(uri, path);
      return resolved === undefined ? [] : { uri: normalUri(resolved), target };
    }),
  );
}

function filesOfHelmfile(root: YamlNode | undefined): ReturnType<typeof patchFiles> {
  return helmfilePatchPaths(root).map((path) => ({ path, target: { isGiven: false } }));
}
