// Builds dist/: the programs and the catalog. A watch mode is not offered: a whole build takes a second or two.
//   node scripts/build.mjs [--development] [--if-changed] [extension] [server] [sandbox] [login] [check] [catalog]
// --development: not minified, with source maps. --if-changed: leaves out each part whose inputs stand as they stood
// at its last build. Names: only these parts; all of them when none is named.
// What went into each program is written to out/meta/NAME.json (esbuild's metafile), for notices and bench.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { stampFolders } from './source-folders.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const development = process.argv.includes('--development');
const onlyIfChanged = process.argv.includes('--if-changed');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/**
 * @typedef {import('esbuild').BuildOptions} BuildOptions
 * @typedef {{ name: string, entry: string, extension: string, shape: BuildOptions }} Program
 * @typedef {{ minify?: boolean, sourcemap?: 'linked' | false }} Options
 */

/** A program that is read whole when it starts.
 * @type {BuildOptions} */
const oneFile = { format: 'cjs' };

/**
 * A small entry, and chunks that are read when they are first imported. The banner is for libraries written in CommonJS,
 * which require the modules of Node and `vscode`: an ES module has no `require` of its own.
 * @type {BuildOptions}
 */
const entryAndChunks = {
  format: 'esm',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  outExtension: { '.js': '.mjs' },
  external: ['vscode'],
  banner: {
    js: 'import{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);',
  },
};

/** Nothing of one program is loaded by another at run time.
 * @type {readonly Program[]} */
const programs = [
  { name: 'extension', entry: 'client/src/extension.ts', extension: 'mjs', shape: entryAndChunks },
  { name: 'server', entry: 'server/src/main.ts', extension: 'js', shape: oneFile },
  { name: 'sandbox', entry: 'sandbox/src/main.ts', extension: 'js', shape: oneFile },
  { name: 'login', entry: 'client/src/cluster/kubeconfig/relay.ts', extension: 'js', shape: oneFile },
  { name: 'check', entry: 'check/src/main.ts', extension: 'js', shape: oneFile },
];

const unknown = named.find(
  (name) => name !== 'catalog' && !programs.some((program) => program.name === name),
);
if (unknown) {
  console.error(
    `no part is called ${unknown}; there are extension, server, sandbox, login, check and catalog`,
  );
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
async function buildProgram({ name, entry, extension, shape }) {
  const metafile = join(root, 'out', 'meta', `${name}.json`);
  const outfile = join(root, 'dist', `${name}.${extension}`);
  /** @type {Required<Options>} */
  const options = { minify: !development, sourcemap: development ? 'linked' : false };
  if (onlyIfChanged && existsSync(outfile) && (await isCurrent(metafile, options))) {
    return stampFolders(root, name, await lastInputs(metafile));
  }
  await rm(`${outfile}.map`, { force: true });
  const result = await build({
    ...shape,
    absWorkingDir: root,
    entryPoints: { [name]: entry },
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'silent' },
    ...options,
  }).catch(() => process.exit(1)); // esbuild has printed what is wrong
  if (shape.splitting) await removeOldChunks(Object.keys(result.metafile.outputs));
  const inputs = Object.keys(result.metafile.inputs);
  await record(metafile, options, inputs, result.metafile);
  stampFolders(root, name, inputs);
}

/**
 * Removes the chunks of earlier builds: a chunk's name tells its content.
 * @param {readonly string[]} outputs of this build
 */
async function removeOldChunks(outputs) {
  const old = (await filesUnder('dist/chunks')).filter((file) => !outputs.includes(file));
  await Promise.all(old.map((file) => rm(join(root, file))));
}

async function buildCatalog() {
  const metafile = join(root, 'out', 'meta', 'catalog.json');
  const inputs = [
    'node_modules/@kubernetes/client-node/package.json',
    'node_modules/cdk8s-plus-34/package.json',
    'node_modules/kubernetes-types/package.json',
    'scripts/facts/facts-files.ts',
    ...(await filesUnder('scripts/catalog')),
    ...(await filesUnder('server/facts')),
    ...(await filesUnder('server/src/catalog')),
  ];
  if (onlyIfChanged && existsSync(join(root, 'dist', 'catalog')) && (await isCurrent(metafile, {}, inputs)))
    return stampFolders(root, 'catalog', inputs);
  const run = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/catalog/catalog.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
  await record(metafile, {}, inputs, {});
  stampFolders(root, 'catalog', inputs);
}

/** @param {string} folder */
async function filesUnder(folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** @param {string} metafile */
async function lastInputs(metafile) {
  return Object.keys(JSON.parse(await readFile(metafile, 'utf8')).stamps);
}

/**
 * Whether the last build used the same options, every file that it wrote is there, and every file that it read stands as
 * it stood then.
 * @param {string} metafile
 * @param {Options} options
 * @param {readonly string[]} [inputs]
 */
async function isCurrent(metafile, options, inputs) {
  const last = await readFile(metafile, 'utf8').then(JSON.parse, () => undefined);
  if (!last || JSON.stringify(last.options) !== JSON.stringify(options)) return false;
  if (!Object.keys(last.outputs ?? {}).every((output) => existsSync(join(root, output)))) return false;
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
