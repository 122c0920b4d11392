import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { oldestWorkbench } from '../../scripts/setup/workbench.mjs';
import { perTest } from '../support/per-test.ts';
import { findSystemNode } from '../support/system-node.ts';
import type { Workbench, WorkbenchOptions } from '../support/workbench.ts';
import { namesInZip } from '../support/zip.ts';

const root = resolve(import.meta.dirname, '../..');
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
      expect.arrayContaining(['undici', 'ws', 'yaml', 'vscode-languageclient', 'vscode-languageserver']),
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

  test('runs on VS Code 1.100 and Node 20', async (context) => {
    const node = findSystemNode(20);
    if (!node) return context.skip('there is no Node 20 on the PATH');
    const sandbox = await startSandbox({ content: 'samples' });
    const opened = await openInstalled({ kubeconfig: sandbox.kubeconfig, version: oldestWorkbench, node });
    await completesAndLists(opened);
    await opened.screenshot('vscode-1.100');
  });
});

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
