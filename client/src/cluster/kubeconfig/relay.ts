import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { LineTooLong, socketLines } from './socket-lines.ts';
import { type RelayAddress, type RelayLines, relayVariable } from './terminal-runner.ts';

/** Characters on the program's standard output. */
const mostOutput = 1024 * 1024;
/** Characters of the job: an environment has at most a few megabytes. */
const longestJob = 16 * 1024 * 1024;

/**
 * A program of its own, in a terminal: runs what it is told to, which has the terminal for its questions and for what it
 * says, and hands over what that prints on its standard output, which is a secret.
 */
async function main(): Promise<void> {
  const { path, key } = JSON.parse(process.env[relayVariable] ?? '') as RelayAddress;
  const socket = connect(path);
  // Who reads it is told; what is written to nobody is nobody's.
  socket.on('error', () => undefined);
  tell(socket, { key });
  const job = await jobFrom(socket);
  // The key that ends a program is for the one that asks.
  process.on('SIGINT', () => undefined);
  const result = 'fault' in job ? job : await run(job);
  await handOver(socket, result);
  if ('exitCode' in result && result.exitCode === 0) return;
  const how = 'fault' in result ? result.fault : 'The login has failed.';
  process.stderr.write(`\n${how}\nPress Enter to close this terminal.\n`);
  await new Promise((resolve) => process.stdin.once('data', resolve).once('end', resolve));
  process.exitCode = 0;
}

/** What to run, or why that is not taken. Rejects where who tells it is gone. */
async function jobFrom(socket: Socket): Promise<RelayLines['job'] | { readonly fault: string }> {
  try {
    return JSON.parse(await socketLines(socket, longestJob).next()) as RelayLines['job'];
  } catch (error) {
    if (!(error instanceof LineTooLong)) throw error;
    return { fault: `its arguments and environment have more than ${longestJob / 1024 / 1024} MiB` };
  }
}

function run({ file, args, environment }: RelayLines['job']): Promise<RelayLines['result']> {
  return new Promise<RelayLines['result']>((resolve) => {
    const child = spawn(file, args, { env: environment, stdio: ['inherit', 'pipe', 'inherit'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (stdout.length + chunk.length <= mostOutput) stdout += chunk;
      else {
        child.kill();
        resolve({ fault: `it printed more than ${mostOutput / 1024 / 1024} MiB` });
      }
    });
    child.on('error', ({ message }) => resolve({ fault: message }));
    child.on('exit', (code) => {
      // What it wrote before it ended is in the pipe still; a grandchild that keeps it open is not waited for.
      const finish = () => resolve({ stdout, exitCode: code ?? undefined });
      const grace = setTimeout(finish, 500);
      child.on('close', () => {
        clearTimeout(grace);
        finish();
      });
    });
    // What the system refuses at once, such as arguments that are too long, is thrown.
  }).catch((error: Error) => ({ fault: error.message }));
}

function tell<Name extends keyof RelayLines>(socket: Socket, line: RelayLines[Name]): void {
  socket.write(`${JSON.stringify(line)}\n`);
}

function handOver(socket: Socket, result: RelayLines['result']): Promise<void> {
  return new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.end(`${JSON.stringify(result)}\n`, resolve);
  });
}

main().then(
  () => process.exit(),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
