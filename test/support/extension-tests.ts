// Runs test/extension/*.test.ts inside the extension host of a real VS Code, against a sandbox with sample objects.
//   node test/support/extension-tests.ts [--results FILE] [--real VERSION] [TITLE]
//                                             (Node 24; TITLE: only tests that match it)
// With --real those run whose cluster may be any, against a control plane of that Kubernetes version.
// The web workbench is what it runs in; VSCODE names a desktop VS Code to run in instead.
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { chosenServer } from '../contract/api/chosen-server.ts';
import { startSandbox } from './sandbox.ts';

const root = resolve(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { results: { type: 'string' }, real: { type: 'string' } },
});

/** The files whose tests know no more of their cluster than that its users are an `admin` and a `viewer` without rights. */
const ofAnyCluster = ['relations', 'rights', 'steady-changes', 'tree'];

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
    // What would ask for its folder is told it.
    logOverride: { 'empty-import-meta': 'silent' },
  });
}

/** One run; gives the exit code of this program. */
async function runOnce(): Promise<number> {
  const folder = join(home, 'workspace');
  await mkdir(folder);
  await cp(join(root, 'test', 'fixtures', 'workspace'), folder, { recursive: true });
  const results = values.results ? resolve(values.results) : join(home, 'results.json');
  await rm(results, { force: true });
  const clusters = values.real === undefined ? await startSandboxes() : await startReal(values.real);
  let hasFailed = false;
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
        ...clusters.environment,
        EXTENSION_RESULTS: results,
        ...(positionals[0] ? { EXTENSION_FILTER: positionals[0] } : {}),
      },
    });
  } catch (error) {
    hasFailed = true;
    console.error(error instanceof Error ? error.message : error);
  } finally {
    await clusters.stop();
  }
  const text = await readFile(results, 'utf8').catch(() => undefined);
  if (text === undefined) {
    console.error('the extension host ended before its tests did');
    return 1;
  }
  console.log(text);
  return hasFailed || JSON.parse(text).failed > 0 ? 1 : 0;
}

/** What the tests run against, and how they find it. */
interface Clusters {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

async function startSandboxes(): Promise<Clusters> {
  const sandbox = await startSandbox({ content: 'samples' });
  // Another one with the same objects, for what must not be confused.
  const twin = await startSandbox({ content: 'samples' });
  return {
    environment: { KUBECONFIG: sandbox.kubeconfig, EXTENSION_TWIN: twin.kubeconfig },
    async stop() {
      await sandbox.stop();
      await twin.stop();
    },
  };
}

async function startReal(version: string): Promise<Clusters> {
  const asked = { KUBEWRIGHT_CONTRACT_SERVER: 'real', KUBEWRIGHT_CONTRACT_VERSION: version };
  const { kubeconfig, stop } = await (await chosenServer(asked)).start();
  return { environment: { KUBECONFIG: kubeconfig, EXTENSION_FILES: ofAnyCluster.join() }, stop };
}
