import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printHead, printRow } from '../table.ts';
import { bundled } from './bundled.ts';

const seconds = 10;
const pace = 300_000;

interface Kept {
  readonly lines: number;
  readonly dropped: number;
  readonly behind: number;
  readonly cpu: number;
  readonly resident: number;
}

/** Prints what it costs to keep up with another program that replays lines into a ring of 64 MB. */
export async function printReplay(): Promise<void> {
  const program = await bundled(join(import.meta.dirname, 'keep-replay.ts'));
  const replay = await bundled(join(import.meta.dirname, 'replay.ts'));
  const words = [program, `${pace * seconds}`, `${pace}`, process.execPath, replay];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const { lines, dropped, behind, cpu, resident } = JSON.parse(stdout) as Kept;
  printHead('-');
  const what = `${pace.toLocaleString('en')} lines/s into a ring of 64 MB`;
  // Lines wait for 200 ms for those that may belong before them.
  printRow({ what: `${what}: behind the last line`, unit: 'ms', budget: 500, ours: behind });
  printRow({ what: `${what}: processor of ${seconds} s`, unit: 'ms', budget: seconds * 1_000, ours: cpu });
  printRow({ what: `${what}: most memory (Node and all)`, unit: 'MB', ours: resident });
  console.log(
    `${lines.toLocaleString('en')} lines came, of which the ring dropped ${dropped.toLocaleString('en')}`,
  );
}
