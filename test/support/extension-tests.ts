// Runs test/extension/*.test.ts inside the extension host of a real VS Code, against a sandbox with sample objects.
//   node test/support/extension-tests.ts [--results FILE] [TITLE]     (Node 24; TITLE: only tests that match it)
// The web workbench is what it runs in; VSCODE names a desktop VS Code to run in instead.
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { startSandbox } from './sandbox.ts';

const root = resolve(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { results: { type: 'string' } },
});

const home = await mkdtemp(join(tmpdir(), 'kubewright-extension-'));
try {
  await bundleTests();
  process.exitCode = await runOnce();
} finally {
  await rm(home, { recursive: true, force: true });
}

async function bundleTests(): Promise<void> {
  await rm(join(root, 'out', 'test'), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['test/extension/*.test.ts', 'test/support/extension-run.ts'],
    outbase: 'test',
    outdir: 'out/test',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/** One run; gives the exit code of this program. */
async function runOnce(): Promise<number> {
  const folder = join(home, 'workspace');
  await mkdir(folder);
  await cp(join(root, 'test', 'fixtures', 'workspace'), folder, { recursive: true });
  const results = values.results ? resolve(values.results) : join(home, 'results.json');
  await rm(results, { force: true });
  const sandbox = await startSandbox({ content: 'samples' });
  // Another one with the same objects, for what must not be confused.
  const twin = await startSandbox({ content: 'samples' });
  try {
    await runTests({
      vscodeExecutablePath: process.env.VSCODE ?? join(root, 'test', 'support', 'code-launcher.mjs'),
      extensionDevelopmentPath: root,
      extensionTestsPath: join(root, 'out', 'test', 'support', 'extension-run.js'),
      launchArgs: [
        folder,
        `--user-data-dir=${join(home, 'user')}`,
        `--extensions-dir=${join(home, 'extensions')}`,
      ],
      extensionTestsEnv: {
        HOME: home,
        USERPROFILE: home,
        KUBECONFIG: sandbox.kubeconfig,
        EXTENSION_TWIN: twin.kubeconfig,
        EXTENSION_RESULTS: results,
        ...(positionals[0] ? { EXTENSION_FILTER: positionals[0] } : {}),
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  } finally {
    await sandbox.stop();
    await twin.stop();
  }
  const text = await readFile(results, 'utf8').catch(() => undefined);
  if (text === undefined) {
    console.error('the extension host ended before its tests did');
    return 1;
  }
  console.log(text);
  return JSON.parse(text).failed > 0 ? 1 : 0;
}
