import { type Dirent, existsSync, opendirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isForeignFolder, isManifestFile } from '../../../server/src/workspace/workspace-files.ts';
import { type IgnoreRule, parseIgnoreRules, verdictOf } from './ignore-rules.ts';

/** A `.gitignore`: the folder that it stands in, by its parts, and what it says. */
interface IgnoreFile {
  readonly depth: number;
  readonly rules: readonly IgnoreRule[];
}

/** A manifest below a folder. */
export interface FoundManifest {
  /** Its absolute path. */
  readonly path: string;
  /** Its path as it follows from how the folder was named. */
  readonly shown: string;
  /** That as a key to sort by: what is in a folder stands together. */
  readonly key: string;
}

/**
 * All manifests below a folder, those in it first, then those of its folders in turn: what is near comes
 * before what is far. Leaves out what a `.gitignore` of these folders, or of the repository that they are in, leaves out,
 * folders of other people's files, and links, which may turn in circles. A folder below that cannot be read has none.
 * Throws where the folder itself cannot be read.
 */
export function findManifests(folder: string): FoundManifest[] {
  const found: FoundManifest[] = [];
  const root = resolve(folder);
  let level: { path: string; shown: string; ignores: readonly IgnoreFile[] }[] = [
    { path: root, shown: folder, ignores: ignoresAbove(root) },
  ];
  opendirSync(root).closeSync();
  while (level.length > 0) {
    const below: typeof level = [];
    for (const { path, shown, ignores: above } of level) {
      const entries = entriesOf(path);
      const isIgnoring = entries.some(({ name }) => name === ignoreName);
      const ignores = isIgnoring ? withIgnoresOf(path, above) : above;
      const start = startOf(path);
      const shownStart = startOf(shown);
      const keyStart = shownStart.replaceAll(/[\\/]/g, '\0');
      const rulesHere = ignores.length > 0 ? rulesIn(partsOf(path), ignores) : [];
      for (const entry of entries) {
        const { name } = entry;
        if (entry.isDirectory()) {
          const next = { path: start + name, shown: shownStart + name, ignores };
          if (!isForeignFolder(name) && !isIgnored(name, 'folder', rulesHere)) below.push(next);
        } else if (entry.isFile() && isManifestFile(name) && !isIgnored(name, 'file', rulesHere)) {
          found.push({ path: start + name, shown: shownStart + name, key: keyStart + name });
        }
      }
    }
    level = below;
  }
  return found;
}

/** The folder of the Git repository that a path is in; undefined where it is in none. */
export function repositoryOf(path: string): string | undefined {
  const folder = resolve(path);
  if (existsSync(join(folder, '.git'))) return folder;
  return folder === dirname(folder) ? undefined : repositoryOf(dirname(folder));
}

/** What git calls its files of patterns. Most folders have none, and a read that fails costs more than a small file. */
const ignoreName = '.gitignore';

/** Whether there is a folder at a path. Throws where there is nothing, or nothing that may be seen. */
export function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

/** What the paths of a folder's entries start with. */
function startOf(folder: string): string {
  const name = 'x';
  return join(folder, name).slice(0, -name.length);
}

/** By name, whatever order the file system has. A folder that cannot be read, or went away, has none. */
function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((left, right) =>
      left.name < right.name ? -1 : 1,
    );
  } catch {
    return [];
  }
}

/** Those of the folders above that are in the same repository. */
function ignoresAbove(folder: string): readonly IgnoreFile[] {
  const repository = repositoryOf(folder);
  if (repository === undefined || repository === folder) return excludesOf(repository);
  const parent = dirname(folder);
  return withIgnoresOf(parent, ignoresAbove(parent));
}

/** What a clone leaves out for itself. */
function excludesOf(repository: string | undefined): readonly IgnoreFile[] {
  if (repository === undefined) return [];
  return ignoreFile(join(gitFolderOf(repository), 'info', 'exclude'), repository);
}

/** Where git keeps what it knows of a repository. In a worktree, and in a submodule, `.git` is a file that says where that is. */
function gitFolderOf(repository: string): string {
  const own = join(repository, '.git');
  const named = /^gitdir: (.+)/.exec(lineOf(own) ?? '')?.[1];
  if (named === undefined) return own;
  const folder = resolve(repository, named);
  const common = lineOf(join(folder, 'commondir'));
  return common === undefined ? folder : resolve(folder, common);
}

/** The first line of a file; undefined where there is none. */
function lineOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/, 1)[0];
  } catch {
    return undefined;
  }
}

function withIgnoresOf(folder: string, above: readonly IgnoreFile[]): readonly IgnoreFile[] {
  const own = ignoreFile(join(folder, ignoreName), folder);
  return own.length > 0 ? [...above, ...own] : above;
}

function ignoreFile(path: string, folder: string): IgnoreFile[] {
  try {
    return [{ depth: partsOf(folder).length, rules: parseIgnoreRules(readFileSync(path, 'utf8')) }];
  } catch {
    return [];
  }
}

/** The rules that count in a folder, of the nearest file first, and the folders between that file and what is in the folder. */
interface RulesHere {
  readonly rules: readonly IgnoreRule[];
  readonly folders: readonly string[];
}

function rulesIn(folder: readonly string[], ignores: readonly IgnoreFile[]): readonly RulesHere[] {
  return ignores.map(({ depth, rules }) => ({ rules, folders: folder.slice(depth) })).reverse();
}

/** What the nearest file that says anything says of a name in a folder. */
function isIgnored(name: string, is: 'file' | 'folder', here: readonly RulesHere[]): boolean {
  for (const { rules, folders } of here) {
    const verdict = verdictOf(rules, folders, name, is);
    if (verdict) return verdict === 'ignore';
  }
  return false;
}

function partsOf(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== '');
}
