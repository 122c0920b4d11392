import { isObject, type JsonObject } from '../defaults/draft.ts';
import {
  type Build,
  type Builds,
  type ObjectPatch,
  patchReferences,
  type ReplacedFields,
  replacementPaths,
  replacementsOfFile,
  type Transformation,
  writtenReplacements,
  writtenTransformation,
} from '../kustomize/transformation.ts';
import { unpackedObjects } from '../kustomize/unpacked-lists.ts';
import { kustomizationNames, resolvePath } from '../manifest/kustomization-paths.ts';
import { parseDocuments } from '../yaml/documents.ts';
import { toValue } from '../yaml/value.ts';

/** The kustomizations that a workspace has: their JSON by their normal URIs, and a number that grows when any changes. */
export interface Kustomizations {
  readonly revision: number;
  readonly written: ReadonlyMap<string, JsonObject>;
}

/** What kustomizations do to the files that they name as resources, directly or by way of others. */
export class KustomizeBuilds {
  readonly #kustomizations: Kustomizations;
  readonly #read: (uri: string) => Promise<string | undefined>;
  #owners: { readonly revision: number; readonly byPath: ReadonlyMap<string, readonly string[]> } | undefined;

  /** @param read gives the text of a file as it is now; undefined where there is none */
  constructor(kustomizations: Kustomizations, read: (uri: string) => Promise<string | undefined>) {
    this.#kustomizations = kustomizations;
    this.#read = read;
  }

  /** Whether any kustomization names a file as a resource. */
  has(uri: string): boolean {
    return this.#ownersOf(uri).length > 0;
  }

  /** The builds that a file goes into: up to each of the kustomizations that lead to it. */
  async of(uri: string): Promise<Builds> {
    const left: Left = new Set();
    const chains = this.#chainsOf(uri, left);
    const all = await Promise.all(chains.map((chain) => this.#build(chain, left)));
    return { all, left: Array.from(left, (part) => ({ part, most: limits[part] })) };
  }

  /** From the kustomization that names the file up; the longest first, because they fill in most. */
  #chainsOf(uri: string, left: Left): string[][] {
    const chains = this.#ownersOf(uri).map((owner) => [owner]);
    for (let index = 0; index < chains.length && chains.length <= mostBuilds; index++) {
      const chain = chains[index]!;
      for (const owner of this.#ownersOf(folderOf(chain.at(-1)!))) {
        if (!chain.includes(owner)) chains.push([...chain, owner]);
      }
    }
    if (chains.length > mostBuilds) left.add('builds');
    return chains.slice(0, mostBuilds).reverse();
  }

  async #build(chain: readonly string[], left: Left): Promise<Build> {
    const parts = await Promise.all(chain.map((uri) => this.#transformationsOf(uri, new Set(), left)));
    return parts.flat();
  }

  /** Those of its components, which come first, and its own. */
  async #transformationsOf(uri: string, seen: Set<string>, left: Left): Promise<Transformation[]> {
    const written = this.#kustomizations.written.get(uri);
    if (!written || seen.has(uri) || isBeyond(seen.size, left)) return [];
    seen.add(uri);
    const transformations: Transformation[] = [];
    for (const path of texts(written.components)) {
      const component = this.#kustomizationIn(resolved(uri, path));
      if (component !== undefined)
        transformations.push(...(await this.#transformationsOf(component, seen, left)));
    }
    transformations.push(await this.#own(uri, written, left));
    return transformations;
  }

  async #own(uri: string, kustomization: JsonObject, left: Left): Promise<Transformation> {
    const written = writtenTransformation(kustomization);
    const accounts =
      written.namespace === undefined ? new Set<string>() : await this.#accountsOf(uri, new Set(), left);
    return {
      ...written,
      patches: await this.#patchesOf(uri, kustomization, left),
      replaced: await this.#replacedBy(uri, kustomization, left),
      hasServiceAccount: (name) => accounts === 'unknown' || accounts.has(name),
    };
  }

  async #patchesOf(uri: string, kustomization: JsonObject, left: Left): Promise<ObjectPatch[]> {
    const patches: ObjectPatch[] = [];
    for (const [index, { target, source }] of patchReferences(kustomization).entries()) {
      if (isBeyond(index, left)) break;
      const text = 'text' in source ? source.text : await this.#readAt(uri, source.path, left);
      for (const value of text === undefined ? [] : valuesIn(text)) {
        const values = Array.isArray(value) ? [value] : unpackedObjects(value);
        for (const one of values) patches.push({ target, value: one });
      }
    }
    return patches;
  }

  async #replacedBy(uri: string, kustomization: JsonObject, left: Left): Promise<ReplacedFields[]> {
    const replaced = writtenReplacements(kustomization);
    for (const [index, path] of replacementPaths(kustomization).entries()) {
      const text = isBeyond(index, left) ? undefined : await this.#readAt(uri, path, left);
      const [first] = text === undefined ? [] : valuesIn(text);
      replaced.push(...replacementsOfFile(first));
      if (text === undefined) break;
    }
    return replaced;
  }

  /** The ServiceAccounts among all resources of a kustomization; unknown where one of them cannot be read. */
  async #accountsOf(uri: string, seen: Set<string>, left: Left): Promise<Set<string> | 'unknown'> {
    const kustomization = this.#kustomizations.written.get(uri);
    if (!kustomization || isBeyond(seen.size, left) || makesMore(kustomization)) return 'unknown';
    seen.add(uri);
    const names = new Set<string>();
    for (const path of [kustomization.resources, kustomization.bases, kustomization.components].flatMap(
      texts,
    )) {
      const inner = this.#kustomizationIn(resolved(uri, path));
      if (inner !== undefined && seen.has(inner)) continue;
      const found =
        inner !== undefined
          ? await this.#accountsOf(inner, seen, left)
          : await this.#accountsIn(uri, path, left);
      if (found === 'unknown') return found;
      for (const name of found) names.add(name);
    }
    return names;
  }

