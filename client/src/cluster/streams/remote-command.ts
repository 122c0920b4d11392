import { Readable, Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { CommandEnd, RemoteCommand } from '../cluster.ts';
import { connectionError } from '../http/failures.ts';
import { type ClusterRequest, connectRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { checkVerb } from '../objects/served-verbs.ts';
import type { ConnectOperation } from '../operation.ts';
import { readCommandEnd } from './command-end.ts';
import { openWebSocket } from './web-socket.ts';

/** What the server speaks best first: only the first tells it that standard input has ended. */
const subprotocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4 } as const;
const closing = 255;
/** As much as kubectl sends in one message; some servers take no more. */
const longestMessage = 32 * 1024;
/** A longer Status is none. */
const longestStatus = 256 * 1024;

/**
 * Runs a command in a container, or attaches to what runs there. Rejects with a `ClusterError` where the server refuses; the
 * signal ends the connection, which kills no process.
 */
export async function openRemoteCommand(
  transport: Transport,
  operation: ConnectOperation,
  signal: AbortSignal,
): Promise<RemoteCommand> {
  checkVerb(transport, 'get', { ...operation.of, subresource: operation.verb });
  const request = remoteCommandRequest(operation);
  const socket = await openWebSocket(transport, request, subprotocols, signal);
  return new ChanneledCommand(transport, request, operation, socket, signal);
}

/** The request that opens the channels. */
export function remoteCommandRequest(operation: ConnectOperation): ClusterRequest {
  const { verb, of, container, stdin, tty } = operation;
  const words = verb === 'exec' ? 'run a command in' : 'attach to';
  return connectRequest(
    // Servers since 1.35 want `create` beside `get`, which was enough.
    { method: 'GET', words, rights: ['get', 'create'] },
    { ...of, subresource: verb },
    {
      container,
      command: verb === 'exec' ? operation.command : undefined,
      stdin: stdin || undefined,
      stdout: true,
      // A terminal has one output, and servers refuse to be asked for two.
      stderr: tty ? undefined : true,
      tty: tty || undefined,
    },
  );
}

class ChanneledCommand implements RemoteCommand {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly tellsEnd: boolean;
  readonly ended: Promise<CommandEnd>;
  readonly #transport: Transport;
  readonly #request: ClusterRequest;
  readonly #socket: WebSocket;
  readonly #full = new Set<Readable>();
  readonly #status: Buffer[] = [];
  #statusSize = 0;

  constructor(
    transport: Transport,
    request: ClusterRequest,
    { stdin }: ConnectOperation,
    socket: WebSocket,
    signal: AbortSignal,
  ) {
    this.#transport = transport;
    this.#request = request;
    this.#socket = socket;
    this.tellsEnd = socket.protocol === subprotocols[0];
    this.stdin = this.#input();
    this.stdout = this.#output();
    this.stderr = this.#output();
    let failure: Error | undefined;
    socket.on('error', (error) => {
      failure = connectionError(request.intent, transport.asker, error);
    });
    socket.on('message', (data: Buffer) => this.#receive(data));
    this.ended = new Promise((resolve, reject) => {
      socket.once('close', () => {
        const end = signal.aborted ? (signal.reason as Error) : (failure ?? this.#end());
        this.#close(end instanceof Error ? end : undefined);
        if (end instanceof Error) reject(end);
        else resolve(end);
      });
    });
    // Who reads the streams alone hears of a failure there.
    this.ended.catch(() => {});
    if (!stdin) this.stdin.end();
    socket.resume();
  }

  resize(columns: number, rows: number): void {
    this.#send(channels.resize, Buffer.from(JSON.stringify({ Width: columns, Height: rows })));
  }

  #input(): Writable {
    return new Writable({
      highWaterMark: longestMessage,
      write: (bytes: Buffer, _encoding, done) => this.#sendAll(bytes, done),
      final: (done) => {
        if (this.tellsEnd && this.#socket.readyState === this.#socket.OPEN) {
          this.#socket.send(Buffer.of(closing, channels.stdin), { binary: true }, () => done());
        } else done();
      },
    }).on('error', () => {});
  }

  #output(): Readable {
    const output: Readable = new Readable({
      read: () => {
        this.#full.delete(output);
        if (this.#full.size === 0) this.#socket.resume();
      },
    });
    // A failure is told by `ended`, too.
    return output.on('error', () => {});
  }

  #sendAll(bytes: Buffer, done: (error?: Error | null) => void): void {
    const part = bytes.subarray(0, longestMessage);
    const rest = bytes.subarray(longestMessage);
    this.#send(channels.stdin, part, (error) => {
      if (error || rest.length === 0) done(error);
      else this.#sendAll(rest, done);
    });
  }

  #send(channel: number, bytes: Buffer, sent: (error?: Error | null) => void = () => {}): void {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      sent(new Error('the command has ended'));
      return;
    }
    this.#socket.send(Buffer.concat([Buffer.of(channel), bytes]), { binary: true }, (error) =>
      sent(error ?? null),
    );
  }

  #receive(data: Buffer): void {
    const bytes = data.subarray(1);
    if (bytes.length === 0) return;
    if (data[0] === channels.stdout) this.#push(this.stdout, bytes);
    else if (data[0] === channels.stderr) this.#push(this.stderr, bytes);
    else if (data[0] === channels.status && this.#statusSize < longestStatus) {
      this.#status.push(bytes);
      this.#statusSize += bytes.length;
    }
  }

  #push(output: Readable, bytes: Buffer): void {
    if (output.destroyed || output.push(bytes)) return;
    this.#full.add(output);
    this.#socket.pause();
  }

  #end(): CommandEnd | Error {
    const text = Buffer.concat(this.#status).toString('utf8');
    return readCommandEnd(text, this.#request.intent, this.#transport.asker);
  }

  #close(error: Error | undefined): void {
    this.stdin.destroy();
    for (const output of [this.stdout, this.stderr]) {
      if (error) output.destroy(error);
      else output.push(null);
    }
  }
}
