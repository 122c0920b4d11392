import type { Clock } from '../clock.ts';
import type { Container, Pod } from '../controllers/objects.ts';
import type { ObjectStore } from '../object-store.ts';
import { runCommand, UnknownCommand } from '../shell/run-command.ts';
import { Terminal } from '../shell/terminal.ts';
import type { CommandEnd } from './command-status.ts';
import type { CommandStreams } from './command-streams.ts';
import type { ConnectOptions } from './connect-options.ts';
import type { Containers, RunningContainer } from './containers.ts';
import { openCommandStreams, type Serving } from './open-command-streams.ts';
import type { Upgrade } from './upgrade.ts';

/** An upgrade of exec that the API server has let pass. */
export interface ExecUpgrade extends Upgrade {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly containers: Containers;
  readonly pod: Pod;
  readonly container: Container;
  readonly options: ConnectOptions;
}

/** Runs a command in a container and carries its streams. The socket belongs to this function. */
export function handleExecUpgrade(upgrade: ExecUpgrade): void {
  const { containers, pod, container, options } = upgrade;
  const running = containers.running(pod, container);
  const serving: Serving = running
    ? { kind: 'serve', serve: (streams) => execute(running, options, streams) }
    : { kind: 'refuse', message: `container not found (${JSON.stringify(container.name)})` };
  openCommandStreams(upgrade, serving);
}

/** Runs a command with the streams of a client, in a terminal where it asks for one. */
export async function execute(
  { host, environment, directory }: RunningContainer,
  { command, stdin, tty }: Pick<ConnectOptions, 'command' | 'stdin' | 'tty'>,
  streams: CommandStreams,
): Promise<CommandEnd> {
  if (command.length === 0) {
    return notRun('process args must not be empty');
  }
  const terminal = tty ? connectedTerminal(streams, stdin ? 'typed on' : 'watched') : undefined;
  const end = terminal ? undefined : lingering(streams.signal, host.clock);
  const call = {
    command,
    host,
    environment: terminal ? new Map([...environment, ['TERM', 'xterm']]) : environment,
    directory,
    stdin: terminal?.input ?? streams.stdin,
    stdout: terminal?.output ?? streams.stdout,
    stderr: terminal?.output ?? streams.stderr,
    terminal,
    signal: end?.signal ?? streams.signal,
  };
  try {
    return { kind: 'exited', code: await runCommand(call) };
  } catch (error) {
    if (error instanceof UnknownCommand) return notRun(error.message);
    throw error;
  } finally {
    end?.dispose();
  }
}

/** So long a command may take to notice that its client is gone: it hears the end of its input, and can clean up. */
const patience = 2_000;

/** Ends a while after another signal. */
function lingering(gone: AbortSignal, clock: Clock): { readonly signal: AbortSignal; dispose(): void } {
  const end = new AbortController();
  let timer: { dispose(): void } | undefined;
  const begin = () => {
    timer = clock.after(patience, () => end.abort(gone.reason));
  };
  if (gone.aborted) begin();
  else gone.addEventListener('abort', begin, { once: true });
  return {
    signal: end.signal,
    dispose() {
      gone.removeEventListener('abort', begin);
      timer?.dispose();
    },
  };
}

function notRun(why: string): CommandEnd {
  return {
    kind: 'failed',
    message: `error executing command in container: failed to exec in container: ${why}`,
  };
}

/** A terminal whose screen, and where it is typed on its keyboard, are at the client. */
export function connectedTerminal(
  { stdin, stdout, signal, onDidResize }: CommandStreams,
  use: 'typed on' | 'watched',
): Terminal {
  const terminal = new Terminal(stdout);
  onDidResize((size) => {
    terminal.size = size;
  });
  if (use === 'watched') return terminal;
  const typeOn = async () => {
    for (let bytes = await stdin.read(signal); bytes; bytes = await stdin.read(signal)) {
      await terminal.type(bytes);
    }
  };
  // What fails here is a client that is gone, which the command notices by itself.
  typeOn().then(
    () => terminal.hangUp(),
    () => terminal.hangUp(),
  );
  return terminal;
}
