import { connect, createServer, type Socket } from 'node:net';

/** A line between here and a server. */
export interface LineOptions {
  readonly port: number;
  /** Bytes in a second towards the client, of all connections together. */
  readonly bytesPerSecond: number;
  /** Milliseconds from the one end to the other and back. */
  readonly roundTrip: number;
}

/** A line that is open: where to connect instead of the server, and how to close it. */
export interface Line {
  readonly port: number;
  close(): void;
}

/** A TCP proxy on 127.0.0.1 that is as slow as a line: what comes is passed on late, and no faster than the line is. */
export async function openLine({ port, bytesPerSecond, roundTrip }: LineOptions): Promise<Line> {
  const sockets = new Set<Socket>();
  /** When the line has passed on all that it was given. */
  let freeAt = 0;
  const towardsClient = (length: number) => {
    freeAt = Math.max(freeAt, performance.now()) + (length / bytesPerSecond) * 1_000;
    return freeAt + roundTrip / 2;
  };
  const towardsServer = () => performance.now() + roundTrip / 2;
  const server = createServer((client) => {
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    passOn(client, upstream, towardsServer);
    passOn(upstream, client, towardsClient);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** So much may be under way on a line: more is not read before. */
const mostUnderWay = 1024 * 1024;

/** What is to be passed on, in its order: a piece, or the end. */
interface Due {
  readonly at: number;
  readonly piece: Buffer | undefined;
}

function passOn(from: Socket, to: Socket, dueAt: (length: number) => number): void {
  const queue: Due[] = [];
  let underWay = 0;
  let isWaiting = false;
  const wait = () => {
    if (isWaiting || !queue[0]) return;
    isWaiting = true;
    setTimeout(passDue, Math.max(1, queue[0].at - performance.now()));
  };
  const passDue = () => {
    isWaiting = false;
    while (queue[0] && queue[0].at <= performance.now()) {
      const { piece } = queue.shift()!;
      if (!piece) to.end();
      else if (!to.destroyed) to.write(piece);
      underWay -= piece?.length ?? 0;
    }
    if (underWay <= mostUnderWay) from.resume();
    wait();
  };
  const give = (piece: Buffer | undefined) => {
    queue.push({ at: dueAt(piece?.length ?? 0), piece });
    underWay += piece?.length ?? 0;
    if (underWay > mostUnderWay) from.pause();
    wait();
  };
  from.on('data', give);
  from.on('end', () => give(undefined));
  from.on('error', () => to.destroy());
  from.on('close', () => from.readableEnded || to.destroy());
}
