// node pod-ports.ts BYTES: what a pod's ports do, in a process of its own. Prints their numbers as JSON: `echo` answers with what
// it was sent, `sink` counts it, `source` sends so many bytes.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sendAll } from './port-load.ts';

const bytes = Number(process.argv[2]);

console.log(
  JSON.stringify({
    echo: await serve((socket) => socket.pipe(socket)),
    sink: await serve((socket) => {
      let count = 0;
      socket.on('data', (chunk: Buffer) => {
        count += chunk.length;
      });
      socket.on('end', () => socket.end(`${count}`));
    }),
    source: await serve((socket) => {
      sendAll(socket, bytes);
      socket.resume();
    }),
  }),
);

async function serve(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    answer(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
