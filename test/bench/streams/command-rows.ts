import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median, printRow } from '../table.ts';
import { bundled } from './bundled.ts';
import { commandOf, type Direction, sendZeros } from './command-load.ts';

/** A pod in which commands are run, by the extension's client and by kubectl. */
export interface BenchedCommand {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly pod: string;
  readonly kubectl: string | undefined;
  readonly bytes: number;
  readonly rounds: number;
}

/** What a program took. */
interface Cost {
  /** Milliseconds, of the clock and of the processors. */
  readonly time: number;
  readonly cpu: number;
  /** MB, the most that was resident. */
  readonly memory: number;
}

/** Prints what it costs to have so many bytes of a command, and to tell it as many. */
export async function printCommands(bench: BenchedCommand): Promise<void> {
  const ours = await bundled(join(import.meta.dirname, 'command.ts'));
  const megabytes = Math.round(bench.bytes / 1024 / 1024);
  for (const [direction, way] of [
    ['out', 'out of'],
    ['in', 'into'],
  ] as const) {
    const costs: { ours: Cost[]; theirs: Cost[] } = { ours: [], theirs: [] };
    for (let round = 0; round < bench.rounds; round++) {
      costs.ours.push(await costOf(startOurs(ours, bench, direction), 'reads itself', bench));
      if (bench.kubectl)
        costs.theirs.push(await costOf(startTheirs(bench.kubectl, bench, direction), direction, bench));
    }
    for (const [what, unit, name] of [
      ['', 'ms', 'time'],
      [', processor', 'ms', 'cpu'],
      [', most memory', 'MB', 'memory'],
    ] as const) {
      const of = (some: readonly Cost[]) => median(some.map((cost) => cost[name]));
      const peer = bench.kubectl ? of(costs.theirs) : undefined;
      printRow({ what: `${megabytes} MB ${way} a command${what}`, unit, ours: of(costs.ours), peer });
    }
  }
}

function startOurs(
  program: string,
  { kubeconfig, namespace, pod, bytes }: BenchedCommand,
  direction: Direction,
) {
  return spawn(process.execPath, [program, kubeconfig, namespace, pod, direction, `${bytes}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function startTheirs(
  kubectl: string,
  { kubeconfig, namespace, pod, bytes }: BenchedCommand,
  direction: Direction,
) {
  const words = ['--kubeconfig', kubeconfig, '--namespace', namespace, 'exec', '--stdin', pod, '--'];
  return spawn(kubectl, [...words, ...commandOf(direction, bytes)], {
    stdio: [direction === 'in' ? 'pipe' : 'ignore', 'ignore', 'inherit'],
  });
}

/** By what the kernel says of the program, until it has ended. Throws when it fails. */
async function costOf(
  child: ChildProcess,
  feed: Direction | 'reads itself',
  { bytes }: BenchedCommand,
): Promise<Cost> {
  const begun = performance.now();
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  if (feed === 'in') void sendZeros(child.stdin!, bytes);
  let [cpu, memory, time] = [0, 0, 0];
  let code: number | null | undefined;
  void exit.then((given) => {
    time = performance.now() - begun;
    code = given;
  });
  while (code === undefined) {
    const [stat, status] = await Promise.all(
      ['stat', 'status'].map((name) => read(`/proc/${child.pid}/${name}`)),
    );
    const fields = stat!.slice(stat!.lastIndexOf(')') + 2).split(' ');
    cpu = Math.max(cpu, (Number(fields[11]) + Number(fields[12])) * 10 || 0);
    memory = Math.max(memory, (Number(/VmHWM:\s+(\d+)/.exec(status!)?.[1] ?? 0) * 1024) / 1e6);
    await wait(10);
  }
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`);
  return { time, cpu, memory };
}

async function read(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch(() => '');
}
