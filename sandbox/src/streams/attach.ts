import { Writable } from 'node:stream';
import type { Kubelet } from '../controllers/kubelet.ts';
import type { Container } from '../controllers/objects.ts';
import { findCommand } from '../shell/commands.ts';
import type { CommandEnd } from './command-status.ts';
import type { CommandStreams } from './command-streams.ts';
import { runOf } from './container-log.ts';
import type { RunningContainer } from './containers.ts';
import { connectedTerminal, type ExecUpgrade, execute } from './exec.ts';
import { followFromNow } from './log.ts';
import { openCommandStreams, type Serving } from './open-command-streams.ts';
import { statusOfContainer } from './stream-target.ts';

/** An upgrade of attach that the API server has let pass. */
export interface AttachUpgrade extends ExecUpgrade {
  /** Told when what runs in the container has ended. */
  readonly kubelet: Pick<Kubelet, 'containerExited'>;
}

/**
 * Joins what runs in a container, and carries its streams. Where the container has a standard input, and its command is one
 * that the sandbox has, that is run: the container ends with it. Any other writes its log, from now on.
 * The socket belongs to this function.
 */
export function handleAttachUpgrade(upgrade: AttachUpgrade): void {
  const { containers, pod, container } = upgrade;
  const running = containers.running(pod, container);
  const serving: Serving = running
    ? { kind: 'serve', serve: (streams) => join(upgrade, running, streams) }
    : {
        kind: 'refuse',
        message: `container ${container.name} not found in pod ${pod.metadata.name}_${pod.metadata.namespace}`,
      };
  openCommandStreams(upgrade, serving);
}

async function join(
  upgrade: AttachUpgrade,
  running: RunningContainer,
  streams: CommandStreams,
): Promise<CommandEnd> {
  const { kubelet, pod, container, options } = upgrade;
  // Whether it has a terminal is the container's affair.
  const tty = container.tty === true;
  const command = commandOf(container);
  if (container.stdin !== true || !findCommand(command[0]!)) return watch(upgrade, streams);
  const end = await execute(running, { command, stdin: options.stdin, tty }, streams);
  if (end.kind === 'exited') kubelet.containerExited(pod, container.name, end.code);
  return { kind: 'exited', code: 0 };
}

/** What a container runs: a shell where only its image would tell. */
function commandOf({ command, args }: Container): [string, ...string[]] {
  const [first = 'sh', ...rest] = [...textsOf(command), ...textsOf(args)];
  return [first, ...rest];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

/** Ends with the container, or with what the client sends. */
async function watch(
  { store, clock, pod, container, options }: AttachUpgrade,
  streams: CommandStreams,
): Promise<CommandEnd> {
  const run = runOf(pod, container, statusOfContainer(pod, container), 'current');
  const stdout = options.tty ? connectedTerminal(streams, 'watched').output : streams.stdout;
  const sink = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      stdout.write(bytes).then(() => done(), done);
    },
  });
  // A client that is gone is noticed by its streams.
  sink.on('error', () => sink.destroy());
  const closed = new Promise<void>((done) => sink.once('close', () => done()));
  const close = () => sink.destroy();
  streams.signal.addEventListener('abort', close, { once: true });
  if (run) followFromNow(run, { store, clock, sink });
  if (options.stdin) drain(streams).then(close, close);
  await closed;
  return { kind: 'exited', code: 0 };
}

async function drain({ stdin, signal }: CommandStreams): Promise<void> {
  while (await stdin.read(signal));
}
