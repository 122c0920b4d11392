import { Agent, request } from 'node:https';
import type { HostileRequest } from './hostile-requests.ts';

/** An API server and a way in. */
export interface ServerAccess {
  readonly url: string;
  readonly token: string;
}

/** What came back. */
export interface ServerAnswer {
  /** 0 when the connection ended without an answer. */
  readonly code: number;
  /** The begin of the body, or why there is none. */
  readonly text: string;
  /** The size of the body in bytes. */
  readonly size: number;
  readonly milliseconds: number;
}

/** Sends requests one after the other over few connections. */
export class RequestSender {
  readonly #access: ServerAccess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });

  constructor(access: ServerAccess) {
    this.#access = access;
  }

  /** Never rejects: what goes wrong is an answer with code 0. A watch is closed when its head has come. */
  send({ method, path, headers, body }: HostileRequest, limit: number): Promise<ServerAnswer> {
    const start = performance.now();
    return new Promise((done) => {
      const end = (code: number, text: string, size = 0) =>
        done({ code, text, size, milliseconds: performance.now() - start });
      const sent = request(
        `${this.#access.url}${path}`,
        {
          method,
          agent: this.#agent,
          headers: {
            authorization: `Bearer ${this.#access.token}`,
            ...(body && { 'content-length': String(body.length) }),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (text.length < 10_000) text += chunk.toString();
          });
          const code = response.statusCode ?? 0;
          response.once('error', (error) => end(path.includes('watch=1') ? code : 0, error.message, size));
          response.once('end', () => end(code, text, size));
          response.once('close', () => end(code, text, size));
          if (path.includes('watch=1') && code === 200) response.destroy();
        },
      );
      sent.setTimeout(limit, () => sent.destroy(new Error(`no answer within ${limit} ms`)));
      sent.once('error', (error) => end(0, error.message));
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