  async #accountsIn(uri: string, path: string, left: Left): Promise<Set<string> | 'unknown'> {
    const text = await this.#readAt(uri, path, left);
    if (text === undefined) return 'unknown';
    const accounts = valuesIn(text, 'ServiceAccount')
      .flatMap((value) => [...unpackedObjects(value)])
      .flatMap(({ kind, metadata }) =>
        kind === 'ServiceAccount' && isObject(metadata) ? metadata.name : [],
      );
    return new Set(accounts.filter((name) => typeof name === 'string'));
  }

  async #readAt(uri: string, path: string, left: Left): Promise<string | undefined> {
    const file = resolvePath(uri, path);
    const text = file === undefined ? undefined : await this.#read(file);
    if (text === undefined || text.length <= limits['built-text']) return text;
    left.add('built-text');
    return undefined;
  }

  /** The kustomization of a folder. */
  #kustomizationIn(folder: string | undefined): string | undefined {
    return folder === undefined
      ? undefined
      : kustomizationNames
          .map((name) => `${folder}/${name}`)
          .find((uri) => this.#kustomizations.written.has(uri));
  }

  #ownersOf(uri: string): readonly string[] {
    const { revision, written } = this.#kustomizations;
    if (this.#owners?.revision !== revision) this.#owners = { revision, byPath: ownersByPath(written) };
    return this.#owners.byPath.get(normalUri(uri)) ?? [];
  }
}

/** A URI as others may write it: clients escape characters in their own ways (`%3A`, `%20`). */
export function normalUri(uri: string): string {
  if (!uri.includes('%')) return uri;
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Nobody has more overlays of one base, and each is judged. A longer text would be read as YAML for each build. */
const limits = { builds: 30, 'built-files': 300, 'built-text': 1_000_000 };
const { builds: mostBuilds } = limits;

/** What is beyond a limit. */
type Left = Set<keyof typeof limits>;

/** Whether a build has so many files already, which is noted. */
function isBeyond(count: number, left: Left): boolean {
  if (count < limits['built-files']) return false;
  left.add('built-files');
  return true;
}

function ownersByPath(written: ReadonlyMap<string, JsonObject>): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const [uri, { resources, bases, components }] of written) {
    for (const path of [resources, bases, components].flatMap(texts)) {
      const named = resolved(uri, path);
      if (named === undefined) continue;
      const known = owners.get(named);
      if (known) known.push(uri);
      else owners.set(named, [uri]);
    }
  }
  return owners;
}

function resolved(uri: string, path: string): string | undefined {
  const named = resolvePath(uri, path);
  return named === undefined ? undefined : normalUri(named);
}

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

/** Whether it has objects that stand in no file here. */
function makesMore({ generators, helmCharts, transformers }: JsonObject): boolean {
  return [generators, helmCharts, transformers].some((list) => Array.isArray(list) && list.length > 0);
}

function valuesIn(text: string, word = ''): unknown[] {
  if (!text.includes(word)) return [];
  return parseDocuments(text).map(({ root }) => root && toValue(root));
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
