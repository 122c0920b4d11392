import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramResult, RunProgram } from './exec-plugin.ts';
import { findProgram, notFound } from './find-program.ts';
import { LineTooLong, socketLines } from './socket-lines.ts';

/** A program and what it is started with. */
export interface TerminalProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A terminal in which a program runs. */
export interface ProgramTerminal {
  /** Resolves when it is gone, by whomever. */
  readonly closed: Promise<void>;
  close(): void;
}

/** What the relay asks of its terminal, and tells of it: each is one line of JSON, in this order. */
export interface RelayLines {
  /** From the relay: that it is the one that was started. */
  readonly hello: { readonly key: string };
  /** To it: what to run. */
  readonly job: {
    readonly file: string;
    readonly args: readonly string[];
    readonly environment: NodeJS.ProcessEnv;
  };
  /** From it: what the program printed, and how it ended; or why it did not run. */
  readonly result: Omit<ProgramResult, 'stderr'> | { readonly fault: string };
}

/** The variable that tells the relay where it is waited for: `RelayAddress` as JSON. */
export const relayVariable = 'KUBEWRIGHT_LOGIN';

/** Where a relay is waited for, and what it proves by that it is the one. */
export interface RelayAddress {
  readonly path: string;
  readonly key: string;
}

/** Characters of a program's answer, with what JSON makes of it. */
const longestResult = 8 * 1024 * 1024;

/**
 * Runs a program in a terminal that a person answers in. What it prints on its standard output is a secret: it comes
 * here by a socket that only this user reaches, and is never shown or written. `relay` is the file of `relay.ts` as a
 * program for the Node that runs this.
 */
export function terminalRunner(
  relay: string,
  openTerminal: (program: TerminalProgram) => ProgramTerminal,
): RunProgram {
  return async (command, args, environment, signal) => {
    signal.throwIfAborted();
    const file = findProgram(command, environment);
    if (file === undefined) throw notFound(command);
    const waiting = await waitForRelay({ file, args, environment });
    try {
      const terminal = openTerminal({
        file: process.execPath,
        args: [relay],
        environment: {
          ELECTRON_RUN_AS_NODE: '1',
          NODE_OPTIONS: '',
          [relayVariable]: JSON.stringify(waiting.address),
        },
      });
      return await resultOf(waiting.result, terminal, signal);
    } finally {
      await waiting.dispose();
    }
  };
}

async function resultOf(
  result: Promise<RelayLines['result']>,
  terminal: ProgramTerminal,
  signal: AbortSignal,
): Promise<ProgramResult> {
  const closed = terminal.closed.then(() => {
    throw new Error('its terminal was closed before it had ended: log in again');
  });
  let abort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => {
      terminal.close();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    const answer = await Promise.race([result, closed, aborted]);
    if ('fault' in answer) throw new Error(answer.fault);
    return { ...answer, stderr: '' };
  } finally {
    signal.removeEventListener('abort', abort);
    // Closed later it tells nobody any more.
    closed.catch(() => undefined);
  }
}

/** Listens for the relay, gives it its job, and has what it tells. */
async function waitForRelay(job: RelayLines['job']) {
  // Nobody but this user may look into such a folder; Windows has names for pipes instead.
  const folder =
    process.platform === 'win32' ? undefined : await mkdtemp(join(tmpdir(), 'kubewright-login-'));
  const path = folder === undefined ? `\\\\.\\pipe\\kubewright-${randomUUID()}` : join(folder, 'relay');
  const address: RelayAddress = { path, key: randomUUID() };
  const sockets = new Set<Socket>();
  const server = createServer();
  const result = new Promise<RelayLines['result']>((resolve, reject) => {
    server.on('connection', (socket) => {
      sockets.add(socket);
      // What breaks it ends its terminal, too.
      socket.on('error', () => undefined);
      serve(socket, address.key, job).then(resolve, () => socket.destroy());
    });
    server.on('error', reject);
  });
  // Where nobody waits for it, its fault is that of listening.
  result.catch(() => undefined);
  await listening(server, path);
  return {
    address,
    result,
    async dispose() {
      for (const socket of sockets) socket.destroy();
      server.close();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @throws Error when it is not the relay, or breaks off. */
async function serve(socket: Socket, key: string, job: RelayLines['job']): Promise<RelayLines['result']> {
  const lines = socketLines(socket, longestResult);
  const hello = JSON.parse(await lines.next()) as RelayLines['hello'];
  if (hello.key !== key) throw new Error('somebody else');
  socket.write(`${JSON.stringify(job)}\n`);
  const answer = await lines.next().catch((error: unknown) => {
    if (error instanceof LineTooLong) return undefined;
    throw error;
  });
  if (answer === undefined) return { fault: 'it printed more than can be handed over' };
  return JSON.parse(answer) as RelayLines['result'];
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
}
