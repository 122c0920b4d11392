// The command line beside kubeconform, each as its users run it: both on the same files in the same run, by turns, after a
// first run of each. What is measured is the CPU time of the whole process, start-up included. kubeconform has the schemas of all built-in kinds and those of the
// definitions in the folder, made before, because it skips what it has no schema of; ours reads the definitions itself, and
// nothing beside the folder. Two ratios are printed, ours by theirs: of runs, and of the objects that each judged by a schema.
//   npm run bench check [-- --folder=FOLDER] [--alone]     (a folder of manifests instead of the generated ones)
import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Summary } from '../../check/src/output/summary.ts';
import { codes } from '../../server/src/codes/codes.ts';
import { kubeconform } from './kubeconform.ts';
import { writeDefinitionSchemas } from './kubeconform-definitions.ts';
import { median } from './table.ts';

const root = resolve(import.meta.dirname, '../..');
const own = [process.execPath, join(root, 'scripts', 'kubewright.mjs'), 'check', '--fail-on', 'never'];
const definitionSchemas = join(root, '.vscode-test', 'bench', 'kubeconform-definitions');
const rounds = 15;

const peer = process.argv.includes('--alone') ? undefined : await kubeconform(root);
const folders = process.argv.flatMap((word) => /^--folder=(.+)$/.exec(word)?.[1] ?? []);
console.log(line('', 'objects', 'theirs', 'CPU ms', 'theirs', 'a run', 'an object'));
if (folders.length > 0) for (const folder of folders) await compare(folder, folder);
else {
  for (const count of [20, 400, 8_000]) await compare(`${count} files of all kinds`, await generated(count));
}

/** A program on a folder, and how many objects it tells that it has judged. */
interface Contestant {
  readonly command: readonly string[];
  readonly judged: number;
}

/** Prints what each judged and the CPU time it took; the ratios are ours by theirs, and the budget is 1. */
async function compare(what: string, folder: string): Promise<void> {
  const contestants = [ours(folder), ...(peer ? [await theirs(peer, folder)] : [])];
  const times: number[][] = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { command }] of contestants.entries()) times[index]!.push(cpuSeconds(command));
  }
  const [own, other] = contestants.map(({ judged }, index) => ({ judged, seconds: median(times[index]!) }));
  const milliseconds = (seconds: number | undefined) =>
    seconds === undefined ? '-' : (seconds * 1000).toFixed(0);
  const ofRuns = other && other.seconds / own!.seconds;
  const ofObjects = other && (ofRuns! * own!.judged) / other.judged;
  const columns = [
    String(own!.judged),
    String(other?.judged ?? '-'),
    milliseconds(own!.seconds),
    milliseconds(other?.seconds),
    ofRuns?.toFixed(2) ?? '-',
    ofObjects?.toFixed(2) ?? '-',
  ];
  const verdict = ofRuns === undefined ? '' : Math.min(ofRuns, ofObjects!) < 1 ? ' SHORT' : ' reached';
  console.log(line(what, ...columns) + verdict);
}

/** What counts is objects of kinds that are known. */
function ours(folder: string): Contestant {
  const command = [...own, '--workspace', folder, folder];
  const { objects, notJudged } = summaryOf<Summary>([...command, '--output', 'json']);
  return { command, judged: objects - notJudged.unknownKinds };
}

/** What counts is objects that a schema was found for. */
async function theirs(program: readonly string[], folder: string): Promise<Contestant> {
  const schemas = await writeDefinitionSchemas(folder, definitionSchemas);
  const flags = [...program, '-schema-location', schemas];
  const { valid, invalid } = summaryOf<{ valid: number; invalid: number }>([
    ...flags,
    '-output',
    'json',
    folder,
  ]);
  return { command: [...flags, folder], judged: valid + invalid };
}

function summaryOf<Form>([command, ...args]: readonly string[]): Form {
  const run = spawnSync(command!, args, { encoding: 'utf8', maxBuffer: 1e9 });
  return (JSON.parse(run.stdout) as { summary: Form }).summary;
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
  return what.padEnd(52) + columns.map((column) => column.padStart(10)).join('');
}
