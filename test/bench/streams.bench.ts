// What streams cost. Lines of a log that another program replays, into the memory of fixed size that keeps them; then, on the
// cluster of a kubeconfig and beside kubectl in the same run, a log of a million lines (`--logs`), 500 MB out of a command and
// into one, and a forwarded port (`--ports`): 500 MB each way, 200 small connections one after the other, 50 at once, 1,000 in
// all, and what the program takes for it; and files copied into a container and out of one, beside `kubectl cp`. A Pod of that cluster logs and forwards to ports of this machine by files, as the
// kubelet of a test's control plane has it:
//   npm run bench streams -- --kubeconfig=FILE --namespace=NAME --pod=NAME [--logs=FOLDER --container=NAME] [--ports=FOLDER]
// FOLDER is where that kubelet reads what a container writes, `CONTAINER.log`, and which local port one of the Pod's leads to:
// a file `port-N` with its number.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findKubectl } from '../support/kubectl.ts';
import { bundled } from './streams/bundled.ts';
import { printCommands } from './streams/command-rows.ts';
import { printCopies } from './streams/copy-rows.ts';
import { printFollowing } from './streams/follow-rows.ts';
import { connections, download, type Ports, upload } from './streams/port-load.ts';
import { printReplay } from './streams/replay-rows.ts';
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
    logs: { type: 'string' },
    container: { type: 'string', default: 'main' },
  },
});
const { kubeconfig, namespace, ports: folder, logs, container } = values;
await printReplay();
if (kubeconfig && values.pod && logs) {
  await printFollowing({ kubeconfig, namespace, pod: values.pod, container, folder: logs }, findKubectl());
}
if (kubeconfig && values.pod) {
  printHead('kubectl');
  await printCopies({ kubeconfig, namespace, pod: values.pod, kubectl: findKubectl() });
}
if (!kubeconfig || !values.pod || !folder) {
  console.log(
    'forwards: not measured; name a cluster whose kubelet forwards: --kubeconfig, --namespace, --pod, --ports',
  );
  process.exit(0);
}
const { pod } = values;
const kubectl = findKubectl();
printHead('kubectl');
await printCommands({ kubeconfig, namespace, pod, kubectl, bytes, rounds });
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
    await bundled(join(import.meta.dirname, 'streams/forward.ts')),
    kubeconfig!,
    namespace,
    pod!,
    ...Object.values(podPorts).map(String),
  ]);
  const [echo, sink, source] = JSON.parse(await started.line()) as number[];
  return { process: started.process, ports: { echo: echo!, sink: sink!, source: source! } };
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
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
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
