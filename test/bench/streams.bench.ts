// What streams cost: a forwarded port beside kubectl's in the same run: 500 MB each way, 200 small connections one after the
// other, 50 at once, 1,000 in all, and what the program takes for it; and copies of files beside `kubectl cp`. On the cluster of
// a kubeconfig, a Pod of which forwards to ports of this machine, as the fake kubelet of a test's control plane does:
//   npm run bench streams -- --kubeconfig=FILE --namespace=NAME --pod=NAME --ports=FOLDER
// FOLDER is where that kubelet reads which local port one of the Pod's leads to: a file `port-N` with its number. Without it
// copies alone are measured, which any Pod does that has a shell and tar.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { findKubectl } from '../support/kubectl.ts';
import { type Copy, measureCopies } from './streams/copies.ts';
import { connections, download, type Ports, upload } from './streams/port-load.ts';
import { median, patience, printHead, printRow } from './table.ts';

const bytes = 500 * 1024 * 1024;
const podPorts: Ports = { echo: 4001, sink: 4002, source: 4003 };
const rounds = 3;

const { values } = parseArgs({
  options: {
    kubeconfig: { type: 'string' },
    namespace: { type: 'string', default: 'default' },
    pod: { type: 'string' },
    ports: { type: 'string' },
  },
});
const { kubeconfig, namespace, ports: folder } = values;
if (!kubeconfig || !values.pod) {
  console.log(
    'streams: not measured; name a cluster whose kubelet forwards: --kubeconfig, --namespace, --pod, --ports',
  );
  process.exit(0);
}
const { pod } = values;
const kubectl = findKubectl();
if (!folder) {
  printHead('kubectl');
  await copies();
  process.exit(0);
}
const ends = program(process.execPath, [
  '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
  join(import.meta.dirname, 'streams/pod-ports.ts'),
  `${bytes}`,
]);
try {
  const behind = JSON.parse(await ends.line()) as Ports;
  for (const [name, port] of Object.entries(podPorts)) {
    await writeFile(join(folder, `port-${port}`), `${behind[name as keyof Ports]}`);
  }
  const ours = await forwardOurs();
  const theirs = kubectl ? await forwardByKubectl(kubectl) : undefined;
  try {
    printHead('kubectl');
    await row('500 MB up', (at) => upload(at.sink, bytes));
    await row('500 MB down', (at) => download(at.source, bytes));
    await row('200 small connections, one after the other', (at) => connections(at.echo, 200, 1));
    await row('50 connections at once', (at) => connections(at.echo, 50, 50));
    await row('1,000 connections, 20 at a time', (at) => connections(at.echo, 1_000, 20));
    printRow({
      what: 'most memory of the program (Node and all)',
      unit: 'MB',
      budget: 100,
      ours: await resident(ours.process),
      peer: theirs && (await resident(theirs.process)),
    });
  } finally {
    ours.process.kill();
    theirs?.process.kill();
  }
  await copies();

  async function row(what: string, work: (at: Ports) => Promise<number>): Promise<void> {
    const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    let isLate = false;
    for (let round = 0; round < rounds; round++) {
      times.ours.push(await work(ours.ports));
      // kubectl may stand still for good once connections have come and gone in numbers.
      const their = theirs && !isLate ? await inTime(work(theirs.ports)) : undefined;
      if (their === 'late') isLate = true;
      else if (their !== undefined) times.theirs.push(their);
    }
    const peer = isLate ? 'late' : theirs && median(times.theirs);
    printRow({ what, unit: 'ms', ours: median(times.ours), peer });
  }
} finally {
  ends.process.kill();
}

async function copies(): Promise<void> {
  const copying = program(process.execPath, [await bundled('copy'), kubeconfig!, namespace, pod!]);
  try {
    const ours = async (copy: Copy) => {
      copying.process.stdin!.write(`${JSON.stringify(copy)}\n`);
      return Number(await copying.line());
    };
    await measureCopies({ kubeconfig: kubeconfig!, namespace, pod: pod! }, ours, kubectl);
    printRow({
      what: 'most memory of the program that copies (Node and all)',
      unit: 'MB',
      ours: await resident(copying.process),
      peer: undefined,
    });
  } finally {
    copying.process.stdin!.end();
  }
}

async function inTime(work: Promise<number>): Promise<number | 'late'> {
  const late = new AbortController();
  try {
    return await Promise.race([work, setTimeout(patience, 'late' as const, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}

interface Forwarding {
  readonly process: ChildProcess;
  readonly ports: Ports;
}

async function forwardOurs(): Promise<Forwarding> {
  const started = program(process.execPath, [
    await bundled('forward'),
    kubeconfig!,
    namespace,
    pod!,
    ...Object.values(podPorts).map(String),
  ]);
  const [echo, sink, source] = JSON.parse(await started.line()) as number[];
  return { process: started.process, ports: { echo: echo!, sink: sink!, source: source! } };
}

/** As the extension has it: a program that reads its sources as they are takes twice the memory. */
async function bundled(name: 'forward' | 'copy'): Promise<string> {
  const outfile = join(import.meta.dirname, `../../out/bench/${name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `streams/${name}.ts`)],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  return outfile;
}

async function forwardByKubectl(command: string): Promise<Forwarding> {
  const words = [
    '--kubeconfig',
    kubeconfig!,
    '--namespace',
    namespace,
    'port-forward',
    '--address=127.0.0.1',
  ];
  const asked = Object.values(podPorts).map((port) => `:${port}`);
  const started = program(command, [...words, `pod/${pod}`, ...asked]);
  const local = new Map<number, number>();
  while (local.size < asked.length) {
    const [, from = '', to = ''] = /:(\d+) -> (\d+)/.exec(await started.line()) ?? [];
    local.set(Number(to), Number(from));
  }
  const of = (port: number) => local.get(port)!;
  return {
    process: started.process,
    ports: { echo: of(podPorts.echo), sink: of(podPorts.sink), source: of(podPorts.source) },
  };
}

function program(command: string, words: readonly string[]) {
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    async line(): Promise<string> {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command} has ended`);
      return value;
    },
  };
}

/** The most that a program has had resident, by the kernel's count, in MB. */
async function resident({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
}
