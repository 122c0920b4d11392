// How large it is and how fast it starts: sizes, activation, the language server's cold start beside its peer's.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { firstDiagnostics, startLanguageServer } from '../support/language-client.ts';
import { installPeer } from './peer.ts';

const root = resolve(import.meta.dirname, '../..');
const pod = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: nginx
      image: nginx
      ports:
        - containerPort: eighty
`;

sizes();
activation();
await coldStart();

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

async function coldStart(): Promise<void> {
  const peer = await installPeer(root);
  const settings = {
    yaml: {
      schemas: { [`file://${peer.schema}`]: '*.yaml' },
      schemaStore: { enable: false },
      validate: true,
    },
  };
  const ours = [];
  const theirs = [];
  for (let run = 0; run < 5; run++) {
    ours.push(await coldStartOf([join(root, 'dist/server.js')], {}));
    if (run < 3) theirs.push(await coldStartOf([peer.program], settings));
  }
  const own = median(ours, ({ milliseconds }) => milliseconds);
  const other = median(theirs, ({ milliseconds }) => milliseconds);
  const beside = (ratio: number, theirs: string) =>
    `yaml-language-server ${theirs}, ratio ${ratio.toFixed(2)}`;
  row(
    'language server: process start to first diagnostics',
    `${own.milliseconds.toFixed(0)} ms`,
    `budget 250 ms; ${beside(own.milliseconds / other.milliseconds, `${other.milliseconds.toFixed(0)} ms`)}`,
  );
  row(
    'its heap after that',
    `${own.heap.toFixed(0)} MB`,
    `budget 40 MB; ${beside(own.heap / other.heap, `${other.heap.toFixed(0)} MB`)}`,
  );
  row(
    'its RSS after that',
    `${own.resident.toFixed(0)} MB`,
    `budget 110 MB; ${beside(own.resident / other.resident, `${other.resident.toFixed(0)} MB`)}`,
  );
}

async function coldStartOf(
  command: readonly string[],
  settings: Record<string, unknown>,
): Promise<{ milliseconds: number; heap: number; resident: number }> {
  const preload = ['--expose-gc', '--require', join(import.meta.dirname, 'report-heap.cjs')];
  const server = await startLanguageServer([process.execPath, ...preload, ...command], settings);
  try {
    await firstDiagnostics(server, 'file:///bench/pod.yaml', pod);
    const milliseconds = performance.now() - server.started;
    const resident = residentMegabytes(server.child.pid!);
    return { milliseconds, resident, heap: (await heapOf(server.child)) / 1e6 };
  } finally {
    await server.stop();
  }
}

/** The heap of a process with `report-heap.cjs`, after a collection, in bytes. */
function heapOf(child: ChildProcess): Promise<number> {
  const answer = new Promise<number>((done) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      const heap = /heapUsed (\d+)/.exec(chunk.toString());
      if (heap) done(Number(heap[1]));
    });
  });
  child.kill('SIGUSR2');
  return answer;
}

function residentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(stdout) / 1000;
}

function median<T>(items: readonly T[], of: (item: T) => number): T {
  return [...items].sort((a, b) => of(a) - of(b))[Math.floor(items.length / 2)]!;
}

function row(what: string, measured: string, beside = ''): void {
  console.log(`${what.padEnd(52)} ${measured.padStart(10)}   ${beside}`);
}
