// How large it is and how fast it starts: sizes and activation. The language server's start: language.bench.ts.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** What a run of the probe (test/support/activate.mjs) tells. */
interface Activation {
  readonly loadMs: number;
  readonly activateMs: number;
  /** The files of the extension that were read until `activate()` returned. */
  readonly read: readonly string[];
}

const runs = Array.from({ length: 9 }, activate);
sizes(runs[0]!.read);
times(runs);

function sizes(read: readonly string[]): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const chunks = readdirSync(join(root, 'dist/chunks')).map((name) => `dist/chunks/${name}`);
  const extension = bytes(['dist/extension.mjs', ...chunks]);
  row('dist/extension.mjs', megabytes(bytes(['dist/extension.mjs'])));
  row(
    'read until activate() returns',
    megabytes(bytes(read)),
    `budget 0.4 MB; ${read.length} of ${chunks.length + 1} files`,
  );
  row('dist/extension.mjs + dist/chunks', megabytes(extension));
  row('dist/server.js', megabytes(bytes(['dist/server.js'])));
  row('dist/sandbox.js', megabytes(bytes(['dist/sandbox.js'])), 'budget 1.6 MB');
  row('dist/check.js', megabytes(bytes(['dist/check.js'])));
  row('the extension + dist/server.js', megabytes(extension + bytes(['dist/server.js'])), 'budget 2.6 MB');
  row('the VSIX', megabytes(bytes([`out/kubewright-${version}.vsix`])), 'budget 4 MB');
}

function times(runs: readonly Activation[]): void {
  const total = ({ loadMs, activateMs }: Activation) => loadMs + activateMs;
  const run = median(runs, total);
  const parts = `loading ${run.loadMs.toFixed(1)} + activate() ${run.activateMs.toFixed(1)}`;
  row(
    'activation, in a bare Node with a fake vscode',
    `${total(run).toFixed(1)} ms`,
    `budget 40 ms; ${parts}`,
  );
}

function activate(): Activation {
  const probe = [join(root, 'test/support/activate.mjs'), join(root, 'dist/extension.mjs')];
  return JSON.parse(spawnSync(process.execPath, probe, { encoding: 'utf8' }).stdout);
}

function bytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(resolve(root, file)).size, 0);
}

function megabytes(count: number): string {
  return `${(count / 1e6).toFixed(2)} MB`;
}

function median<T>(items: readonly T[], of: (item: T) => number): T {
  return [...items].sort((a, b) => of(a) - of(b))[Math.floor(items.length / 2)]!;
}

function row(what: string, measured: string, beside = ''): void {
  console.log(`${what.padEnd(52)} ${measured.padStart(10)}   ${beside}`);
}
