import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { median, printHead, printRow } from '../table.ts';
import { bundled } from './bundled.ts';

const lines = 1_000_000;
const rounds = 3;

/** A container whose log the bench writes, in the folder of its Pod. */
export interface BenchedLog {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly folder: string;
}

interface Followed {
  readonly milliseconds: number;
  readonly cpu: number;
  readonly resident: number;
}

/** Prints what following a log of a million lines costs, beside `kubectl logs -f` in the same run. */
export async function printFollowing(log: BenchedLog, kubectl: string | undefined): Promise<void> {
  await pipeline(Readable.from(criLines()), createWriteStream(join(log.folder, `${log.container}.log`)));
  const program = await bundled(join(import.meta.dirname, 'follow.ts'));
  const ours: Followed[] = [];
  const theirs: Followed[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await followOurs(program, log));
    if (kubectl) theirs.push(await followByKubectl(kubectl, log));
  }
  const of = (all: readonly Followed[], what: keyof Followed) => median(all.map((one) => one[what]));
  const peer = (what: keyof Followed) => (kubectl ? of(theirs, what) : undefined);
  printHead('kubectl');
  const what = 'follow 1,000,000 lines';
  printRow({ what, unit: 'ms', ours: of(ours, 'milliseconds'), peer: peer('milliseconds') });
  printRow({ what: `${what}: processor`, unit: 'ms', ours: of(ours, 'cpu'), peer: peer('cpu') });
  printRow({
    what: `${what}: most memory of the program`,
    unit: 'MB',
    ours: of(ours, 'resident'),
    peer: peer('resident'),
  });
}

async function followOurs(program: string, log: BenchedLog): Promise<Followed> {
  const { kubeconfig, namespace, pod, container } = log;
  const words = [program, kubeconfig, namespace, pod, container, `${lines}`];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout) as Followed;
}

async function followByKubectl(command: string, log: BenchedLog): Promise<Followed> {
  const { kubeconfig, namespace, pod, container } = log;
  const words = ['--kubeconfig', kubeconfig, '--namespace', namespace, 'logs', '-f', pod, '-c', container];
  const begun = performance.now();
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let count = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
    if (count >= lines) break;
  }
  const milliseconds = performance.now() - begun;
  const [stat, status] = await Promise.all([
    readFile(`/proc/${child.pid}/stat`, 'utf8'),
    readFile(`/proc/${child.pid}/status`, 'utf8'),
  ]);
  child.kill();
  // Behind the program's name, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const cpu = (Number(fields[11]) + Number(fields[12])) * 10;
  return { milliseconds, cpu, resident: (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6 };
}

function* criLines(): Generator<string> {
  const batch = 10_000;
  for (let start = 0; start < lines; start += batch) {
    let text = '';
    for (let line = start; line < start + batch; line++) {
      const time = new Date(Date.UTC(2026, 0, 1) + Math.floor(line / 100)).toISOString();
      text += `${time.slice(0, -1)}${String((line % 100) * 10_000).padStart(6, '0')}Z stdout F GET /things?page=${line} 200\n`;
    }
    yield text;
  }
}
