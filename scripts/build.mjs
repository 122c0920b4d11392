// Builds dist/: the three programs and the catalog. `--watch` is not offered: a whole build takes a second or two.
//   node scripts/build.mjs [--development]     (development: not minified, with source maps)
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const development = process.argv.includes('--development');

/** One bundle each; nothing of one program is loaded by another at run time. */
const programs = [
  { name: 'extension', entry: 'client/src/extension.ts', external: ['vscode'] },
  { name: 'server', entry: 'server/src/main.ts', external: [] },
  { name: 'sandbox', entry: 'sandbox/src/main.ts', external: [] },
];

await rm(join(root, 'dist'), { recursive: true, force: true });
const metafiles = {};
for (const { name, entry, external } of programs) {
  const result = await build({
    entryPoints: [join(root, entry)],
    outfile: join(root, 'dist', `${name}.js`),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external,
    minify: !development,
    sourcemap: development ? 'linked' : false,
    legalComments: 'none',
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'silent' },
  });
  metafiles[name] = result.metafile;
}

const catalog = spawnSync(
  process.execPath,
  [join(root, 'scripts', 'run.mjs'), join(root, 'scripts', 'catalog.ts')],
  {
    stdio: 'inherit',
    cwd: root,
  },
);
if (catalog.status !== 0) process.exit(catalog.status ?? 1);
