import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Unreadable } from '../report.ts';
import { type FoundManifest, findManifests, isFolder, repositoryOf } from './find-manifests.ts';
import { reasonOf } from './source-files.ts';

/** A file that is to be checked. */
export interface Target {
  /** Its path, as a person is told of it. */
  readonly file: string;
  readonly uri: string;
  /** Whether a person named it, and is to be told when it cannot be read as a manifest. */
  readonly is: 'named' | 'found';
}

/** The name of standard input that has none. */
export const standardInput = '<stdin>';

/**
 * What paths name, each file once: the paths in their order, the files of a folder by their own paths. A path that cannot
 * be read stands as that in its place. `stdinName` is what `-` stands for.
 */
export function targetsOf(
  paths: readonly string[],
  stdinName: string = standardInput,
): readonly (Target | Unreadable)[] {
  const targets = new Map<string, Target | Unreadable>();
  for (const path of paths) {
    for (const target of targetsAt(path, stdinName)) {
      const key = 'uri' in target ? target.uri : target.file;
      if (!targets.has(key)) targets.set(key, target);
    }
  }
  return [...targets.values()];
}

/**
 * The files beside the targets whose definitions and kustomizations count: those that `schemas` names, then those of the
 * workspace, which is the repository of each path where none is named. Gives what of `schemas` and `workspace` cannot be
 * read, too.
 */
export function filesBeside(
  paths: readonly string[],
  { schemas, workspace }: { readonly schemas: readonly string[]; readonly workspace: string | undefined },
): readonly (Target | Unreadable)[] {
  const folders = workspace === undefined ? repositoriesOf(paths) : withoutPaths([resolve(workspace)], paths);
  return targetsOf([...schemas, ...folders]).map((target) =>
    'uri' in target ? { ...target, is: 'found' } : target,
  );
}

function targetsAt(path: string, stdinName: string): (Target | Unreadable)[] {
  if (path === '-') return [{ file: stdinName, uri: uriOf(stdinName), is: 'named' }];
  try {
    if (!isFolder(path)) return [{ file: path, uri: uriOf(path), is: 'named' }];
    return byFolders(findManifests(path)).map(({ path, shown }) => ({
      file: shown,
      uri: uriOf(path),
      is: 'found',
    }));
  } catch (error) {
    return [{ file: path, reason: reasonOf(error), counts: 'as failure' }];
  }
}

function repositoriesOf(paths: readonly string[]): string[] {
  const found = paths.flatMap((path) => (path === '-' ? [] : (repositoryOf(path) ?? [])));
  return withoutPaths([...new Set(found)], paths);
}

/** Those of which not every file is to be checked anyway. */
function withoutPaths(folders: readonly string[], paths: readonly string[]): string[] {
  return folders.filter((folder) => !paths.some((path) => resolve(path) === folder));
}

/** A folder's files stand together, before those of the next folder by name. */
function byFolders(found: readonly FoundManifest[]): FoundManifest[] {
  return found.toSorted((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
}

function uriOf(path: string): string {
  const whole = isAbsolute(path) ? path : join(process.cwd(), path);
  return plainPath.test(whole) ? `file://${whole}` : pathToFileURL(whole).href;
}

/** A path of which a URI has every sign as it is, which is nearly every one. */
const plainPath = /^(?:\/(?!\.\.?(?:\/|$))[\w.-]+)+$/;
