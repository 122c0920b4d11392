import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether there is a folder at this path. */
export async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The paths of all files in a folder and those below it whose names match, in order. */
export async function filesUnder(folder: string, names: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
