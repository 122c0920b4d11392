import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as sendRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import { makeCertificates } from '../../sandbox/src/certificates/make-certificates.ts';
import type { Sandbox } from './sandbox.ts';

/** A request as it has come to a proxy. */
export interface ProxiedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

/** What becomes of a request at a proxy. */
export type Fault =
  /** It is answered as the server answers it. */
  | 'none'
  /** The connection breaks before the server hears of it. */
  | 'cut-before'
  /** The server does it, and the connection breaks before it can say so. */
  | 'cut-after'
  /** The proxy answers in place of the server, which hears of it or does not. */
  | { readonly code: number; readonly server: 'does-it' | 'hears-nothing'; readonly retryAfter?: number };

/** What stands before a sandbox, writes down what is asked of it, and lets answers get lost. */
export interface RecordingProxy {
  readonly url: string;
  /** Its certificate authority, as PEM. */
  readonly authority: string;
  /** All that has come, upgrades too, in their order. */
  readonly requests: ProxiedRequest[];
  /** Asked at each request. */
  fault: (request: ProxiedRequest) => Fault;
  close(): Promise<void>;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Listens on a free port of 127.0.0.1, by TLS: without it nobody is sent credentials. */
export async function openRecordingProxy(sandbox: Pick<Sandbox, 'url' | 'ca'>): Promise<RecordingProxy> {
  const { certificate, key, authority } = await makeCertificates(new Date());
  const target = new URL(sandbox.url);
  const sockets = new Set<Duplex>();
  const server = createServer({ cert: certificate, key });
  const requests: ProxiedRequest[] = [];

  const pass = ({ request, response }: Exchange, body: Buffer, answered: (answer: IncomingMessage) => void) =>
    new Promise<void>((done, failed) => {
      const { method, url: path, headers } = request;
      const sent = sendRequest(
        { host: target.hostname, port: target.port, method, path, headers, ca: sandbox.ca, agent: false },
        (answer) => {
          answer.once('end', done).once('close', done).once('error', failed);
          answered(answer);
        },
      );
      sent.once('error', failed);
      response.once('close', () => sent.destroy());
      sent.end(body);
    });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const recorded = { method: request.method ?? '', path: request.url ?? '', body: body.toString() };
    requests.push(recorded);
    const fault = proxy.fault(recorded);
    if (fault === 'cut-before') return void request.socket.destroy();
    if (fault === 'cut-after') {
      await pass({ request, response }, body, (answered) => answered.resume());
      return void request.socket.destroy();
    }
    if (fault === 'none') {
      await pass({ request, response }, body, (answered) => {
        response.writeHead(answered.statusCode ?? 500, answered.headers);
        // A watch is there before it tells anything.
        response.flushHeaders();
        answered.pipe(response);
      });
      return;
    }
    if (fault.server === 'does-it') await pass({ request, response }, body, (answered) => answered.resume());
    const { code, retryAfter } = fault;
    response.writeHead(code, {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    });
    const reason = code === 504 ? 'Timeout' : 'InternalError';
    response.end(
      JSON.stringify({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        code,
        reason,
        message: 'a fault',
      }),
    );
  };

  const proxy: RecordingProxy = {
    url: '',
    authority,
    requests,
    fault: () => 'none',
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    requests.push({ method: request.method ?? '', path: request.url ?? '', body: '' });
    const line = connect({ host: target.hostname, port: Number(target.port), ca: sandbox.ca }, () => {
      const headers = request.rawHeaders.flatMap((name, at, all) =>
        at % 2 ? [] : [`${name}: ${all[at + 1]}`],
      );
      line.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      line.write(head);
      client.pipe(line).pipe(client);
    });
    sockets.add(line);
    line.on('error', () => client.destroy()).once('close', () => client.destroy());
    client.on('error', () => line.destroy()).once('close', () => line.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(proxy, { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
