import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets the pipelined requests of a connection wait for each other: the next is begun when the answer before it has been
 * taken by the client. Who sends a hundred and reads none costs one answer.
 */
export class OneAtATime {
  readonly #last = new WeakMap<Socket, ServerResponse>();

  /** Calls `answer` now, or when the connection's last answer is over. */
  begin(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const { socket } = request;
    const before = this.#last.get(socket);
    this.#last.set(socket, response);
    if (!before || before.closed) answer();
    else
      before.once('close', () => {
        if (!socket.destroyed) answer();
      });
  }
}
