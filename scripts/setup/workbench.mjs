// A VS Code to test in where none can be downloaded: the server and the web workbench that code-server carries on npm.
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { progress, root, runNpm } from './step.mjs';

/** The workbench of `npm start` and of the tests: VS Code 1.139. */
export const currentWorkbench = '4.139.1';
/** VS Code 1.100, the oldest that the extension supports. Runs on Node 20. */
export const oldestWorkbench = '4.100.3';

/**
 * The program that serves a workbench of this version, once it is installed.
 * @param {string} version
 */
export function workbenchProgram(version) {
  return join(
    workbenchFolder(version),
    'node_modules',
    'code-server',
    'lib',
    'vscode',
    'out',
    'server-main.js',
  );
}

/**
 * Installs that workbench into `.vscode-test/`, unless it is there.
 * @param {string} version
 */
export async function installWorkbench(version) {
  const folder = workbenchFolder(version);
  const ready = join(folder, 'ready');
  if (existsSync(ready)) return;
  progress(`installing the VS Code workbench of code-server ${version} (about a minute, 600 MB, once)`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Without a package.json of its own, npm would install into the project above.
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  const options = {
    wayOut: 'Check that npm reaches its package registry and the disk has 1 GB, then run this again.',
  };
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await runNpm(`workbench-${version}`, ['install', ...flags, `code-server@${version}`], {
    ...options,
    cwd: folder,
  });
  const vscode = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  await runNpm(`workbench-${version}-modules`, ['install', '--omit=dev', ...flags], {
    ...options,
    cwd: vscode,
  });
  await writeFile(ready, '');
}

/** @param {string} version */
function workbenchFolder(version) {
  return join(root, '.vscode-test', `workbench-${version}`);
}
