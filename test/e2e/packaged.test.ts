import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { oldestWorkbench } from '../../scripts/setup/workbench.mjs';
import { listen } from '../contract/cluster/mock-server.ts';
import { perTest } from '../support/per-test.ts';
import { processesMarked, until } from '../support/processes.ts';
import { findSystemNode } from '../support/system-node.ts';
import type { Workbench, WorkbenchOptions } from '../support/workbench.ts';
import { namesInZip } from '../support/zip.ts';

const root = resolve(import.meta.dirname, '../..');
const prober = join(root, 'test', 'fixtures', 'extensions', 'kubewright-tests.prober');
let vsix: string;
const { openWorkbench, startSandbox } = perTest();

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/package.mjs'], { cwd: root });
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  vsix = join(root, 'out', `kubewright-${version}.vsix`);
});

function openInstalled(options: Partial<WorkbenchOptions>): Promise<Workbench> {
  return openWorkbench({
    folder: join(root, 'test', 'fixtures', 'workspace'),
    extension: { vsix },
    ...options,
  });
}

describe('the VSIX', () => {
  test('holds the programs, the catalog, media and the texts, and is at most 4 MB', async () => {
    const bytes = await readFile(vsix);
    expect(bytes.length).toBeLessThanOrEqual(4_000_000);
    const names = namesInZip(bytes).filter((name) => name.startsWith('extension/'));
    const tops = new Set(
      names.map((name) =>
        name
          .split('/')
          .slice(0, name.includes('/dist/') ? 3 : 2)
          .join('/'),
      ),
    );
    expect([...tops].sort()).toEqual([
      'extension/LICENSE.txt',
      'extension/THIRD-PARTY-NOTICES.txt',
      'extension/changelog.md',
      'extension/dist/catalog',
      'extension/dist/chunks',
      'extension/dist/extension.mjs',
      'extension/dist/login.js',
      'extension/dist/sandbox.js',
      'extension/dist/server.js',
      'extension/docs',
      'extension/media',
      'extension/package.json',
      'extension/readme.md',
      'extension/syntaxes',
    ]);
    const { contributes } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const named = [
      ...contributes.grammars.map(({ path }: { path: string }) => path),
      ...contributes.languages.flatMap(
        ({ configuration }: { configuration?: string }) => configuration ?? [],
      ),
    ].map((path) => join('extension', path));
    expect(names).toEqual(expect.arrayContaining(named));
  });

  test('carries the notice of every package in its bundles', async () => {
    const notices = await readFile(join(root, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const named = [...notices.matchAll(/^={80}\n(\S+) \S+ \(/gm)].map((match) => match[1]);
    expect(named).toEqual(
      expect.arrayContaining(['ws', 'yaml', 'vscode-languageclient', 'vscode-languageserver']),
    );
    expect(named).not.toContain('esbuild');
    expect(named).not.toContain('vitest');
  });

  test('installs and runs: completion in a file, objects in the sidebar', async () => {
    const sandbox = await startSandbox({ content: 'samples' });
    const opened = await openInstalled({ kubeconfig: sandbox.kubeconfig });
    await completesAndLists(opened);
    expect(await opened.page.title()).not.toContain('Extension Development Host');
    await opened.screenshot('packaged');
  });

  test('in Restricted Mode edits manifests, and says that clusters wait for trust', async () => {
    const sandbox = await startSandbox({ content: 'samples' });
    const opened = await openInstalled({ kubeconfig: sandbox.kubeconfig, trust: 'restricted' });
    await opened.openFromExplorer('deployment.yaml');
    await completesReplicas(opened);
    await opened.showView('Kubewright');
    await opened.page.getByText('Cluster features wait until this workspace is trusted').waitFor();
    await opened.screenshot('restricted-mode');
  });

  test('in Restricted Mode sends nothing and starts nothing, whoever runs its commands', async () => {
    const home = await mkdtemp(join(tmpdir(), 'kubewright-restricted-'));
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    try {
      const port = await listen(server);
      const kubeconfig = join(home, 'kubeconfig');
      const ran = join(home, 'ran');
      await writeFile(kubeconfig, restrictedKubeconfig(port, ran));
      const opened = await openInstalled({ kubeconfig, trust: 'restricted', others: [prober] });
      await opened.openFromExplorer('deployment.yaml');
      await opened.command('Prober: Run Every Command');
      const result = join(opened.home, 'prober.json');
      await until('every command was run', () => existsSync(result), 120_000);
      const { trusted, results } = JSON.parse(await readFile(result, 'utf8'));
      expect(trusted).toBe(false);
      const { contributes } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      expect(Object.keys(results)).toEqual(
        contributes.commands.map(({ command }: { command: string }) => command),
      );
      expect(Object.values(results).flat()).toEqual(
        Object.values(results)
          .flat()
          .map(() => 'done'),
      );
      expect(connections).toBe(0);
      expect(existsSync(ran)).toBe(false);
      const processes = await processesMarked(opened.home);
      expect(processes.filter((line) => /sandbox\.js/.test(line))).toEqual([]);
      const told = await opened.notification(
        // The last one: of many only the newest are on the page.
        'Reveal Manifest in Workspace waits until this workspace is trusted',
      );
      await opened.screenshot('restricted-commands');
      await told.getByRole('button', { name: 'Manage Workspace Trust' }).click();
      await opened.page.getByText('You are in Restricted Mode').waitFor();
    } finally {
      server.close();
      await rm(home, { recursive: true, force: true });
    }
  });

  test('looks outside of a workspace from when that is trusted, without being started anew', async () => {
    const opened = await openInstalled({ trust: 'restricted' });
    await writeFile(join(opened.folder, 'kustomization.yaml'), 'resources:\n  - ../no-such-file.yaml\n');
    await opened.openFile('kustomization.yaml');
    await opened.press('Control+Shift+KeyM');
    const problems = opened.page.locator('.markers-panel');
    await problems.getByText('"../no-such-file.yaml" is not looked at').first().waitFor();
    await opened.screenshot('outside-restricted');
    await opened.command('Workspaces: Manage Workspace Trust');
    await opened.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await problems.getByText('There is no file "../no-such-file.yaml"').first().waitFor();
    await opened.screenshot('outside-trusted');
  });

  test('runs on VS Code 1.100 and Node 20', async (context) => {
    const node = findSystemNode(20);
    if (!node) return context.skip('there is no Node 20 on the PATH');
    const sandbox = await startSandbox({ content: 'samples' });
    const opened = await openInstalled({ kubeconfig: sandbox.kubeconfig, version: oldestWorkbench, node });
    await completesAndLists(opened);
    await opened.screenshot('vscode-1.100');
  });
});

/** A cluster that nobody may contact, with a plugin that leaves a file where it was run. */
function restrictedKubeconfig(port: number, ran: string): string {
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: '/bin/sh',
    args: ['-c', `echo > '${ran}'`],
    interactiveMode: 'Never',
  };
  return JSON.stringify({
    'current-context': 'quiet',
    clusters: [{ name: 'quiet', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'quiet', user: { exec } }],
    contexts: [{ name: 'quiet', context: { cluster: 'quiet', user: 'quiet' } }],
  });
}

async function completesAndLists(opened: Workbench): Promise<void> {
  await opened.openFromExplorer('deployment.yaml');
  await completesReplicas(opened);
  await opened.showView('Kubewright');
  await opened.treeRow(/./).first().waitFor();
  await opened.expand(/./);
  await opened.expand('Workloads');
  await opened.expand(/^Pod(?!Template|Disruption)/);
  await opened
    .treeRow(/Running/)
    .first()
    .waitFor();
}

/** Asks for completion of a field under `spec` of the Deployment that is open. */
async function completesReplicas(opened: Workbench): Promise<void> {
  await opened.press('Control+KeyG');
  await opened.quickInput().fill(':6');
  await opened.press('Enter');
  await opened.quickInput().waitFor({ state: 'hidden' });
  await opened.press('End');
  await opened.press('Enter');
  await opened.type('paus');
  expect(await opened.suggestions()).toContain('paused');
  await opened.press('Escape');
}
