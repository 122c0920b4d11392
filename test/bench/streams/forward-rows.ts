import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { median, patience, printRow } from '../table.ts';
import { bundled } from './bundled.ts';
import { connections, download, type Ports, upload } from './port-load.ts';
import { type ResidentField, resident } from './resident.ts';

/** A Pod whose ports are forwarded, and the folder whose files say where they lead to: `port-N` has a port of this machine. */
export interface ForwardedPod {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly pod: string;
  readonly folder: string;
}

const bytes = 500 * 1024 * 1024;
const podPorts: Ports = { echo: 4001, sink: 4002, source: 4003 };
const rounds = 3;

/** Prints what a forwarded port costs, beside kubectl's in the same run. */
export async function printForwards(of: ForwardedPod, kubectl: string | undefined): Promise<void> {
  const { folder } = of;
  const ends = program(process.execPath, [
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    join(import.meta.dirname, 'pod-ports.ts'),
    `${bytes}`,
  ]);
  try {
    const behind = JSON.parse(await ends.line()) as Ports;
    for (const [name, port] of Object.entries(podPorts)) {
      await writeFile(join(folder, `port-${port}`), `${behind[name as keyof Ports]}`);
    }
    await inBoth(async (forwardings) => {
      await memoryRow(forwardings, 'before anybody connects', 'VmRSS');
      await once(forwardings, (at) => connections(at.echo, 1, 1));
      await memoryRow(forwardings, 'once somebody has', 'VmRSS');
      await once(forwardings, (at) => upload(at.sink, bytes));
      await once(forwardings, (at) => download(at.source, bytes));
      await memoryRow(forwardings, 'most, of 500 MB each way', 'VmHWM', 100);
      await once(forwardings, (at) => connections(at.echo, 200, 1));
      await once(forwardings, (at) => connections(at.echo, 50, 50));
      await once(forwardings, (at) => connections(at.echo, 750, 20));
      await memoryRow(forwardings, 'most, of that and 1,000 connections', 'VmHWM', 100);
    });
    await inBoth(async (forwardings) => {
      await row(forwardings, '500 MB up', (at) => upload(at.sink, bytes));
      await row(forwardings, '500 MB down', (at) => download(at.source, bytes));
      await row(forwardings, '200 small connections, one after the other', (at) =>
        connections(at.echo, 200, 1),
      );
      await row(forwardings, '50 connections at once', (at) => connections(at.echo, 50, 50));
      await row(forwardings, '1,000 connections, 20 at a time', (at) => connections(at.echo, 1_000, 20));
      await memoryRow(forwardings, `most, of all ${rounds} times`, 'VmHWM');
    });
  } finally {
    ends.process.kill();
  }

  /** Does it with programs that have forwarded nothing yet. */
  async function inBoth(measure: (forwardings: Forwardings) => Promise<void>): Promise<void> {
    const ours = await forwardOurs(of);
    const theirs = kubectl ? await forwardByKubectl(kubectl, of) : undefined;
    try {
      await measure({ ours, theirs });
    } finally {
      ours.process.kill();
      theirs?.process.kill();
    }
  }
}

async function once({ ours, theirs }: Forwardings, work: Work): Promise<void> {
  await work(ours.ports);
  if (theirs) await inTime(work(theirs.ports));
}

async function memoryRow(
  { ours, theirs }: Forwardings,
  what: string,
  field: ResidentField,
  budget?: number,
): Promise<void> {
  printRow({
    what: `memory, Node and all: ${what}`,
    unit: 'MB',
    ...(budget !== undefined && { budget }),
    ours: await resident(ours.process, field),
    peer: theirs && (await resident(theirs.process, field)),
  });
}

async function row({ ours, theirs }: Forwardings, what: string, work: Work): Promise<void> {
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

interface Forwardings {
  readonly ours: Forwarding;
  readonly theirs: Forwarding | undefined;
}

/** Gives how many milliseconds it has taken. */
type Work = (at: Ports) => Promise<number>;

async function forwardOurs({ kubeconfig, namespace, pod }: ForwardedPod): Promise<Forwarding> {
  const started = program(process.execPath, [
    await bundled(join(import.meta.dirname, 'forward.ts')),
    kubeconfig,
    namespace,
    pod,
    ...Object.values(podPorts).map(String),
  ]);
  const [echo, sink, source] = JSON.parse(await started.line()) as number[];
  return { process: started.process, ports: { echo: echo!, sink: sink!, source: source! } };
}

async function forwardByKubectl(
  command: string,
  { kubeconfig, namespace, pod }: ForwardedPod,
): Promise<Forwarding> {
  const words = ['--kubeconfig', kubeconfig, '--namespace', namespace, 'port-forward', '--address=127.0.0.1'];
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
