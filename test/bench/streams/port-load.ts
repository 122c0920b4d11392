import { connect, type Socket } from 'node:net';

/** What goes over a forwarded port: the pods' ends are those of `pod-ports.ts`. */
export interface Ports {
  readonly echo: number;
  readonly sink: number;
  readonly source: number;
}

/** Milliseconds that it takes to send so many bytes, until the pod says how many it has. */
export async function upload(port: number, bytes: number): Promise<number> {
  const begun = performance.now();
  const socket = open(port);
  sendAll(socket, bytes);
  const counted = Number((await readAll(socket)).toString());
  if (counted < bytes) throw new Error(`the pod has ${counted} bytes in place of ${bytes}`);
  return performance.now() - begun;
}

/** Sends so many bytes, at least, no faster than they are taken, and ends. */
export function sendAll(socket: Socket, bytes: number): void {
  let left = bytes;
  const send = () => {
    while (left > 0) {
      left -= piece.length;
      if (!socket.write(piece)) return;
    }
    socket.off('drain', send).end();
  };
  socket.on('drain', send);
  send();
}

const piece = Buffer.alloc(256 * 1024, 'x');

/** Milliseconds that it takes to read what the pod sends, which is so much. */
export async function download(port: number, bytes: number): Promise<number> {
  const begun = performance.now();
  const socket = open(port);
  let read = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) read += chunk.length;
  if (read < bytes) throw new Error(`${read} bytes have come in place of ${bytes}`);
  return performance.now() - begun;
}

/** Milliseconds that it takes to be answered on so many connections, so many of them at a time. */
export async function connections(port: number, number: number, atOnce: number): Promise<number> {
  const begun = performance.now();
  let left = number;
  const one = async () => {
    while (left-- > 0) {
      const socket = open(port);
      socket.end('a question');
      const answer = (await readAll(socket)).toString();
      if (answer !== 'a question') throw new Error(`the answer is ${JSON.stringify(answer.slice(0, 100))}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return performance.now() - begun;
}

function open(port: number): Socket {
  return connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
}

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  socket.destroy();
  return Buffer.concat(chunks);
}
