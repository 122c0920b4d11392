import { patchFiles } from '../kustomize/kustomization-file.ts';
import type { PatchTarget } from '../kustomize/patch-target.ts';
import { helmfilePatchPaths, isHelmfile } from '../manifest/helmfile.ts';
import { isKustomizationFile, resolvePath } from '../manifest/kustomization-paths.ts';
import { parseDocuments } from '../yaml/documents.ts';
import type { YamlDocument, YamlNode } from '../yaml/nodes.ts';

/**
 * The files that kustomizations, and helmfiles, name as patches: parts of objects, which lack what the whole has, or operations on them. Knows
 * the kustomizations on disk, and over them those that are open. Says by `revision` when the patches change.
 */
export class KustomizationIndex {
  readonly #onDisk = new Map<string, readonly PatchFile[]>();
  readonly #open = new Map<string, readonly PatchFile[]>();
  #patches: ReadonlyMap<string, PatchTarget> | undefined;
  #revision = 0;

  /** Grows by one with every change of what `isPatch` and `targetOf` say. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether a kustomization names this file as a patch. */
  isPatch(uri: string): boolean {
    return this.targetOf(uri) !== undefined;
  }

  /** What a file is a patch for; undefined for a file that is none. Of several targets nothing is said. */
  targetOf(uri: string): PatchTarget | undefined {
    this.#patches ??= this.#all();
    return this.#patches.size > 0 ? this.#patches.get(normal(uri)) : undefined;
  }

  /** Takes what a kustomization on disk has; `undefined` when there is no such file any more. Leaves other files alone. */
  setFile(uri: string, text: string | undefined): void {
    if (!namesPatches(uri)) return;
    const before = this.#onDisk.get(uri) ?? none;
    const patches = text === undefined ? none : patchesOf(uri, parseDocuments(text));
    this.#onDisk.set(uri, patches);
    if (!this.#open.has(uri)) this.#changed(before, patches);
  }

  /** Takes what an open kustomization has now. */
  setOpen(uri: string, documents: readonly YamlDocument[]): void {
    if (!namesPatches(uri)) return;
    const before = this.#open.get(uri) ?? this.#onDisk.get(uri) ?? none;
    const patches = patchesOf(uri, documents);
    this.#open.set(uri, patches);
    this.#changed(before, patches);
  }

  /** From now on the file on disk counts again. */
  close(uri: string): void {
    const before = this.#open.get(uri);
    if (!this.#open.delete(uri) || !before) return;
    this.#changed(before, this.#onDisk.get(uri) ?? none);
  }

  #changed(before: readonly PatchFile[], now: readonly PatchFile[]): void {
    if (JSON.stringify(before) === JSON.stringify(now)) return;
    this.#patches = undefined;
    this.#revision++;
  }

  #all(): ReadonlyMap<string, PatchTarget> {
    const patches = new Map<string, PatchTarget>();
    const add = ({ uri, target }: PatchFile) => {
      const known = patches.get(uri);
      const isOther = known !== undefined && JSON.stringify(known) !== JSON.stringify(target);
      patches.set(uri, isOther ? { isGiven: true } : target);
    };
    for (const files of this.#open.values()) files.forEach(add);
    for (const [file, files] of this.#onDisk) if (!this.#open.has(file)) files.forEach(add);
    return patches;
  }
}

interface PatchFile {
  readonly uri: string;
  readonly target: PatchTarget;
}

const none: readonly PatchFile[] = [];

function namesPatches(uri: string): boolean {
  return isKustomizationFile(uri) || isHelmfile(uri);
}

function patchesOf(uri: string, documents: readonly YamlDocument[]): readonly PatchFile[] {
  const filesOf = isKustomizationFile(uri) ? patchFiles : filesOfHelmfile;
  return documents.flatMap(({ root }) =>
    filesOf(root).flatMap(({ path, target }) => {
      const resolved = resolvePath(uri, path);
      return resolved === undefined ? [] : { uri: normal(resolved), target };
    }),
  );
}

function filesOfHelmfile(root: YamlNode | undefined): ReturnType<typeof patchFiles> {
  return helmfilePatchPaths(root).map((path) => ({ path, target: { isGiven: false } }));
}

/** Clients escape characters of URIs in their own ways (`%3A`, `%20`). */
function normal(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
