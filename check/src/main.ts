import { readFileSync } from 'node:fs';
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

/** What shells give for a program that was ended by SIGINT, and by SIGPIPE. */
const interrupted = 130;
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
  const command = parseArguments(process.argv.slice(2));
  // Whoever reads the output has gone: there is nobody left to tell.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? brokenPipe : 2),
  );
  if (command.do === 'refuse') {
    process.stderr.write(`kubewright: ${command.problem}\nFor help: kubewright check --help\n`);
    return 2;
  }
  if (command.do !== 'check') {
    process.stdout.write(command.do === 'help' ? `${usage}\n` : `kubewright ${version()}\n`);
    return 0;
  }
  process.on('SIGINT', () => {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    process.exit(interrupted);
  });
  return await run(command.options, host());
}

function host(): RunHost {
  return {
    version: version(),
    catalog: join(__dirname, 'catalog'),
    folder: pathToFileURL(`${process.cwd()}/`).href,
    rulePage: `${pathToFileURL(join(__dirname, '..', 'docs', 'rules.md'))}#CODE`,
    cores: availableParallelism(),
    errors: process.stderr,
    paint:
      process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb' ? 'coloured' : 'plain',
    output: new BufferedOutput(process.stdout),
    readStandardInput,
    surveyed: favourJudging,
    startThread: (data) => new Worker(__filename, { workerData: data }),
    now: () => process.uptime() * 1000,
  };
}

async function readStandardInput(most: number): Promise<Buffer> {
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
  return error.stack ?? error.message;
}
