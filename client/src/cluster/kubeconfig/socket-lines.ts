import type { Socket } from 'node:net';

/** What comes has no end of a line within the length that is taken. */
export class LineTooLong extends Error {
  constructor(longest: number) {
    super(`a line has more than ${longest} characters`);
  }
}

/** The lines that come over a socket, one by one. */
export interface SocketLines {
  /** The next one. Rejects when the socket ends before, or with a `LineTooLong`. */
  next(): Promise<string>;
}

/** Reads a socket by lines of at most this many characters. */
export function socketLines(socket: Socket, longest: number): SocketLines {
  const chunks: AsyncIterator<string> = socket.setEncoding('utf8')[Symbol.asyncIterator]();
  let rest = '';
  return {
    async next() {
      for (;;) {
        const end = rest.indexOf('\n');
        if (end >= 0) {
          const line = rest.slice(0, end);
          rest = rest.slice(end + 1);
          return line;
        }
        if (rest.length > longest) throw new LineTooLong(longest);
        const chunk = await chunks.next();
        if (chunk.done) throw new Error('it has ended');
        rest += chunk.value;
      }
    },
  };
}
