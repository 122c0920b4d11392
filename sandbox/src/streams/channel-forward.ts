import type { WebSocket } from 'ws';
import { ByteStream } from '../../../spdy/src/byte-stream.ts';
import type { Pod } from '../controllers/objects.ts';
import { listensOn, refusedText, serveEcho } from './echo-server.ts';

/** `v4.channel.k8s.io`: binary frames of a channel's number and bytes; the base64 variant writes both as text. */
export type ChannelEncoding = 'binary' | 'base64';

/**
 * Forwards ports over one WebSocket: port number i has channel 2i for data and 2i+1 for its error, each of which
 * first says the port. One connection per port; when all have ended the WebSocket is closed with 1000.
 */
export function forwardChannels(
  socket: WebSocket,
  pod: Pod,
  ports: readonly number[],
  encoding: ChannelEncoding,
): void {
  const streams: (ByteStream | undefined)[] = [];
  let open = 0;

  for (const [index, port] of ports.entries()) {
    const name = Buffer.alloc(2);
    name.writeUInt16LE(port);
    send(2 * index, name);
    send(2 * index + 1, name);
    if (listensOn(pod, port)) streams[index] = connect(index, port);
    else send(2 * index + 1, Buffer.from(refusedText(pod, port)));
  }

  socket.on('message', (data: Buffer, isBinary) => {
    const channel = encoding === 'binary' ? data[0] : Number(String.fromCharCode(data[0] ?? 0));
    if (channel === undefined || Number.isNaN(channel) || channel % 2 === 1) return;
    const content = data.subarray(1);
    const isText = encoding === 'base64' || (!isBinary && encoding !== 'binary');
    streams[channel / 2]?.receive(isText ? Buffer.from(content.toString('latin1'), 'base64') : content);
  });
  socket.on('close', () => {
    for (const stream of streams) stream?.destroy();
  });
  socket.on('error', () => socket.terminate());

  function connect(index: number, port: number): ByteStream {
    open++;
    const stream = new ByteStream({
      send: (bytes, sent) => send(2 * index, bytes, sent),
      finish: () => {},
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      abort: () => {},
    });
    stream.once('close', () => {
      if (--open === 0) socket.close(1000);
    });
    serveEcho({ kind: 'pod', name: pod.metadata.name ?? '', port }, stream);
    return stream;
  }

  function send(channel: number, bytes: Buffer, sent?: (error?: Error | null) => void): void {
    if (encoding === 'base64') socket.send(`${channel}${bytes.toString('base64')}`, sent);
    else socket.send(Buffer.concat([Buffer.of(channel), bytes]), { binary: true }, sent);
  }
}
