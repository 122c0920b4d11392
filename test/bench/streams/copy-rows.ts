import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { median, printRow } from '../table.ts';
import { bundled } from './bundled.ts';
import { resident } from './resident.ts';

/** Whom files are copied to and from. */
export interface CopiedPod {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly pod: string;
  readonly kubectl: string | undefined;
}

/** One copy: into the container, or out of it. */
interface Copy {
  readonly way: 'there' | 'back';
  readonly source: string;
  readonly destination: string;
}

const megabytes = 200;
const smallFiles = 2_000;
const rounds = 3;

/**
 * Prints what copies cost, ours beside kubectl's: a large file and many small ones, each way. Ours are checked by a checksum, which
 * kubectl's are not.
 */
export async function printCopies({ kubeconfig, namespace, pod, kubectl }: CopiedPod): Promise<void> {
  const program = await bundled(join(import.meta.dirname, 'copy.ts'));
  const copying = spawn(process.execPath, [program, kubeconfig, namespace, pod], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: copying.stdout })[Symbol.asyncIterator]();
  const ours = async (copy: Copy) => {
    copying.stdin.write(`${JSON.stringify(copy)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error('the program that copies has ended');
    return Number(value);
  };
  let mostOfKubectl = 0;
  const here = await mkdtemp(join(tmpdir(), 'kubewright-copies-'));
  const there = `/tmp/kubewright-copies-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(join(here, 'large'), randomBytes(megabytes << 20));
    await mkdir(join(here, 'many'));
    for (let index = 0; index < smallFiles; index++) {
      await writeFile(join(here, 'many', `file-${index}`), `${index}\n`.repeat(200));
    }
    await byKubectl(['exec', pod, '--', 'mkdir', there]);
    for (const [what, name] of [
      [`${megabytes} MB in a file`, 'large'],
      [`${smallFiles} small files`, 'many'],
    ] as const) {
      const target = `${there}/${name}`;
      const back = join(here, `${name}-back`);
      await row(
        `${what}, into a container`,
        { way: 'there', source: join(here, name), destination: target },
        async () => {
          await byKubectl(['exec', pod, '--', 'rm', '-rf', target]);
        },
      );
      await ours({ way: 'there', source: join(here, name), destination: target });
      await row(`${what}, out of it`, { way: 'back', source: target, destination: back }, () =>
        rm(back, { recursive: true, force: true }),
      );
    }
    printRow({
      what: 'memory of copies, Node and all: most',
      unit: 'MB',
      ours: await resident(copying, 'VmHWM'),
      peer: kubectl === undefined ? undefined : mostOfKubectl,
    });
  } finally {
    copying.stdin.end();
    await byKubectl(['exec', pod, '--', 'rm', '-rf', there]);
    await rm(here, { recursive: true, force: true });
  }

  async function row(what: string, copy: Copy, clear: () => Promise<void>): Promise<void> {
    const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    for (let round = 0; round < rounds; round++) {
      await clear();
      times.ours.push(await ours(copy));
      await clear();
      if (kubectl) times.theirs.push(await theirs(copy));
    }
    printRow({
      what,
      unit: 'ms',
      ours: median(times.ours),
      peer: kubectl === undefined ? undefined : median(times.theirs),
    });
  }

  async function theirs({ way, source, destination }: Copy): Promise<number> {
    const words = way === 'there' ? [source, `${pod}:${destination}`] : [`${pod}:${source}`, destination];
    const begin = performance.now();
    await byKubectl(['cp', ...words]);
    return performance.now() - begin;
  }

  async function byKubectl(words: readonly string[]): Promise<void> {
    const about = ['--kubeconfig', kubeconfig, '--namespace', namespace];
    const child = spawn(kubectl ?? 'kubectl', [...about, ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exit = once(child, 'exit');
    while (child.exitCode === null && child.signalCode === null) {
      mostOfKubectl = Math.max(mostOfKubectl, await resident(child, 'VmHWM'));
      await Promise.race([exit, wait(10)]);
    }
    const [code] = await exit;
    if (code !== 0) throw new Error(`kubectl ${words.join(' ')} ended with ${code}`);
  }
}
