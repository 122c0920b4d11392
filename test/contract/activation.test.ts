import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { commandTable } from '../../client/src/contributions/commands.ts';
import { views } from '../../client/src/contributions/views.ts';

const root = resolve(import.meta.dirname, '../..');

/** What the activation of a bundle of the extension did, in a bare Node. */
interface Activation {
  readonly evaluated: readonly string[];
  readonly commands: readonly string[];
  readonly views: readonly string[];
  readonly exported: readonly string[];
}

test('activation evaluates neither undici nor ws, and registers every command and view once, and exports nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-activation-'));
  try {
    const bundle = join(folder, 'extension.js');
    const reached = await buildReporting(bundle);
    // Both are in the bundle, so a silence means that they wait for their first use.
    expect(reached).toEqual(['undici', 'ws']);
    const { evaluated, commands, views: trees, exported } = await activate(bundle, 'Production');
    expect(evaluated.filter((path) => /^node_modules\/(undici|ws)\//.test(path))).toEqual([]);
    expect(evaluated).toContain('client/src/extension.ts');
    expect([...commands].sort()).toEqual(Object.keys(commandTable).sort());
    expect([...trees].sort()).toEqual(Object.values(views).sort());
    // Nothing of its insides is anybody's but the tests'.
    expect(exported).toEqual([]);
    expect((await activate(bundle, 'Development')).exported).toEqual([]);
    expect((await activate(bundle, 'Test')).exported).toEqual(['clusters', 'forwards', 'languageServer']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function activate(bundle: string, mode: 'Production' | 'Development' | 'Test'): Promise<Activation> {
  const probe = join(root, 'test/support/activate.cjs');
  const { stdout } = await promisify(execFile)(process.execPath, [probe, bundle, mode]);
  return JSON.parse(stdout);
}

/** Builds the extension so that every module reports when it is evaluated; gives which of the two libraries it has. */
async function buildReporting(outfile: string): Promise<string[]> {
  const libraries = new Set<string>();
  await build({
    absWorkingDir: root,
    entryPoints: ['client/src/extension.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    mainFields: ['module', 'main'],
    logLevel: 'silent',
    plugins: [
      {
        name: 'report',
        setup(run) {
          run.onLoad(
            { filter: /(client\/src\/extension\.ts|node_modules\/(undici|ws)\/.*\.m?js)$/ },
            async ({ path }) => {
              const name = relative(root, path).replaceAll('\\', '/');
              const library = /node_modules\/(undici|ws)\//.exec(name)?.[1];
              if (library) libraries.add(library);
              const text = await readFile(path, 'utf8');
              const report = `globalThis.evaluated.push(${JSON.stringify(name)});`;
              return { contents: `${report}${text}`, loader: path.endsWith('.ts') ? 'ts' : 'js' };
            },
          );
        },
      },
    ],
  });
  return [...libraries].sort();
}
