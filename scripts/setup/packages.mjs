// The packages of package-lock.json, and the Node 24 that is one of them.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { progress, root, runNpm, StepFailure } from './step.mjs';

/** The Node of the devDependency `node`: runs the workbench, whatever Node the machine has. */
export const projectNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Makes node_modules what package-lock.json says, when it is not, and checks the Node in it. */
export async function installPackages() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    throw new StepFailure(
      `this is Node ${process.versions.node}; Kubewright needs 20 or newer: get it from nodejs.org, then run this again`,
    );
  }
  const reason = await staleReason();
  if (reason) {
    progress(`installing packages with npm ci (${reason})`);
    await runNpm('npm-ci', ['ci', '--no-audit', '--no-fund'], {
      wayOut: 'Check that npm reaches its package registry (npm ping), then run this again.',
    });
  }
  if (hasProjectNode()) return;
  progress('repairing the Node 24 in node_modules (its install script did not run)');
  await runNpm('npm-rebuild', ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'], {
    wayOut: 'Delete node_modules, then run this again without --ignore-scripts.',
  });
  if (!hasProjectNode()) {
    throw new StepFailure(
      `${projectNode} is not a Node 24: delete node_modules, then run this again without --ignore-scripts`,
    );
  }
}

/** Why node_modules is not what package-lock.json asks for, or undefined when it is. */
async function staleReason() {
  const wanted = await readPackages('package-lock.json');
  const present = await readPackages(join('node_modules', '.package-lock.json')).catch(() => undefined);
  if (!present) return 'there is no node_modules yet';
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (path === '' || optional || present[path]?.version === version) continue;
    return `${path} is ${present[path]?.version ?? 'missing'}, package-lock.json says ${version}`;
  }
  return undefined;
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, { version?: string, optional?: boolean }>>}
 */
async function readPackages(path) {
  return JSON.parse(await readFile(join(root, path), 'utf8')).packages;
}

function hasProjectNode() {
  const run = spawnSync(projectNode, ['--version'], { encoding: 'utf8' });
  return run.status === 0 && run.stdout.startsWith('v24.');
}
