import type { Transport } from '../http/transport.ts';
import { CarriedCommand, type CommandCarrier, type CommandStart } from './carried-command.ts';
import { openWebSocketLine, type WebSocketLine } from './web-socket.ts';
import { WebSocketSender } from './web-socket-sender.ts';

/** What the server speaks best first: only the first tells it that standard input has ended. */
export const commandSubprotocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4 } as const;
const closing = 255;
/** As much as kubectl sends in one message; some servers take no more. */
const longestMessage = 32 * 1024;
/** So much of standard input is on its way. */
const mostUnsent = 256 * 1024;

/**
 * A command over the channels of a WebSocket, which speaks one of `subprotocols`: each message is the number of a channel, and
 * bytes. Rejects as `openWebSocketLine` does; the command may have begun then, where the server has gone over to a WebSocket.
 */
export async function openChannelCommand(
  transport: Transport,
  start: Omit<CommandStart, 'transport'>,
  subprotocols: readonly string[] = commandSubprotocols,
): Promise<CarriedCommand> {
  const { request, signal } = start;
  const opened = await openWebSocketLine(transport, request, subprotocols, signal);
  const { socket } = opened;
  const command = new CarriedCommand({ ...start, transport }, carrierOf(opened));
  let failure: Error | undefined;
  socket.on('error', (error) => {
    failure = error;
  });
  socket.on('message', (data: Buffer) => {
    const bytes = data.subarray(1);
    if (data[0] === channels.stdout) command.receive('stdout', bytes);
    else if (data[0] === channels.stderr) command.receive('stderr', bytes);
    else if (data[0] === channels.status) command.receiveStatus(bytes);
  });
  socket.once('close', () => command.closed(failure));
  socket.resume();
  return command;
}

function carrierOf({ socket, line }: WebSocketLine): CommandCarrier {
  const sender = new WebSocketSender(line);
  const isFull = () => line.writableLength > mostUnsent;
  const send = (channel: number, bytes: Buffer, sent?: (error?: Error | null) => void) => {
    // Behind the end of a WebSocket there are no frames.
    if (socket.readyState === socket.OPEN) sender.send([Buffer.of(channel), bytes], sent);
    else sent?.(new Error('the connection has ended'));
  };
  return {
    tellsEnd: socket.protocol === commandSubprotocols[0],
    send(bytes, sent) {
      let at = 0;
      const more = (error?: Error | null) => {
        while (!error && at < bytes.length && socket.readyState === socket.OPEN) {
          const part = bytes.subarray(at, at + longestMessage);
          at += part.length;
          if (isFull()) return send(channels.stdin, part, more);
          send(channels.stdin, part);
        }
        sent(error ?? (at < bytes.length ? new Error('the connection has ended') : null));
      };
      more();
    },
    finish: () => send(closing, Buffer.of(channels.stdin)),
    resize(columns, rows) {
      if (isFull()) return;
      send(channels.resize, Buffer.from(JSON.stringify({ Width: columns, Height: rows })));
    },
    hold: () => socket.pause(),
    goOn: () => socket.resume(),
    close: () => socket.terminate(),
  };
}
