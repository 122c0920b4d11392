import type { Transport } from '../http/transport.ts';
import { CarriedCommand, type CommandCarrier, type CommandStart } from './carried-command.ts';
import { ChannelSocket } from './channel-socket.ts';
import { keepAlive } from './kept-alive.ts';
import { withSocketAccess } from './socket-access.ts';
import { upgrade } from './upgrade.ts';
import { webSocketUpgrade } from './web-socket-upgrade.ts';

/** What the server speaks best first: only the first tells it that standard input has ended. */
export const commandSubprotocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4 } as const;
const closing = 255;
/** As much as kubectl sends in one message; some servers take no more. */
const longestMessage = 32 * 1024;

/**
 * A command over the channels of a WebSocket, which speaks one of `subprotocols`. Rejects with a `ClusterError`, or with the
 * signal's reason; the command may have begun then, where the server has gone over to a WebSocket.
 */
export async function openChannelCommand(
  transport: Transport,
  start: Omit<CommandStart, 'transport'>,
  subprotocols: readonly string[] = commandSubprotocols,
): Promise<CarriedCommand> {
  const { request, signal } = start;
  let subprotocol = '';
  const { socket, head } = await withSocketAccess(transport, request, signal, (access) => {
    const asked = webSocketUpgrade(subprotocols, (chosen) => {
      subprotocol = chosen;
    });
    return upgrade(transport, request, asked, access, signal);
  });
  if (signal.aborted) {
    socket.destroy();
    throw signal.reason;
  }
  const remote: ChannelSocket = new ChannelSocket(socket, {
    receive(channel, bytes) {
      if (channel === channels.stdout) command.receive('stdout', bytes);
      else if (channel === channels.stderr) command.receive('stderr', bytes);
      else if (channel === channels.status) command.receiveStatus(bytes);
    },
    closed(failure) {
      cancelPings();
      command.closed(failure);
    },
  });
  const cancelPings = keepAlive(
    {
      received: () => socket.bytesRead,
      sent: () => socket.bytesWritten,
      isHeld: () => remote.isHeld,
      ping: () => remote.ping(),
      lost: (error) => remote.fail(error),
    },
    transport.clock,
  );
  const tellsEnd = subprotocol === commandSubprotocols[0];
  const command = new CarriedCommand({ ...start, transport }, carrierOf(remote, tellsEnd));
  if (head.length > 0) remote.receive(head);
  return command;
}

function carrierOf(remote: ChannelSocket, tellsEnd: boolean): CommandCarrier {
  return {
    tellsEnd,
    send(bytes, sent) {
      let at = 0;
      const more = (error?: Error | null) => {
        while (!error && at < bytes.length && remote.isOpen) {
          const part = bytes.subarray(at, at + longestMessage);
          at += part.length;
          if (remote.isFull) return remote.send(channels.stdin, part, more);
          remote.send(channels.stdin, part);
        }
        sent(error ?? (at < bytes.length ? new Error('the connection has ended') : null));
      };
      more();
    },
    finish: () => remote.send(closing, Buffer.of(channels.stdin)),
    resize(columns, rows) {
      if (remote.isFull) return;
      remote.send(channels.resize, Buffer.from(JSON.stringify({ Width: columns, Height: rows })));
    },
    hold: () => remote.hold(),
    goOn: () => remote.goOn(),
    close: () => remote.close(),
  };
}
