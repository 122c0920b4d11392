import { lstat, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { CopyError } from './copy-error.ts';
import type { Occupant } from './copy-step.ts';

/** Where a copy goes on this machine. */
export interface LocalPlace {
  readonly path: string;
  readonly was: Occupant;
}

/**
 * Where a copy goes: into a folder that is there, under `name`, else by the path itself, in a folder that is there. Throws a
 * `CopyError`, with `what` before it.
 */
export async function findLocalPlace(destination: string, name: string, what: string): Promise<LocalPlace> {
  const isFolder = await stat(destination).then(
    (about) => about.isDirectory(),
    () => false,
  );
  if (isFolder && name === '') {
    throw new CopyError(what, {
      fault: 'what is copied has no name of its own',
      wayOut: 'Name one for the copy that is not taken',
    });
  }
  const path = isFolder ? join(destination, name) : resolve(destination);
  const folder = dirname(path);
  const isThere = await stat(folder).then(
    (about) => about.isDirectory(),
    () => false,
  );
  if (!isThere || (!isFolder && (destination.endsWith('/') || destination.endsWith(sep)))) {
    throw new CopyError(what, { fault: `there is no folder ${folder}`, wayOut: 'Make it first' });
  }
  return { path, was: await occupantOf(path) };
}

/** A folder beside the place, on the same disk, that what comes is written to until it is whole. */
export interface Aside {
  readonly folder: string;
  /** Where what is copied is written to. */
  readonly root: string;
  /** Whether two names that differ in upper and lower case alone are one here. */
  readonly foldsCase: boolean;
}

/** Makes the folder; `id` tells it from all others. Throws as the disk does. */
export async function makeAside({ path }: LocalPlace, id: string): Promise<Aside> {
  const name = `.kubewright-copy-${id.toLowerCase()}`;
  const folder = join(dirname(path), name);
  await mkdir(folder, { mode: 0o700 });
  const foldsCase = await lstat(join(dirname(folder), name.toUpperCase())).then(
    () => true,
    () => false,
  );
  return { folder, root: join(folder, 'new'), foldsCase };
}

/** Puts what is whole in its place. What was there goes when it has, or is put back. Throws a `CopyError`. */
export async function putInPlace({ path, was }: LocalPlace, aside: Aside, what: string): Promise<void> {
  if ((await occupantOf(path)) !== was) {
    throw new CopyError(what, {
      fault: `something else has come to ${path} meanwhile`,
      wayOut: 'Nothing was changed: copy again',
    });
  }
  try {
    // A file takes the place of a file in one step.
    if (was === 'nothing' || (was === 'file' && (await occupantOf(aside.root)) === 'file')) {
      await rename(aside.root, path);
      return;
    }
    const old = join(aside.folder, 'old');
    await rename(path, old);
    await rename(aside.root, path).catch(async (error: unknown) => {
      await rename(old, path);
      throw error;
    });
  } catch (error) {
    throw new CopyError(
      what,
      {
        fault: `${basename(path)} could not be put in its place (${(error as NodeJS.ErrnoException).code ?? error})`,
        wayOut: 'What was there is there still: a program may have it open',
      },
      error,
    );
  }
}

/** Removes the folder and all that is in it. */
export async function removeAside({ folder }: Aside): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function occupantOf(path: string): Promise<Occupant> {
  try {
    const about = await lstat(path);
    if (about.isSymbolicLink()) return 'link';
    if (about.isDirectory()) return 'folder';
    return about.isFile() ? 'file' : 'other';
  } catch {
    return 'nothing';
  }
}
