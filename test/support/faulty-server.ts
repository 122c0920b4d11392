import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as send } from 'node:https';
import { type Cleanup, type MockServer, secureMockServer, status } from '../contract/cluster/mock-server.ts';

/** Where requests are passed on to, and by whose token. */
export interface Upstream {
  readonly url: string;
  readonly token: string;
}

/** An API server that passes everything on to another one, and does what servers do wrong. */
export interface FaultyServer {
  readonly server: MockServer;
  /** Where requests go from now on; nowhere while it is undefined: who asks is cut off. */
  upstream: Upstream | undefined;
  /** The token that it takes; all others are answered 401. */
  token: string;
  /** All requests are answered so until it is undefined. */
  refusal: { readonly code: number; readonly reason: string } | undefined;
  /** Closes all connections. */
  cut(): void;
}

/** Starts one by TLS on a free port of 127.0.0.1; it ends with the cleanup. */
export async function startFaultyServer(after: Cleanup, token: string): Promise<FaultyServer> {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  after.add(() => agent.destroy());
  const server = await secureMockServer(after, (request, response) => {
    const { upstream, refusal } = faulty;
    if (!upstream) request.socket.destroy();
    else if (request.headers.authorization !== `Bearer ${faulty.token}`) {
      status(response, 401, 'Unauthorized', 'the token has expired');
    } else if (refusal) status(response, refusal.code, refusal.reason, 'as the test says');
    else passOn(request, response, upstream, agent);
  });
  const faulty: FaultyServer = {
    server,
    upstream: undefined,
    token,
    refusal: undefined,
    cut() {
      for (const socket of server.sockets) socket.destroy();
    },
  };
  return faulty;
}

function passOn(request: IncomingMessage, response: ServerResponse, upstream: Upstream, agent: Agent): void {
  const { authorization: _, host: __, ...headers } = request.headers;
  const passed = send(`${upstream.url}${request.url}`, {
    agent,
    method: request.method,
    headers: { ...headers, authorization: `Bearer ${upstream.token}` },
  });
  passed.on('response', (answer) => {
    // At once: a watch whose objects rest has nothing else to say.
    response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}
