import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from 'node:http';
import { posix } from 'node:path';
import { type Duplex, duplexPair } from 'node:stream';
import { badRequest } from '../errors.ts';
import { StatusError } from '../status-error.ts';
import { type Listener, serveEcho } from './echo-server.ts';
import type { Backend } from './proxy-backend.ts';
import { rewrittenLocation } from './rewritten-location.ts';

/** A request to be passed on. */
export interface ProxyRequest {
  readonly request: IncomingMessage;
  /** Its path, decoded, up to and with `proxy`. */
  readonly prefix: string;
  /** What follows: nothing, or a path that begins with a slash. */
  readonly path: string;
  readonly backend: Backend;
}

/** What of a request is for one connection alone (RFC 9110, 7.6.1), and what of it is the API server's own. */
const notPassedOn = new Set([
  'authorization',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Passes a request on and its answer back, both as they come. A GET of `proxy` itself is sent to `proxy/` first, so that
 * relative links work. Throws the `StatusError` of what cannot be reached.
 */
export function passOn(proxied: ProxyRequest, response: ServerResponse): void {
  const { request, prefix, path, backend } = proxied;
  const query = queryOf(request);
  if (path === '' && (request.method === 'GET' || request.method === 'HEAD')) {
    response.writeHead(301, {
      location: `${escapedPath(prefix)}/${query}`,
      'cache-control': 'no-cache, private',
      'content-length': 0,
    });
    response.end();
    return;
  }
  const connection = connected(backend);
  const route = escapedPath(path || '/');
  const sent = send({
    createConnection: () => connection,
    method: request.method,
    path: `${route}${query}`,
    headers: { ...passedHeaders(request), ...forwardedHeaders(proxied, route) },
    setHost: false,
  });
  sent.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answerHeaders(answer, proxied));
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  sent.on('error', () => response.destroy());
  response.on('close', () => {
    sent.destroy();
    connection.destroy();
  });
  request.pipe(sent);
}

/** Passes an upgrade on: both sides then say what they like. Throws the `StatusError` of what cannot be reached. */
export function passUpgradeOn(proxied: ProxyRequest, socket: Duplex, head: Buffer): void {
  const { request, path, backend } = proxied;
  const connection = connected(backend);
  const route = escapedPath(path || '/');
  const headers = {
    ...passedHeaders(request),
    ...forwardedHeaders(proxied, route),
    connection: 'Upgrade',
    upgrade: request.headers.upgrade,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}\r\n`),
  );
  connection.write(`${request.method} ${route}${queryOf(request)} HTTP/1.1\r\n${lines.join('')}\r\n`);
  connection.write(head);
  connection.on('error', () => socket.destroy());
  connection.on('close', () => socket.destroy());
  socket.on('close', () => connection.destroy());
  socket.pipe(connection);
  connection.pipe(socket);
}

/** The path that follows `proxy` in a decoded path, and what goes before. Throws a `StatusError` where there is none. */
export function splitProxyPath(pathname: string): { prefix: string; path: string } {
  const [whole, prefix] =
    /^(\/api\/[^/]+(?:\/namespaces\/[^/]+)?\/[^/]+\/[^/]+\/proxy)(?=\/|$)/.exec(pathname) ?? [];
  if (whole === undefined || prefix === undefined) throw badRequest('this path is no proxy');
  const rest = pathname.slice(prefix.length);
  return { prefix, path: rest === '' ? '' : posix.normalize(rest) };
}

function connected({ behind }: Backend): Duplex {
  if (typeof behind === 'string') {
    throw new StatusError(503, 'ServiceUnavailable', `error trying to reach service: ${behind}`);
  }
  return connectionTo(behind);
}

function connectionTo(listener: Listener): Duplex {
  const [near, far] = duplexPair();
  far.on('error', () => far.destroy());
  serveEcho(listener, far);
  return near;
}

function passedHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !notPassedOn.has(name) && !named.includes(name) && !name.startsWith('impersonate-'),
    ),
  );
}

function forwardedHeaders({ request, prefix, path }: ProxyRequest, route: string): OutgoingHttpHeaders {
  const { headers, socket } = request;
  const before = headers['x-forwarded-for'];
  const address = (socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return {
    'x-forwarded-for': before === undefined ? address : `${before}, ${address}`,
    'x-forwarded-uri': `${escapedPath(prefix)}${path === '' ? '' : route}`,
    'x-forwarded-host': headers.host,
    'x-forwarded-proto': 'https',
    ...(headers['user-agent'] === undefined && { 'user-agent': 'Go-http-client/1.1' }),
  };
}

function answerHeaders({ headers }: IncomingMessage, { request, prefix, backend }: ProxyRequest) {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, location, ...rest } = headers;
  return {
    ...rest,
    'cache-control': headers['cache-control'] ?? 'no-cache, private',
    ...(location !== undefined && {
      location: rewrittenLocation(location, {
        prefix: escapedPath(prefix),
        backendHost: backend.host,
        requestHost: request.headers.host ?? '',
      }),
    }),
  };
}

function queryOf({ url = '' }: IncomingMessage): string {
  const question = url.indexOf('?');
  return question < 0 ? '' : url.slice(question).replace(/#.*$/s, '');
}

/** A path as Go writes it in a request. */
function escapedPath(path: string): string {
  return encodeURIComponent(path)
    .replace(/%(?:2F|24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
