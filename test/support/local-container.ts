import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import type { Cluster, CommandEnd, RemoteCommand } from '../../client/src/cluster/cluster.ts';
import type { ExecOperation } from '../../client/src/cluster/operation.ts';

/** A container whose commands are those of this machine. */
export interface LocalContainer {
  readonly cluster: Pick<Cluster, 'connect'>;
  /** The processes that it runs now. */
  readonly running: ReadonlySet<ChildProcess>;
  /** Ends each connection, as a line that breaks does: what runs hears the end of its input. */
  cut(): void;
}

/** How it differs from this machine. */
export interface LocalContainerOptions {
  /** Where its commands begin. */
  readonly directory: string;
  /** Its `PATH`; this machine's own where it is left out. */
  readonly path?: string;
  /** What is run in the place of a command; undefined for the command itself. */
  readonly instead?: (command: readonly string[]) => readonly string[] | undefined;
  /** Whether its commands hear of the end of what is written to them, as those of a server before 1.30 do not. */
  readonly endOfInput?: 'told' | 'not told';
  /** Sees what comes out, and may change it. */
  readonly output?: (bytes: Buffer) => Buffer;
}

/** Runs what is run in a container on this machine, as the streams of a cluster give it. */
export function localContainer(options: LocalContainerOptions): LocalContainer {
  const running = new Set<ChildProcess>();
  const cuts = new Set<() => void>();
  return {
    running,
    cut() {
      for (const cut of [...cuts]) cut();
    },
    cluster: {
      async connect(operation, signal) {
        signal?.throwIfAborted();
        const asked = (operation as ExecOperation).command;
        const [name = '', ...words] = options.instead?.(asked) ?? asked;
        const child = spawn(name, words, {
          cwd: options.directory,
          env: { ...process.env, ...(options.path === undefined ? {} : { PATH: options.path }) },
          stdio: ['pipe', 'pipe', 'pipe'],
          // A session of its own, as runtimes give each command.
          detached: true,
        });
        running.add(child);
        child.on('close', () => running.delete(child));
        return commandOf(child, options, cuts, signal);
      },
    },
  };
}

function commandOf(
  child: ChildProcess,
  { output, endOfInput }: LocalContainerOptions,
  cuts: Set<() => void>,
  signal: AbortSignal | undefined,
): RemoteCommand {
  const { stdin, stdout, stderr } = child;
  const given = output ? stdout!.map((bytes: Buffer) => output(bytes)) : stdout!;
  const ended = new Promise<CommandEnd>((resolve, reject) => {
    const leave = (why: Error) => {
      cuts.delete(cut);
      stdin!.destroy();
      given.destroy(why);
      stderr!.destroy(why);
      reject(why);
    };
    const cut = () => leave(new Error('the connection broke'));
    cuts.add(cut);
    for (const stream of [stdin!, stdout!, stderr!, given]) stream.on('error', () => {});
    child.on('error', leave);
    child.on('exit', () => stdin!.destroy());
    child.on('close', (code, killed) => {
      cuts.delete(cut);
      resolve({ kind: 'exited', exitCode: code ?? (killed ? 137 : 1), signal: undefined });
    });
    signal?.addEventListener('abort', () => leave(signal.reason as Error), { once: true });
  });
  ended.catch(() => {});
  return {
    stdin: endOfInput === 'not told' ? withoutEnd(stdin!) : stdin!,
    stdout: given,
    stderr: stderr!,
    tellsEnd: endOfInput !== 'not told',
    tty: false,
    notices: [],
    ended,
    resize() {},
  };
}

/** What writes to a stream and does not end it. */
function withoutEnd(stream: Writable): Writable {
  const written = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      stream.write(bytes, done);
    },
    destroy: (error, done) => {
      stream.destroy();
      done(error);
    },
    autoDestroy: false,
  });
  stream.on('close', () => written.destroy());
  return written.on('error', () => {});
}
