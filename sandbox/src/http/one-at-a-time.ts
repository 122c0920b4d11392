import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Lets the pipelined requests of a connection wait for each other: the next is begun when the answer before it has been
 * taken by the client. Who sends a hundred and reads none costs one answer.
 */
export class OneAtATime {
  readonly #last = new WeakMap<Duplex, Exchange>();
  readonly #refused = new WeakSet<Duplex>();

  /** Calls `answer` now, or when the connection's last answer is over. */
  begin(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const { socket } = request;
    const before = this.#last.get(socket);
    this.#last.set(socket, { request, response });
    afterwards(before, socket, answer);
  }

  /**
   * Answers what comes on a connection and is no request, in its turn, and closes it. What is wrong with the body of a request
   * ends that one at once: it has no answer yet, and nobody knows where the next begins.
   */
  refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    // Each further piece of it is an error, too.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const before = this.#last.get(socket);
    afterwards(before?.request.complete ? before : undefined, socket, () => {
      if (socket.writable) socket.end(refusalOf(error), () => socket.destroy());
      else socket.destroy();
    });
  }
}

function afterwards(before: Exchange | undefined, socket: Duplex, act: () => void): void {
  if (!before || before.response.closed) act();
  else
    before.response.once('close', () => {
      if (!socket.destroyed) act();
    });
}

/** As Go's server writes it. */
function refusalOf({ code = '' }: NodeJS.ErrnoException): string {
  const status = statuses[code] ?? '400 Bad Request';
  return `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`;
}

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
