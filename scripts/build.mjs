// Builds dist/: the three programs and the catalog. A watch mode is not offered: a whole build takes a second or two.
//   node scripts/build.mjs [--development] [--if-changed] [extension] [server] [sandbox] [catalog]
// --development: not minified, with source maps. --if-changed: leaves out each part whose inputs stand as they stood
// at its last build. Names: only these parts; all of them when none is named.
// What went into each program is written to out/meta/NAME.json (esbuild's metafile), for notices and bench.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const development = process.argv.includes('--development');
const onlyIfChanged = process.argv.includes('--if-changed');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/**
 * @typedef {{ name: string, entry: string, external: string[] }} Program
 * @typedef {{ minify?: boolean, sourcemap?: 'linked' | false }} Options
 */

/** One bundle each; nothing of one program is loaded by another at run time. */
const programs = [
  { name: 'extension', entry: 'client/src/extension.ts', external: ['vscode'] },
  { name: 'server', entry: 'server/src/main.ts', external: [] },
  { name: 'sandbox', entry: 'sandbox/src/main.ts', external: [] },
];

const unknown = named.find(
  (name) => name !== 'catalog' && !programs.some((program) => program.name === name),
);
if (unknown) {
  console.error(`no part is called ${unknown}; there are extension, server, sandbox and catalog`);
  process.exit(2);
}

await mkdir(join(root, 'out', 'meta'), { recursive: true });
for (const program of programs) if (isWanted(program.name)) await buildProgram(program);
if (isWanted('catalog')) await buildCatalog();

/** @param {string} name */
function isWanted(name) {
  return named.length === 0 || named.includes(name);
}

/** @param {Program} program */
async function buildProgram({ name, entry, external }) {
  const metafile = join(root, 'out', 'meta', `${name}.json`);
  const outfile = join(root, 'dist', `${name}.js`);
  /** @type {Required<Options>} */
  const options = { minify: !development, sourcemap: development ? 'linked' : false };
  if (onlyIfChanged && existsSync(outfile) && (await isCurrent(metafile, options))) return;
  await rm(`${outfile}.map`, { force: true });
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external,
    legalComments: 'none',
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'silent' },
    ...options,
  }).catch(() => process.exit(1)); // esbuild has printed what is wrong
  await record(metafile, options, Object.keys(result.metafile.inputs), result.metafile);
}

async function buildCatalog() {
  const metafile = join(root, 'out', 'meta', 'catalog.json');
  const inputs = [
    'node_modules/@kubernetes/client-node/package.json',
    'scripts/facts/facts-files.ts',
    ...(await filesUnder('scripts/catalog')),
    ...(await filesUnder('server/facts')),
    ...(await filesUnder('server/src/catalog')),
  ];
  if (onlyIfChanged && existsSync(join(root, 'dist', 'catalog')) && (await isCurrent(metafile, {}, inputs)))
    return;
  const run = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/catalog/catalog.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
  await record(metafile, {}, inputs, {});
}

/** @param {string} folder */
async function filesUnder(folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/**
 * Whether the last build used the same options and every file that it read stands as it stood then.
 * @param {string} metafile
 * @param {Options} options
 * @param {readonly string[]} [inputs]
 */
async function isCurrent(metafile, options, inputs) {
  const last = await readFile(metafile, 'utf8').then(JSON.parse, () => undefined);
  if (!last || JSON.stringify(last.options) !== JSON.stringify(options)) return false;
  return JSON.stringify(last.stamps) === JSON.stringify(await stamps(inputs ?? Object.keys(last.stamps)));
}

/**
 * @param {string} metafile
 * @param {Options} options
 * @param {readonly string[]} inputs
 * @param {object} meta
 */
async function record(metafile, options, inputs, meta) {
  const text = JSON.stringify({ options, stamps: await stamps(inputs), ...meta });
  await writeFile(`${metafile}.new`, text);
  await rename(`${metafile}.new`, metafile);
}

/** @param {readonly string[]} inputs */
async function stamps(inputs) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const input of [...inputs].sort()) {
    const file = await stat(join(root, input)).catch(() => undefined);
    found[input] = file ? `${file.size} ${file.mtimeMs}` : 'gone';
  }
  return found;
}
