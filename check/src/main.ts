import { fstatSync, lstatSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { parseArguments } from './arguments/parse-arguments.ts';
import { usage } from './arguments/usage.ts';
import { BufferedOutput } from './output/buffered-output.ts';
import { type RunHost, run } from './run.ts';
import { favourJudging, favourShortRuns } from './short-runs.ts';
import { startWorker } from './threads/worker.ts';

/** What shells give for a program that was ended by SIGPIPE. */
const brokenPipe = 141;

if (isMainThread) {
  favourShortRuns();
  main().then(
    (code) => {
      process.exitCode = code;
    },
    (error: Error) => {
      process.stderr.write(`kubewright: ${explained(error)}\n`);
      process.exitCode = 2;
    },
  );
} else startWorker(parentPort!, workerData);

async function main(): Promise<number> {
  // What is told on the side is lost where nobody can be told; what is found is printed, and gives the exit code.
  process.stderr.on('error', () => {});
  process.stdout.on('error', unwritable);
  const command = parseArguments(process.argv.slice(2), isThere);
  if (command.do === 'refuse') {
    process.stderr.write(`kubewright: ${command.problem}\nFor help: kubewright check --help\n`);
    return 2;
  }
  if (command.do !== 'check') {
    process.stdout.write(command.do === 'help' ? `${usage}\n` : `kubewright ${version()}\n`);
    return 0;
  }
  return await run(command.options, host());
}

function host(): RunHost {
  return {
    version: version(),
    catalog: join(__dirname, 'catalog'),
    folder: pathToFileURL(`${process.cwd()}/`).href,
    cores: availableParallelism(),
    errors: process.stderr,
    progress: obeys(process.stderr) ? 'shown' : 'hidden',
    paint: obeys(process.stdout) && !process.env.NO_COLOR ? 'coloured' : 'plain',
    output: new BufferedOutput(process.stdout),
    readStandardInput,
    surveyed: favourJudging,
    startThread: (data) => new Worker(__filename, { workerData: data }),
    now: () => process.uptime() * 1000,
  };
}

/** Whether there is anything at a path: also a link to nothing. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a stream is a terminal that takes escape sequences. */
function obeys({ isTTY }: NodeJS.WriteStream): boolean {
  return isTTY && process.env.TERM !== 'dumb';
}

/** Ends the run: without its output it is worth nothing. Where whoever reads it has gone, there is nobody to tell. */
function unwritable({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(brokenPipe);
  process.stderr.write(`kubewright: the output cannot be written: ${message}\n`);
  process.exit(2);
}

async function readStandardInput(most: number): Promise<Buffer> {
  // Node takes a folder for a stream that has ended.
  if (isFolder(0)) throw Object.assign(new Error('standard input is a folder'), { code: 'EISDIR' });
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > most) throw new RangeError(`there are more than ${most} bytes`);
  }
  return Buffer.concat(pieces, length);
}

function version(): string {
  return JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')).version;
}

function explained(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' && error.path?.includes('catalog'))
    return `${error.path} is missing: the catalog belongs beside the program; npm run build writes it`;
  if (error.syscall === 'uv_cwd') return 'the folder that it is run in has been deleted';
  return error.stack ?? error.message;
}
