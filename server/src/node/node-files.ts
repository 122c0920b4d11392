import { constants, type Dirent } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileLook } from '../manifest/file-look.ts';
import {
  type FindBound,
  isForeignFolder,
  isManifestFile,
  type WorkspaceFiles,
} from '../workspace/workspace-files.ts';

/** Nothing a person wrote is larger; the largest published definitions are 5 MB. */
const largestFile = 16 * 1024 * 1024;
const deepestFolder = 24;
/** What one read takes of a file whose size is not known. */
const piece = 256 * 1024;

/**
 * The files of this machine. Only regular files are read, up to 16 MB, whatever their size is said to be: a device may have
 * no end, and who opens a pipe waits for a writer.
 */
export function nodeFiles(): WorkspaceFiles {
  return { find, look, read };
}

/** Breadth first, so that what is near is there when the bound is reached. Links are not followed: they may turn in circles. */
async function* find(folderUri: string, bound: FindBound): AsyncGenerator<string> {
  if (!folderUri.startsWith('file:')) return;
  let level = [fileURLToPath(folderUri)];
  let found = 0;
  for (let depth = 0; depth < deepestFolder && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      for (const entry of await entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !isForeignFolder(entry.name)) below.push(path);
        if (!entry.isFile() || !isManifestFile(entry.name)) continue;
        if (++found > bound.files) return bound.reached('files', bound.files);
        yield pathToFileURL(path).href;
      }
    }
    level = below;
  }
  if (level.length > 0) bound.reached('folders', deepestFolder);
}

/** A folder that cannot be read, or went away, has no entries. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

async function look(uri: string, within?: readonly string[]): Promise<FileLook> {
  const path = pathOf(uri);
  if (path === undefined) return 'none';
  if (!(await isWithin(path, within))) return 'outside';
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size > largestFile ? 'too-large' : 'file';
    return found.isDirectory() ? 'folder' : 'special';
  } catch {
    return 'none';
  }
}

async function read(uri: string, within?: readonly string[]): Promise<string | undefined> {
  const path = pathOf(uri);
  if (path === undefined || (await look(uri, within)) !== 'file') return undefined;
  try {
    // Where another file has come there meanwhile, nobody waits for it.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return (await file.stat()).isFile() ? await textOf(file) : undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** Undefined where there is more than anybody wrote: the files of a kernel say that they are empty, and some have no end. */
async function textOf(file: FileHandle): Promise<string | undefined> {
  const { size } = await file.stat();
  const pieces: Buffer[] = [];
  let length = 0;
  for (let next = Math.min(size, largestFile) + 1; ; next = piece) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(next), 0, next, null);
    if (bytesRead === 0) return Buffer.concat(pieces, length).toString('utf8');
    length += bytesRead;
    if (length > largestFile) return undefined;
    pieces.push(buffer.subarray(0, bytesRead));
  }
}

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** Whether a file stands below one of these folders, wherever links lead; what is not there is where its folder is. */
async function isWithin(path: string, folders: readonly string[] | undefined): Promise<boolean> {
  if (!folders) return true;
  const real = await realPathOf(path);
  for (const folder of folders) {
    const root = pathOf(folder);
    if (root !== undefined && `${real}${sep}`.startsWith(join(await realPathOf(root), sep))) return true;
  }
  return false;
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path;
  }
}
