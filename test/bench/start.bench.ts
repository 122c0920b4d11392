// How large it is and how fast it starts: sizes and activation. The language server's start: language.bench.ts.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

sizes();
activation();

function sizes(): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const bytes = (path: string) => statSync(join(root, path)).size;
  const megabytes = (count: number) => `${(count / 1e6).toFixed(2)} MB`;
  for (const name of ['extension', 'server', 'sandbox'])
    row(`dist/${name}.js`, megabytes(bytes(`dist/${name}.js`)));
  const both = bytes('dist/extension.js') + bytes('dist/server.js');
  row('dist/extension.js + dist/server.js', megabytes(both), 'budget 2 MB');
  row('the VSIX', megabytes(bytes(`out/kubewright-${version}.vsix`)), 'budget 4 MB');
}

function activation(): void {
  const probe = [join(root, 'test/support/activate.cjs'), join(root, 'dist/extension.js')];
  const runs = Array.from({ length: 9 }, () => {
    const { loadMs, activateMs } = JSON.parse(
      spawnSync(process.execPath, probe, { encoding: 'utf8' }).stdout,
    );
    return { loadMs, activateMs, total: loadMs + activateMs };
  });
  const run = median(runs, ({ total }) => total);
  const parts = `loading ${run.loadMs.toFixed(1)} + activate() ${run.activateMs.toFixed(1)}`;
  row(
    'activation, in a bare Node with a fake vscode',
    `${run.total.toFixed(1)} ms`,
    `budget 40 ms; ${parts}`,
  );
}

function median<T>(items: readonly T[], of: (item: T) => number): T {
  return [...items].sort((a, b) => of(a) - of(b))[Math.floor(items.length / 2)]!;
}

function row(what: string, measured: string, beside = ''): void {
  console.log(`${what.padEnd(52)} ${measured.padStart(10)}   ${beside}`);
}
