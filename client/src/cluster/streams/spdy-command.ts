import type { ByteStream } from '../../../../spdy/src/byte-stream.ts';
import { SpdySession } from '../../../../spdy/src/session.ts';
import type { Transport } from '../http/transport.ts';
import type { ConnectOperation } from '../operation.ts';
import { CarriedCommand, type CommandStart } from './carried-command.ts';
import { keepAlive } from './kept-alive.ts';
import { openSpdy } from './open-spdy.ts';

/** What the streams mean: kubelets have known it since Kubernetes 1.4. */
const streamProtocol = 'v4.channel.k8s.io';
/** A node accepts the streams of a command at once. */
const acceptance = 30_000;

/**
 * A command over SPDY, by POST, a stream for each of its own. Rejects as `openSpdy` does: nothing has begun then, because a node
 * waits for the streams, which are opened behind that.
 */
export async function openSpdyCommand(
  transport: Transport,
  start: Omit<CommandStart, 'transport'>,
): Promise<CarriedCommand> {
  const { request, operation, signal } = start;
  const session = new SpdySession(await openSpdy(transport, request, 'post', streamProtocol, signal), {
    kind: 'client',
  });
  const { streams, accepted } = session.together(() => openStreams(session, operation));
  const { stdin, stdout, stderr, error, resize } = streams;
  let sent = 0;
  let isHeld = false;
  const command: CarriedCommand = new CarriedCommand(
    { ...start, transport },
    {
      tellsEnd: true,
      send(bytes, done) {
        sent += bytes.length;
        if (stdin) stdin.write(bytes, done);
        else done();
      },
      finish: () => stdin?.end(),
      resize(columns, rows) {
        if (!resize?.writableNeedDrain) resize?.write(sizeOf(columns, rows));
      },
      hold() {
        isHeld = true;
        for (const output of [stdout, stderr]) output?.pause();
      },
      goOn() {
        isHeld = false;
        for (const output of [stdout, stderr]) output?.resume();
      },
      close: () => session.destroy(),
    },
  );
  let failure: Error | undefined;
  const fail = (reason: Error) => {
    failure ??= reason;
    session.destroy();
  };
  const cancelAcceptance = transport.clock.after(acceptance, () =>
    fail(new Error('the node has not accepted its streams in time')),
  );
  // Why a stream is not accepted is told by the stream.
  accepted.then(cancelAcceptance, cancelAcceptance);
  const cancelPings = keepAlive(
    {
      received: () => session.received,
      sent: () => sent,
      isHeld: () => isHeld || session.isHeld,
      ping: () => session.ping(),
      lost: fail,
    },
    transport.clock,
  );
  stdout?.on('data', (bytes: Buffer) => command.receive('stdout', bytes));
  stderr?.on('data', (bytes: Buffer) => command.receive('stderr', bytes));
  error?.on('data', (bytes: Buffer) => command.receiveStatus(bytes));
  void session.closed.then(() => {
    cancelAcceptance();
    cancelPings();
  });
  const outputs = [stdout, stderr, error].flatMap((stream) => stream ?? []);
  void Promise.all(outputs.map(over)).then(() => {
    session.destroy();
    command.closed(failure ?? error?.errored ?? undefined);
  });
  return command;
}

type StreamName = 'error' | 'stdin' | 'stdout' | 'stderr' | 'resize';

/** Those that the node expects by what the request has asked for. */
function openStreams(
  session: SpdySession,
  { stdin, tty }: ConnectOperation,
): { streams: Partial<Record<StreamName, ByteStream>>; accepted: Promise<unknown> } {
  const expected: Record<StreamName, boolean> = {
    error: true,
    stdin: stdin === true,
    stdout: true,
    stderr: tty !== true,
    resize: tty === true,
  };
  const names = (Object.keys(expected) as StreamName[]).filter((name) => expected[name]);
  const opened = names.map((name) => [name, session.open(new Map([['streamtype', name]]))] as const);
  return {
    streams: Object.fromEntries(opened.map(([name, { bytes }]) => [name, bytes])),
    accepted: Promise.all(opened.map(([, { accepted }]) => accepted)),
  };
}

function sizeOf(columns: number, rows: number): string {
  return `${JSON.stringify({ Width: columns, Height: rows })}\n`;
}

/** Resolves when the other side has said all that it will. */
function over(stream: ByteStream): Promise<void> {
  return new Promise((resolve) => stream.once('end', resolve).once('close', resolve));
}
