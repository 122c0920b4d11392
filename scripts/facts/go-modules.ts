import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The folders of Go modules (`k8s.io/api@v0.35.4`) in Go's own cache, downloaded where they are missing, in the order asked.
 * Throws where there is no Go, or it cannot get one of them.
 */
export function goModuleFolders(modules: readonly string[]): string[] {
  const run = spawnSync('go', ['mod', 'download', '-json', ...modules], { encoding: 'utf8', cwd: '/' });
  if (run.error)
    throw new Error(`this needs Go on the PATH, to download ${modules.join(', ')}: ${run.error.message}`);
  const folders = new Map(
    downloaded(run.stdout).map(({ Path, Version, Dir }) => [`${Path}@${Version}`, Dir]),
  );
  return modules.map((module) => {
    const folder = folders.get(module);
    if (folder === undefined) throw new Error(`Go cannot download ${module}: ${run.stderr.trim()}`);
    return folder;
  });
}

/** The folders in a module that have a file of this name, from the module's own, in the order of their names. */
export async function foldersWith(module: string, file: string): Promise<string[]> {
  const entries = await readdir(module, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name === file)
    .map((entry) => entry.parentPath)
    .sort();
}

/** The Go sources right in a folder, but for tests and what is generated. */
export async function goSources(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith('.go') && !/(?:_test|\.pb|^zz_.*)\.go$/.test(name))
    .map((name) => join(folder, name));
}

interface Downloaded {
  readonly Path: string;
  readonly Version: string;
  readonly Dir?: string;
}

/** Go writes one object after another, each from `{` to `}` at the begin of a line. */
function downloaded(text: string): Downloaded[] {
  return [...text.matchAll(/^\{$[\s\S]*?^\}$/gm)].map(([one]) => JSON.parse(one) as Downloaded);
}
