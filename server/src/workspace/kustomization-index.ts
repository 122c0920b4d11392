import { isKustomizationFile, namedPaths, resolvePath } from '../kustomize/kustomization-file.ts';
import { parseDocuments } from '../yaml/documents.ts';
import type { YamlDocument } from '../yaml/nodes.ts';

/**
 * The files that kustomizations name as patches: parts of objects, which lack what the whole has. Knows the
 * kustomizations on disk, and over them those that are open. Says by `revision` when the patches change.
 */
export class KustomizationIndex {
  readonly #onDisk = new Map<string, readonly string[]>();
  readonly #open = new Map<string, readonly string[]>();
  #patches: ReadonlySet<string> | undefined;
  #revision = 0;

  /** Grows by one with every change of what `isPatch` says. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether a kustomization names this file as a patch. */
  isPatch(uri: string): boolean {
    this.#patches ??= this.#all();
    return this.#patches.size > 0 && this.#patches.has(normal(uri));
  }

  /** Takes what a kustomization on disk has; `undefined` when there is no such file any more. Leaves other files alone. */
  setFile(uri: string, text: string | undefined): void {
    if (!isKustomizationFile(uri)) return;
    const before = this.#onDisk.get(uri) ?? none;
    const patches = text === undefined ? none : patchesOf(uri, parseDocuments(text));
    this.#onDisk.set(uri, patches);
    if (!this.#open.has(uri)) this.#changed(before, patches);
  }

  /** Takes what an open kustomization has now. */
  setOpen(uri: string, documents: readonly YamlDocument[]): void {
    if (!isKustomizationFile(uri)) return;
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

  #changed(before: readonly string[], now: readonly string[]): void {
    if (before.length === now.length && before.every((uri, index) => uri === now[index])) return;
    this.#patches = undefined;
    this.#revision++;
  }

  #all(): ReadonlySet<string> {
    const patches = new Set<string>();
    for (const uris of this.#open.values()) for (const uri of uris) patches.add(uri);
    for (const [file, uris] of this.#onDisk) {
      if (!this.#open.has(file)) for (const uri of uris) patches.add(uri);
    }
    return patches;
  }
}

const none: readonly string[] = [];

function patchesOf(uri: string, documents: readonly YamlDocument[]): readonly string[] {
  return documents.flatMap(({ root }) =>
    namedPaths(root).flatMap(({ path, isPatch }) => {
      const target = isPatch ? resolvePath(uri, path) : undefined;
      return target === undefined ? [] : [normal(target)];
    }),
  );
}

/** Clients escape characters of URIs in their own ways (`%3A`, `%20`). */
function normal(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
