import type { Duplex } from 'node:stream';
import type { ByteStream } from '../../../spdy/src/byte-stream.ts';
import type { Headers } from '../../../spdy/src/header-block.ts';
import { SpdySession } from '../../../spdy/src/session.ts';
import type { Clock } from '../clock.ts';
import { BrokenPipe, BytePipe, noInput, type Output } from '../shell/byte-pipe.ts';
import type { TerminalSize } from '../shell/terminal.ts';
import { type CommandEnd, endText, statusText } from './command-status.ts';
import { type AskedStreams, type CommandStreams, noOutput, terminalSize } from './command-streams.ts';

/** What kubelets speak, the best first. */
export const spdyProtocols: readonly string[] = [
  'v4.channel.k8s.io',
  'v3.channel.k8s.io',
  'v2.channel.k8s.io',
  'channel.k8s.io',
];

/** How long a client may take to open its streams. */
const patience = 30_000;

/**
 * The streams of a command over SPDY: the client opens one for each, and names it by a header. `opened` is called once
 * all that it asked for are there; a client that opens fewer is dropped.
 */
export function openSpdyStreams(
  transport: Duplex,
  protocol: string,
  asked: AskedStreams,
  clock: Clock,
  opened: (streams: CommandStreams) => void,
): void {
  const streams = new Map<string, ByteStream>();
  const missing = new Set(namesOf(protocol, asked));
  const timer = clock.after(patience, () => transport.destroy());
  transport.once('close', () => timer.dispose());
  const accept = (headers: Headers) => {
    const type = headers.get('streamtype') ?? '';
    if (!missing.delete(type)) return undefined;
    return (bytes: ByteStream) => {
      streams.set(type, bytes);
      if (missing.size > 0) return;
      timer.dispose();
      opened(commandStreams(streams, protocol, transport, () => session.end()));
    };
  };
  const session = new SpdySession(transport, { kind: 'server', accept });
}

function namesOf(protocol: string, { stdin, stdout, stderr, tty }: AskedStreams): string[] {
  const resizes = tty && /^v[34]\./.test(protocol);
  const wanted = { error: true, stdin, stdout, stderr, resize: resizes };
  return Object.entries(wanted).flatMap(([name, isWanted]) => (isWanted ? [name] : []));
}

function commandStreams(
  streams: ReadonlyMap<string, ByteStream>,
  protocol: string,
  transport: Duplex,
  close: () => void,
): CommandStreams {
  const gone = new AbortController();
  transport.once('close', () => gone.abort(new BrokenPipe()));
  const resized: ((size: TerminalSize) => void)[] = [];
  streams.get('resize')?.on('data', (bytes: Buffer) => {
    const size = terminalSize(bytes.toString('utf8'));
    if (size) for (const listener of resized) listener(size);
  });
  const error = streams.get('error')!;
  error.resume();
  return {
    stdin: inputOf(streams.get('stdin')),
    stdout: outputOf(streams.get('stdout')),
    stderr: outputOf(streams.get('stderr')),
    signal: gone.signal,
    onDidResize: (listener) => resized.push(listener),
    finish(end) {
      error.end(endIn(protocol, end) ?? '');
      for (const [name, stream] of streams) if (name !== 'error') stream.end();
      close();
    },
  };
}

function inputOf(stream: ByteStream | undefined): BytePipe | typeof noInput {
  if (!stream) return noInput;
  const pipe = new BytePipe(() => stream.resume());
  stream.on('data', (bytes: Buffer) => {
    pipe.push(bytes);
    if (pipe.isFull) stream.pause();
  });
  stream.once('end', () => pipe.end());
  stream.once('close', () => pipe.end());
  return pipe;
}

function outputOf(stream: ByteStream | undefined): Output {
  if (!stream) return noOutput;
  stream.resume();
  return {
    write: (content) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.from(content as string);
        if (bytes.length === 0) return resolve();
        if (stream.destroyed || stream.writableEnded) return reject(new BrokenPipe());
        stream.write(bytes, (error) => (error ? reject(new BrokenPipe()) : resolve()));
      }),
  };
}

function endIn(protocol: string, end: CommandEnd): string | undefined {
  return protocol.startsWith('v4.') ? statusText(end, 'kubelet') : endText(end);
}
