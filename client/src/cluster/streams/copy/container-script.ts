import type { Writable } from 'node:stream';
import type { Cluster, CommandEnd, CommandRefusal, RemoteCommand } from '../../cluster.ts';
import { ClusterError } from '../../errors.ts';
import type { ObjectReference } from '../../kube-object.ts';
import { ByteSource } from './byte-source.ts';
import { CopyError } from './copy-error.ts';
import { shortened } from './left-out.ts';

/** A container that runs commands. */
export interface ContainerPlace {
  readonly cluster: Pick<Cluster, 'connect'>;
  readonly pod: ObjectReference;
  /** Needed where the pod has several. */
  readonly container?: string;
}

/** Where it is, in words. */
export function placeInWords({ pod, container }: ContainerPlace): string {
  const inPod = `pod ${pod.name}`;
  return container === undefined ? inPod : `container ${container} of ${inPod}`;
}

const longestLine = 64 * 1024;
const mostComplaints = 8 * 1024;

/** A script that runs in a container, and is spoken with by lines. */
export interface ContainerScript {
  readonly stdin: Writable;
  /** What it says, from where it has been read to. */
  readonly output: ByteSource;
  /** The next line that it says. Throws a `CopyError` where it has ended before, which tells how, by `exits`. */
  line(): Promise<string>;
  /** Sends bytes, and waits until more may be sent. Throws as `line` does. */
  send(bytes: Uint8Array): Promise<void>;
  /** How it ended. Rejects with a `ClusterError` where that cannot be told. */
  readonly ended: Promise<CommandEnd>;
  /** The first lines of what its programs complained of. */
  complaints(): string[];
  /** The error of its having ended too soon. */
  failure(): Promise<Error>;
}

/** What an exit code of a script means: the fault, and the way out. */
export type ScriptExits = Readonly<Record<number, { readonly fault: string; readonly wayOut: string }>>;

/**
 * Runs a script by the container's shell; `what` is said before what goes wrong. The signal ends the connection. Rejects with a
 * `ClusterError` where the server refuses.
 */
export async function runScript(
  { cluster, pod, container }: ContainerPlace,
  script: string,
  words: readonly string[],
  what: string,
  exits: ScriptExits,
  signal: AbortSignal,
): Promise<ContainerScript> {
  const command = ['sh', '-c', script, 'sh', ...words];
  const about = container === undefined ? {} : { container };
  const remote = await cluster.connect({ verb: 'exec', of: pod, command, stdin: true, ...about }, signal);
  return spokenWith(remote, what, exits, signal);
}

function spokenWith(
  remote: RemoteCommand,
  what: string,
  exits: ScriptExits,
  signal: AbortSignal,
): ContainerScript {
  const { stdin, stderr, ended } = remote;
  const output = new ByteSource(remote.stdout);
  let said = '';
  stderr.on('data', (bytes: Buffer) => {
    if (said.length < mostComplaints) said += bytes.toString('utf8');
  });
  const complaints = () =>
    said
      .split('\n')
      .filter((each) => each.trim() !== '')
      .map(shortened);

  const failure = async (): Promise<Error> => {
    const end = await ended.catch((error: unknown) => {
      signal.throwIfAborted();
      return error as Error;
    });
    if (end instanceof Error) return end;
    if (end.kind === 'refused') return noShells.has(end.refusal) ? noShell(what, end.error) : end.error;
    const { exitCode } = end;
    const [first] = complaints();
    if (exitCode >= 126 && exitCode <= 127 && isMissing(first ?? '')) return noShell(what);
    const { fault, wayOut } = exits[exitCode] ?? unknownExit(exitCode);
    return new CopyError(what, { fault: first === undefined ? fault : `${fault}: ${first}`, wayOut });
  };

  return {
    stdin,
    output,
    ended,
    complaints,
    failure,
    async line() {
      const line = await ofOutput(() => output.line(longestLine));
      if (line === undefined) throw await failure();
      return line;
    },
    async send(bytes) {
      if (stdin.destroyed) throw await failure();
      if (stdin.write(bytes)) return;
      if (!(await drained(stdin))) throw await failure();
    },
  };

  /** The outputs of a connection that breaks fail as it does. */
  async function ofOutput<Value>(read: () => Promise<Value>): Promise<Value> {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ClusterError) throw await failure();
      throw error;
    }
  }
}

function unknownExit(exitCode: number): ScriptExits[number] {
  const fault =
    exitCode === 0 ? 'the container ended it too soon' : `the container's shell ended with code ${exitCode}`;
  return { fault, wayOut: 'Nothing of it was kept: look at the container, and copy again' };
}

/** Whether a stream takes more: not once it is closed. */
function drained(stream: Writable): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (takesMore: boolean) => () => {
      stream.off('drain', onDrain).off('close', onClose);
      resolve(takesMore);
    };
    const onDrain = settle(true);
    const onClose = settle(false);
    if (stream.destroyed) resolve(false);
    else stream.on('drain', onDrain).on('close', onClose);
  });
}

/** Some runtimes let a command that is not there end as a shell would. */
function isMissing(text: string): boolean {
  return /executable file not found|no such file or directory/i.test(text);
}

const noShells: ReadonlySet<CommandRefusal> = new Set(['command not found', 'command not executable']);

function noShell(what: string, cause?: unknown): CopyError {
  const fault = 'the container has no shell (sh), by which files are copied';
  const wayOut = 'Copy by a container that has one and shares the volume, such as an ephemeral one';
  return new CopyError(what, { fault, wayOut }, cause);
}
