import { type FSWatcher, realpathSync, statSync, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Log, silentLog } from '../log.ts';
import type { KubeconfigFiles } from './files.ts';

/** Editors and tools write a file in several steps. */
const settleTime = 200;
const maximalDelay = 2_000;

/**
 * Calls `listener` some 200 ms after any of the files was changed, replaced, made or removed, whether it exists now or
 * not, and also where it is a link. Folders are watched and not the files, which are replaced rather than written.
 * Never keeps the process alive.
 */
export function watchKubeconfigs(
  files: KubeconfigFiles,
  listener: () => void,
  log: Log = silentLog,
): { dispose(): void } {
  const paths = [...files.merged, ...files.extra].map((file) => resolve(file));
  /** By folder and inode: a folder made anew is another one. */
  const watchers = new Map<string, FSWatcher>();
  let known = fingerprint(paths);
  let timer: NodeJS.Timeout | undefined;
  let firstEvent: number | undefined;

  const settle = () => {
    timer = undefined;
    firstEvent = undefined;
    watchFolders();
    const now = fingerprint(paths);
    if (now === known) return;
    known = now;
    listener();
  };
  const stirred = () => {
    firstEvent ??= Date.now();
    clearTimeout(timer);
    // A folder in which something is written all the time must not put this off for ever.
    timer = setTimeout(settle, Math.max(0, Math.min(settleTime, firstEvent + maximalDelay - Date.now())));
    timer.unref();
  };
  const watchFolders = () => {
    const wanted = new Map(paths.flatMap(foldersOf).map((folder) => [identity(folder), folder]));
    for (const [key, watcher] of watchers) {
      if (wanted.has(key)) continue;
      watcher.close();
      watchers.delete(key);
    }
    for (const [key, folder] of wanted) {
      if (watchers.has(key)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, stirred);
        watcher.on('error', (error) => {
          log.debug(`watching ${folder}`, error);
          // The folder is gone: the one above is watched instead.
          watcher.close();
          watchers.delete(key);
          stirred();
        });
        watchers.set(key, watcher);
      } catch (error) {
        // What is in it is read at the next refresh.
        log.warn(`watching ${folder}`, error);
      }
    }
  };

  watchFolders();
  return {
    dispose() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

/** The folders in which something happens when the file changes: its own, or the nearest above that exists; and that of what it links to. */
function foldersOf(file: string): string[] {
  const folders = [existing(dirname(file))];
  try {
    folders.push(dirname(realpathSync(file)));
  } catch {
    // There is no such file now.
  }
  return folders;
}

function identity(folder: string): string {
  return `${folder}\n${statSync(folder, { throwIfNoEntry: false })?.ino}`;
}

function existing(folder: string): string {
  let current = folder;
  while (
    statSync(current, { throwIfNoEntry: false })?.isDirectory() !== true &&
    dirname(current) !== current
  ) {
    current = dirname(current);
  }
  return current;
}

/** Changes when one of the files does; much else happens in a folder. */
function fingerprint(paths: readonly string[]): string {
  const states = paths.map((path) => {
    try {
      const { ino, size, mtimeMs, ctimeMs } = statSync(path);
      return [ino, size, mtimeMs, ctimeMs];
    } catch {
      return null;
    }
  });
  return JSON.stringify(states);
}
