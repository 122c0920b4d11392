import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * A Node of this major version that is the machine's own, not the project's: the one that runs npm, or one on the
 * PATH. Undefined where there is none.
 */
export function findSystemNode(major: number): string | undefined {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const candidates = [process.env.npm_node_execpath, ...folders.map((folder) => join(folder, 'node'))];
  return candidates.find((path) => path && existsSync(path) && versionOf(path).startsWith(`v${major}.`));
}

function versionOf(node: string): string {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '';
}
