import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processorTime } from '../processor-time.ts';

/** What a piece of work took. */
export interface Figures {
  readonly count: number;
  /** Milliseconds until the first of it was there. */
  readonly first?: number;
  /** Of the milliseconds, those for which it waited when all of it was there, to know that it was all. */
  readonly waited?: number;
  readonly milliseconds: number;
  /** When it was done, since the epoch. */
  readonly finished: number;
  /** Milliseconds of processor time. */
  readonly processor: number;
  /** That came over the network. */
  readonly megabytes: number;
  /** Megabytes that it keeps; of a program that is no JavaScript, the most that it had resident. */
  readonly heap: number;
}

/** Lets a contestant (contestants.ts) work in a process of its own. */
export async function measure(name: string, kubeconfig: string, ...words: string[]): Promise<Figures> {
  const program = join(import.meta.dirname, 'contest.ts');
  const printed = await run(process.execPath, [
    '--expose-gc',
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    program,
    name,
    kubeconfig,
    ...words,
  ]);
  return JSON.parse(printed.stdout) as Figures;
}

/** The same of kubectl with these words; what it prints is read and dropped. */
export async function measureKubectl(kubeconfig: string, ...words: string[]): Promise<Figures> {
  const begun = performance.now();
  const { stdout, resident, bytes, processor } = await run('kubectl', [
    '--kubeconfig',
    kubeconfig,
    '--cache-dir',
    join(kubeconfig, '..', 'kubectl-cache'),
    ...words,
  ]);
  return {
    count: stdout.split('\n').length - 2,
    milliseconds: performance.now() - begun,
    finished: Date.now(),
    processor,
    megabytes: bytes / 1e6,
    heap: resident / 1e6,
  };
}

interface Run {
  readonly stdout: string;
  /** The last of what the kernel told of it while it ran; NaN where it tells nothing. */
  readonly resident: number;
  readonly bytes: number;
  readonly processor: number;
}

async function run(command: string, args: readonly string[]): Promise<Run> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let last = { resident: Number.NaN, bytes: Number.NaN, processor: Number.NaN };
  const timer = setInterval(() => {
    told(child.pid).then(
      (now) => {
        if (now.resident > 0) last = now;
      },
      // It has ended by now.
      () => undefined,
    );
  }, 10);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  return { stdout: Buffer.concat(chunks).toString('utf8'), ...last };
}

async function told(pid: number | undefined): Promise<Omit<Run, 'stdout'>> {
  const [status, io] = await Promise.all(
    ['status', 'io'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
  );
  return {
    resident: Number(/VmHWM:\s+(\d+)/.exec(status!)?.[1]) * 1024,
    bytes: Number(/rchar: (\d+)/.exec(io!)?.[1]),
    processor: processorTime(pid!),
  };
}
