import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server: TCP as it is, whatever it carries, with what lines do wrong. */
export interface FaultyLine {
  readonly port: number;
  /** Connections that are open, and the most that were at once. */
  readonly connections: number;
  readonly mostConnections: number;
  /** Bytes that have come from the server, over all connections. */
  readonly carried: number;
  /** `silent`: connections come about and stay, and nothing passes, now or later; `gone`: none comes about, and none stays. */
  state: 'there' | 'silent' | 'gone';
  /** Nothing passes any more on the one of them that has carried most to the client. */
  silenceBusiest(): void;
  /** Each is reset. */
  reset(): void;
  /** The next bytes for the client on one of them are the last, and not all of them come. */
  truncate(which: number): void;
  /** Nothing passes for a while, then all of it. */
  stall(milliseconds: number): void;
  close(): Promise<void>;
}

/** Where a line leads. */
export type LineTarget =
  /** To this port of the loopback interface. */
  | { readonly port: number }
  /** To where the client asks for by HTTP's CONNECT. */
  | 'by CONNECT';

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
  isSilent: boolean;
  isTruncated: boolean;
  carried: number;
}

/** Listens on a free port of 127.0.0.1. What passes takes `latency` milliseconds each way. */
export async function openFaultyLine(target: LineTarget, { latency = 0 } = {}): Promise<FaultyLine> {
  const arrives = (act: () => void) => {
    if (latency === 0) act();
    else setTimeout(act, latency);
  };
  const connections = new Set<Connection>();
  const clients = new Set<Socket>();
  let state: FaultyLine['state'] = 'there';
  let most = 0;
  let carried = 0;

  const join = (client: Socket, server: Socket) => {
    const connection: Connection = {
      client,
      server,
      isSilent: state === 'silent',
      isTruncated: false,
      carried: 0,
    };
    connections.add(connection);
    most = Math.max(most, connections.size);
    client.on('data', (bytes) => {
      if (!connection.isSilent) arrives(() => server.write(bytes));
    });
    server.on('data', (bytes) => {
      if (connection.isSilent) return;
      connection.carried += bytes.length;
      carried += bytes.length;
      if (!connection.isTruncated) return arrives(() => client.write(bytes));
      client.end(bytes.subarray(0, bytes.length / 2));
      server.destroy();
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined);
      // Nobody hears of an end on a line that is silent.
      one.on('end', () => !connection.isSilent && arrives(() => other.end()));
      one.on('close', () => {
        connections.delete(connection);
        if (!connection.isSilent) arrives(() => other.destroy());
      });
    }
  };

  const listener = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    if (state === 'gone') return void client.resetAndDestroy();
    if (target !== 'by CONNECT') return join(client, connect(target.port, '127.0.0.1'));
    if (state === 'silent') return void client.resume();
    client.once('data', (bytes) => {
      const [, host = '', port = ''] = /^CONNECT (\S+):(\d+) HTTP/.exec(bytes.toString('latin1')) ?? [];
      const server = connect(Number(port), host);
      server.once('error', () => client.destroy());
      server.once('connect', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        join(client, server);
      });
    });
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));

  return {
    port: (listener.address() as AddressInfo).port,
    get connections() {
      return connections.size;
    },
    get mostConnections() {
      return most;
    },
    get carried() {
      return carried;
    },
    get state() {
      return state;
    },
    set state(next) {
      state = next;
      if (next === 'silent') for (const connection of connections) connection.isSilent = true;
      if (next === 'gone') for (const client of clients) client.resetAndDestroy();
    },
    silenceBusiest() {
      const [busiest] = [...connections].sort((left, right) => right.carried - left.carried);
      if (busiest) busiest.isSilent = true;
    },
    reset() {
      for (const { client, server } of connections) {
        client.resetAndDestroy();
        server.destroy();
      }
    },
    truncate(which) {
      const connection = [...connections][which % Math.max(1, connections.size)];
      if (connection) connection.isTruncated = true;
    },
    stall(milliseconds) {
      const stalled = [...connections];
      for (const { client, server } of stalled) {
        client.pause();
        server.pause();
      }
      setTimeout(() => {
        for (const { client, server } of stalled) {
          client.resume();
          server.resume();
        }
      }, milliseconds).unref();
    },
    async close() {
      for (const { server } of connections) server.destroy();
      for (const client of clients) client.destroy();
      await new Promise((done) => listener.close(done));
    },
  };
}

/** Something happens to a line, at random; one that is not there comes back. */
export function strike(line: FaultyLine, random: (most: number) => number): void {
  if (line.state !== 'there') {
    line.state = 'there';
    return;
  }
  switch (random(7)) {
    case 0:
      line.reset();
      return;
    case 1:
    case 2:
      line.truncate(random(1_000));
      return;
    case 3:
      line.stall(200 + random(1_500));
      return;
    case 4:
      line.silenceBusiest();
      return;
    case 5:
      line.state = 'silent';
      return;
    default:
      line.state = 'gone';
  }
}
