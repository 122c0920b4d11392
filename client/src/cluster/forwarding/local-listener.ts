import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Ports of this machine that are listened on: the same number on each address. */
export interface LocalListener {
  readonly port: number;
  /** Where it listens, as it was asked for. */
  readonly addresses: readonly string[];
  /** Addresses of the loopback interface where it does not, and why. */
  readonly missing: readonly MissingAddress[];
  /** Takes no more connections. Resolves when those that there are have ended. */
  close(): Promise<void>;
}

/** An address that could not be listened on. */
export interface MissingAddress {
  readonly address: string;
  readonly why: string;
}

/** What is called when somebody connects, and when a port is lost. */
export interface ListenerEvents {
  connected(local: Socket): void;
  failed(error: Error): void;
}

/** A port cannot be had: `message` says which, and why. */
export class NoPort extends Error {}

const loopback = ['127.0.0.1', '::1'];
/** Free ports that are tried: one that is free on an address may be taken on the other. */
const mostTries = 20;
const backlog = 511;

/**
 * Listens on the addresses; on both of the loopback interface where none are given, or on that one of them which there is and
 * where the port is free. `port` 0 is a port that is free on all of them. Rejects with `NoPort` where one that was asked for
 * cannot be had.
 */
export async function listenLocally(
  addresses: readonly string[] | undefined,
  port: number,
  events: ListenerEvents,
): Promise<LocalListener> {
  const wanted = [
    ...new Set((addresses ?? ['localhost']).flatMap((one) => (one === 'localhost' ? loopback : one))),
  ];
  const mayMiss = addresses === undefined || addresses.includes('localhost');
  for (let tries = 1; ; tries++) {
    const opened = await openAll(wanted, port, events);
    const isTaken = opened.missing.some(({ code }) => code === 'EADDRINUSE');
    const isWhole = opened.missing.every(({ address }) => mayMiss && loopback.includes(address));
    if (port === 0 && isTaken && tries < mostTries) {
      await opened.close();
      continue;
    }
    if (opened.servers.length > 0 && isWhole) return opened;
    await opened.close();
    const [{ why = '' } = {}] = opened.missing;
    throw new NoPort(why);
  }
}

interface Opened extends LocalListener {
  readonly servers: readonly Server[];
  readonly missing: readonly (MissingAddress & { readonly code: string | undefined })[];
}

async function openAll(wanted: readonly string[], asked: number, events: ListenerEvents): Promise<Opened> {
  const servers: Server[] = [];
  const addresses: string[] = [];
  const missing: (MissingAddress & { code: string | undefined })[] = [];
  let port = asked;
  for (const address of wanted) {
    const server = createServer(
      { allowHalfOpen: true, pauseOnConnect: true, noDelay: true },
      events.connected,
    );
    try {
      await listen(server, address, port);
      server.on('error', events.failed);
      ({ port } = server.address() as AddressInfo);
      servers.push(server);
      addresses.push(address);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const what = code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${message})`;
      missing.push({ address, code, why: `the local port ${port} ${what}` });
    }
  }
  return {
    port,
    addresses,
    missing,
    servers,
    async close() {
      await Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done()))));
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog, ipv6Only: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
