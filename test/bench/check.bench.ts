// The command line beside kubeconform: both on the same files in the same run, by turns. What is measured is the CPU time
// of the whole process, start-up included.
//   npm run bench check [-- --folder=FOLDER] [--alone]     (a folder of manifests instead of the generated ones)
import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codes } from '../../server/src/codes/codes.ts';
import { kubeconform } from './kubeconform.ts';
import { median } from './table.ts';

const root = resolve(import.meta.dirname, '../..');
const own = [process.execPath, join(root, 'dist', 'check.js'), 'check', '--fail-on', 'never'];
const rounds = 5;

const peer = process.argv.includes('--alone') ? undefined : await kubeconform(root);
const folders = process.argv.flatMap((word) => /^--folder=(.+)$/.exec(word)?.[1] ?? []);
console.log(line('', 'documents', 'ours', 'kubeconform', 'ratio'));
if (folders.length > 0) for (const folder of folders) compare(folder, folder);
else {
  for (const count of [20, 400, 8_000]) compare(`${count} files of all kinds`, await generated(count));
}

/** Prints documents per second of CPU time; the ratio is ours by theirs, and the budget is 1. */
function compare(what: string, folder: string): void {
  const documents = documentsIn(folder);
  const contestants = peer ? [own, peer] : [own];
  const times: number[][] = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, command] of contestants.entries())
      times[index]!.push(cpuSeconds([...command, folder]));
  }
  const [ours, theirs] = times.map((all) => documents / median(all));
  const written = (value: number | undefined) => (value === undefined ? '-' : `${value.toFixed(0)}/s`);
  const ratio = theirs === undefined ? '-' : (ours! / theirs).toFixed(2);
  const verdict = theirs === undefined ? '' : ours! < theirs ? ' SHORT' : ' reached';
  console.log(line(what, String(documents), written(ours), written(theirs), ratio) + verdict);
}

function documentsIn(folder: string): number {
  const [command, ...args] = own;
  const run = spawnSync(command!, [...args, '--output', 'json', folder], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return JSON.parse(run.stdout).summary.documents;
}

/** User and system time of a command and all its threads. */
function cpuSeconds(command: readonly string[]): number {
  const script = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2> /dev/null';
  const run = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' });
  const [user, system] = run.stderr.trim().split(' ').map(Number);
  return user! + system!;
}

/**
 * Files of an object each, of all kinds that the codes' examples have, which are right but for their code. Definitions stand
 * once: a folder has no two of a kind.
 */
async function generated(count: number): Promise<string> {
  const folder = join(root, 'out', 'bench', `manifests-${count}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const examples = Object.values(codes)
    .filter(({ file, good }) => file === 'example.yaml' && /^apiVersion: /m.test(good))
    .map(({ good }) => good);
  const definitions = examples.filter((text) => text.includes('CustomResourceDefinition'));
  const objects = examples.filter((text) => !definitions.includes(text));
  for (let index = 0; index < count; index++) {
    const text = objects[index % objects.length]!.replace(/^( *)name: .*$/m, `$1name: example-${index}`);
    await writeFile(join(folder, `${index}.yaml`), index === 0 ? definitions[0]! : text);
  }
  return folder;
}

function line(what: string, ...columns: readonly string[]): string {
  return what.padEnd(52) + columns.map((column) => column.padStart(13)).join('');
}
