import type { ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { keepAliveDelay } from './connect.ts';
import { Agent } from './node-http.ts';

/** Node's agent on connections of our own making. */
export class KeptConnections extends Agent {
  readonly #connect: () => Promise<Socket>;
  #isRetired = false;

  /** A connection that nobody uses is kept for `keepAlive` milliseconds, or for what the server says where that is less. */
  constructor(connect: () => Promise<Socket>, keepAlive: number) {
    super({ keepAlive: true, keepAliveMsecs: keepAliveDelay, timeout: keepAlive });
    this.#connect = connect;
  }

  /** Closes what nobody uses, and from now on what nobody uses any more. */
  retire(): void {
    this.#isRetired = true;
    for (const sockets of Object.values(this.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback: (error: Error | null, stream: Duplex) => void = () => {},
  ): undefined {
    this.#connect().then(
      (socket) => callback(null, socket),
      (error) => callback(error, undefined as never),
    );
  }

  override keepSocketAlive(socket: Duplex): boolean {
    // Node says by its answer whether it can be kept, which its types leave out.
    return !this.#isRetired && (super.keepSocketAlive(socket) as unknown) === true;
  }
}
