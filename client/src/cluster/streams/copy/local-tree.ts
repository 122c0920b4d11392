import type { Stats } from 'node:fs';
import { access, constants, lstat, readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CopyError } from './copy-error.ts';
import { type LeftOutList, type LeftOutReason, leftOutList } from './left-out.ts';
import { judgeLink } from './link-target.ts';

/** A file, a folder or a link that is to be copied. */
export interface LocalEntry {
  readonly kind: 'file' | 'directory' | 'symbolic link';
  /** From the root of what is copied on, with slashes; empty for the root itself. */
  readonly path: string;
  /** Where it is. */
  readonly file: string;
  /** Of a file in bytes; 0 of all else. */
  readonly size: number;
  readonly mode: number;
  readonly modified: number;
  /** What a link leads to. */
  readonly link: string;
}

/** What is to be copied from this machine. */
export interface LocalTree {
  readonly root: 'file' | 'folder';
  /** Each folder before what is in it, in the order of their names. */
  readonly entries: readonly LocalEntry[];
  readonly leftOut: LeftOutList;
  /** Of all files. */
  readonly bytes: number;
  readonly files: number;
}

/** How much may be copied at once. */
export interface TreeLimits {
  /** Of files, folders and links. */
  readonly entries: number;
}

/**
 * Looks through what is to be copied. A source that is a link is followed, for it was named; links below it are kept where they lead
 * nowhere else. Throws a `CopyError`, with `what` before it, where there is nothing to copy, or too much.
 */
export async function readLocalTree(
  source: string,
  limits: TreeLimits,
  platform: NodeJS.Platform,
  what: string,
  signal: AbortSignal,
): Promise<LocalTree> {
  const about = await stat(source).catch((error: unknown) => {
    throw new CopyError(what, { fault: `${source} cannot be read (${codeOf(error)})` }, error);
  });
  const leftOut = leftOutList();
  if (about.isFile()) {
    const root = entryOf('file', '', source, about, platform);
    return { root: 'file', entries: [root], leftOut, bytes: root.size, files: 1 };
  }
  if (!about.isDirectory()) {
    throw new CopyError(what, { fault: `${source} is neither a file nor a folder` });
  }
  const entries: LocalEntry[] = [];
  const pending = [entryOf('directory', '', source, about, platform)];
  for (let next = pending.pop(); next; next = pending.pop()) {
    signal.throwIfAborted();
    entries.push(next);
    if (entries.length + pending.length > limits.entries) {
      throw new CopyError(what, {
        fault: `${source} has more than ${limits.entries} files and folders`,
        wayOut: 'Copy its folders one by one',
      });
    }
    if (next.kind === 'directory') pending.push(...(await readFolder(next, leftOut, platform)));
  }
  const files = entries.filter(({ kind }) => kind === 'file');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { root: 'folder', entries, leftOut, bytes, files: files.length };
}

/** What is in a folder, the last name first. */
async function readFolder(
  folder: LocalEntry,
  leftOut: LeftOutList,
  platform: NodeJS.Platform,
): Promise<LocalEntry[]> {
  const found: LocalEntry[] = [];
  let names: string[];
  try {
    names = await readdir(folder.file);
  } catch (error) {
    leftOut.add(folder.path || '.', { reason: reasonOf(error) });
    return found;
  }
  for (const name of names.sort().reverse()) {
    const path = folder.path === '' ? name : `${folder.path}/${name}`;
    const entry = await readEntry(path, join(folder.file, name), leftOut, platform);
    if (entry) found.push(entry);
  }
  return found;
}

async function readEntry(
  path: string,
  file: string,
  leftOut: LeftOutList,
  platform: NodeJS.Platform,
): Promise<LocalEntry | undefined> {
  try {
    const about = await lstat(file);
    if (about.isFile()) {
      await access(file, constants.R_OK);
      return entryOf('file', path, file, about, platform);
    }
    if (about.isDirectory()) return entryOf('directory', path, file, about, platform);
    if (!about.isSymbolicLink()) {
      leftOut.add(path, { reason: specialKind(about) });
      return undefined;
    }
    const target = await readlink(file);
    const link = platform === 'win32' ? target.replaceAll('\\', '/') : target;
    if (judgeLink(link, path.split('/').length - 1, platform) === 'stays') {
      return { ...entryOf('symbolic link', path, file, about, platform), link };
    }
    leftOut.add(path, { reason: 'link leads out', about: target });
  } catch (error) {
    leftOut.add(path, { reason: path.includes('\uFFFD') ? 'name not readable' : reasonOf(error) });
  }
  return undefined;
}

function entryOf(
  kind: LocalEntry['kind'],
  path: string,
  file: string,
  about: Stats,
  platform: NodeJS.Platform,
): LocalEntry {
  // What Windows says of permissions means nothing in a container.
  const mode = platform === 'win32' ? (kind === 'file' ? 0o644 : 0o755) : about.mode & 0o777;
  const least = kind === 'directory' ? 0o700 : 0o400;
  return {
    kind,
    path,
    file,
    size: kind === 'file' ? about.size : 0,
    // Its owner can read it, so that it can be checked, and removed.
    mode: mode | least,
    modified: about.mtimeMs,
    link: '',
  };
}

function specialKind(about: Stats): LeftOutReason {
  if (about.isFIFO()) return 'pipe';
  if (about.isSocket()) return 'socket';
  return 'device';
}

function reasonOf(error: unknown): LeftOutReason {
  return codeOf(error) === 'ENOENT' ? 'gone' : 'not readable';
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
