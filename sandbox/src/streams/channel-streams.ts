import type { WebSocket } from 'ws';
import { BrokenPipe, BytePipe, type Output } from '../shell/byte-pipe.ts';
import type { TerminalSize } from '../shell/terminal.ts';
import { type CommandEnd, endText, statusText } from './command-status.ts';
import { type AskedStreams, type CommandStreams, noOutput, terminalSize } from './command-streams.ts';

/** The only protocol in which a client can end standard input. */
export const closingProtocol = 'v5.channel.k8s.io';

/** What kubelets speak, an empty one for clients that name none. */
export const kubeletProtocols: readonly string[] = [
  '',
  'channel.k8s.io',
  'base64.channel.k8s.io',
  'v4.channel.k8s.io',
  'v4.base64.channel.k8s.io',
];

const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4 } as const;
/** `[255, channel]` ends a channel. */
const closing = 255;

/**
 * The streams of a command over one WebSocket: each message is a channel's number and bytes, in the base64 protocols both
 * as text. A first, empty message tells the client that it is connected.
 */
export function channelStreams(socket: WebSocket, protocol: string, asked: AskedStreams): CommandStreams {
  const gone = new AbortController();
  const isBase64 = protocol.includes('base64');
  const resized: ((size: TerminalSize) => void)[] = [];
  const stdin = new BytePipe(() => socket.resume());
  if (!asked.stdin) stdin.end();

  const send = (channel: number, bytes: Buffer, sent?: (error?: Error | null) => void) => {
    if (isBase64) socket.send(`${channel}${bytes.toString('base64')}`, sent);
    else socket.send(Buffer.concat([Buffer.of(channel), bytes]), { binary: true }, sent);
  };
  const output = (channel: number): Output => ({
    write: (content) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.from(content as string);
        if (bytes.length === 0) return resolve();
        if (gone.signal.aborted) return reject(new BrokenPipe());
        send(channel, bytes, (error) => (error ? reject(new BrokenPipe()) : resolve()));
      }),
  });
  const receive = (channel: number, bytes: Buffer) => {
    if (channel === channels.stdin && asked.stdin) {
      stdin.push(bytes);
      if (stdin.isFull) socket.pause();
    } else if (channel === channels.resize) {
      const size = terminalSize(bytes.toString('utf8'));
      if (size) for (const listener of resized) listener(size);
    }
  };

  socket.on('message', (data: Buffer) => {
    const [channel, ...rest] = data.subarray(0, 3);
    if (channel === undefined) return;
    if (protocol === closingProtocol && channel === closing) {
      if (data.length !== 2 || rest[0]! > channels.resize) socket.close();
      else if (rest[0] === channels.stdin) stdin.end();
      return;
    }
    const content = data.subarray(1);
    if (isBase64) receive(channel - 48, Buffer.from(content.toString('latin1'), 'base64'));
    else receive(channel, content);
  });
  socket.on('close', () => {
    stdin.break();
    gone.abort(new BrokenPipe());
  });
  socket.on('error', () => socket.terminate());
  send(asked.stdout ? channels.stdout : asked.stderr ? channels.stderr : channels.status, Buffer.alloc(0));

  return {
    stdin,
    stdout: asked.stdout ? output(channels.stdout) : noOutput,
    stderr: asked.stderr ? output(channels.stderr) : noOutput,
    signal: gone.signal,
    onDidResize: (listener) => resized.push(listener),
    finish(end) {
      const text = endIn(protocol, end);
      if (text !== undefined) send(channels.status, Buffer.from(text));
      // What still comes is for nobody: it neither waits nor holds up the client's own end.
      stdin.break();
      socket.close(1000);
    },
  };
}

function endIn(protocol: string, end: CommandEnd): string | undefined {
  if (protocol === closingProtocol) return statusText(end, 'API server');
  return protocol.startsWith('v4.') ? statusText(end, 'kubelet') : endText(end);
}
