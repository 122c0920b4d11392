import { realpathSync } from 'node:fs';
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
 * What paths name, each file once, also where one of them is a link to it: the paths in their order, the files of a folder by
 * their own paths. A path that cannot be read stands as that in its place. `stdinName` is
 * what `-` stands for, and `is` what the paths of files are.
 */
export function targetsOf(
  paths: readonly string[],
  stdinName: string = standardInput,
  is: Target['is'] = 'named',
): readonly (Target | Unreadable)[] {
  const targets = new Map<string, Target | Unreadable>();
  for (const path of paths) {
    const keyOf = realKeys(path);
    for (const target of targetsAt(path, stdinName, is)) {
      const key = 'uri' in target ? keyOf(target) : target.file;
      if (!targets.has(key)) targets.set(key, target);
    }
  }
  return [...targets.values()];
}

/** Gives the URI without links of what a path names. Below a folder no link is followed. */
function realKeys(path: string): (target: Target) => string {
  const real = path === '-' || path === '' ? undefined : realPathOf(path);
  if (real === undefined) return ({ uri }) => uri;
  const named = uriOf(path);
  const realUri = uriOf(real);
  if (realUri === named) return ({ uri }) => uri;
  const start = uriOf(resolve(path));
  return ({ uri }) => (uri === named ? realUri : realUri + uri.slice(start.length));
}

/** Undefined where there is none, as of a pipe without a name. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** What a path that `--schemas` names has. */
export interface SchemaSource {
  readonly path: string;
  readonly files: readonly (Target | Unreadable)[];
}

/** The files of paths that are named for the kinds which they define. */
export function schemaSources(paths: readonly string[]): readonly SchemaSource[] {
  return paths.map((path) => ({ path, files: targetsOf([path]) }));
}

/**
 * The files beside the targets whose definitions and kustomizations count: those of the workspace, which is the repository
 * of each path where none is named. Gives what of `workspace` cannot be read, too.
 */
export function filesBeside(
  paths: readonly string[],
  workspace: string | undefined,
): readonly (Target | Unreadable)[] {
  if (workspace === undefined) return targetsOf(repositoriesOf(paths));
  const refusal = refusalOfFolder(workspace);
  if (refusal !== undefined) return [{ file: workspace, reason: refusal, counts: 'as failure' }];
  return targetsOf(withoutPaths([resolve(workspace)], paths));
}

/** Why a path is no folder whose files could count; undefined where it is one. */
function refusalOfFolder(path: string): string | undefined {
  try {
    return isFolder(path) ? undefined : 'a workspace is a folder, and it is none';
  } catch (error) {
    return reasonOf(error);
  }
}

function targetsAt(path: string, stdinName: string, is: Target['is']): (Target | Unreadable)[] {
  if (path === '-') return [{ file: stdinName, uri: uriOf(stdinName), is: 'named' }];
  if (path === '') return [{ file: '""', reason: 'this path is empty', counts: 'as failure' }];
  try {
    if (!isFolder(path)) return [{ file: path, uri: uriOf(path), is }];
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
