import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ForwardOptions, ServerForward } from '../cluster.ts';
import { explanationOf } from '../errors.ts';
import { sentenceOf } from '../explanation.ts';
import { connectionError, localError } from '../http/failures.ts';
import { headerLines } from '../http/header-lines.ts';
import { createServer, requestOnOwnConnection } from '../http/node-http.ts';
import { type ClusterRequest, proxyRequest, proxyVerbs } from '../http/request.ts';
import { intentOn } from '../http/request-intents.ts';
import type { Transport } from '../http/transport.ts';
import type { ObjectReference } from '../kube-object.ts';
import type { ProxyOperation } from '../operation.ts';
import { readUrl } from '../read-url.ts';
import { type Gate, passageOf } from './local-gate.ts';
import { listenLocally, NoPort } from './local-listener.ts';
import { answerHeaders, requestHeaders } from './passed-headers.ts';
import { createPodFinder, type PodSource } from './pod-finder.ts';
import { isPod } from './pod-plan.ts';
import type { PortName } from './service-port.ts';

const mostRequests = 256;
const secretBytes = 24;
/** A longer body is sent once the server wants it, or says nothing for so long. */
const shortBody = 16 * 1024;
const continueTime = 1_000;
/** A Pod that requests are passed on to is looked for this long. */
const patience = 10_000;

/**
 * Serves HTTP on this machine and passes each request on through the API server's proxy, with the person's credentials, which no
 * browser ever sees. Who does not know the secret is refused. Rejects when the local port cannot be had.
 */
export async function forwardThroughServer(
  transport: Transport,
  cluster: PodSource,
  of: ObjectReference,
  port: PortName,
  { localPort = 0, addresses }: ForwardOptions = {},
  onDidClose?: () => void,
): Promise<ServerForward> {
  const { asker, clock, log } = transport;
  const intent = intentOn('get', { ...of, subresource: 'proxy' });
  const closing = new AbortController();
  const finder = createPodFinder(cluster, { of, port, intent, asker }, clock, () => {});
  const secret = randomBytes(secretBytes).toString('base64url');
  let gate: Gate | undefined;
  let running = 0;

  /** What the server passes requests on to: the object itself, or a Pod of it. */
  const passedOnTo = async (signal: AbortSignal): Promise<ObjectReference> => {
    const isServed = isPod(of) || of.resource.subresources.some(({ name }) => name === 'proxy');
    if (isServed && !(isPod(of) && typeof port === 'string')) return { ...of, name: `${of.name}:${port}` };
    const letGo = finder.hold();
    try {
      const found = await finder.find('first', clock.now() + patience, signal);
      return { ...found.pod, name: `${found.pod.name}:${found.port}` };
    } finally {
      letGo();
    }
  };
  const passOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const own = gate!;
    const passage = passageOf(own, request);
    if (passage.kind === 'refused') return refuse(response, 403, passage.why);
    if (request.headers.authorization !== undefined) {
      const why = 'A name and a password cannot pass the API server, which would take them for its own.';
      return refuse(response, 403, why);
    }
    if (passage.by === 'path') response.setHeader('set-cookie', cookieFor(own));
    if (passage.by === 'path' && isNavigation(request)) {
      response.writeHead(303, { location: passage.path, 'cache-control': 'no-store' }).end();
      return;
    }
    if (!isPassedOn(request.method)) return refuse(response, 405, `${request.method} cannot be passed on.`);
    const { method } = request;
    const left = new AbortController();
    response.once('close', () => left.abort(new Error('the browser has left')));
    const signal = AbortSignal.any([left.signal, closing.signal]);
    const target = await passedOnTo(signal);
    const prefix = proxyRequest({ verb: 'proxy', of: target, method }).path;
    // The server writes its own path into the links of a page.
    const path = withoutPrefix(passage.path, prefix) ?? passage.path;
    const headers = requestHeaders(request.headers, own.cookie);
    const asked = proxyRequest({ verb: 'proxy', of: target, method, path, headers });
    const answer = await send(transport, asked, request, signal);
    // What is left of the body is for nobody: the browser is to send its next request anew.
    if (!request.complete) response.setHeader('connection', 'close');
    const passed = answerHeaders(answer.headers, own.cookie);
    const location = locationWithin(answer.headers.location, prefix, asker.server);
    if (location !== undefined) passed.location = location;
    if (passage.by === 'path') passed['set-cookie'] = [cookieFor(own), passed['set-cookie'] ?? []].flat();
    response.writeHead(answer.statusCode ?? 502, passed);
    await pipeline(answer, response, { signal });
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (running >= mostRequests) return refuse(response, 503, 'Too many requests at once.');
    running++;
    try {
      await passOn(request, response);
    } catch (error) {
      if (response.headersSent || closing.signal.aborted) response.destroy();
      else if (error instanceof RangeError) refuse(response, 400, error.message);
      else refuse(response, 502, sentenceOf(explanationOf(connectionError(intent, asker, error))));
      log.debug(`passing on to ${of.name}`, error);
    } finally {
      running--;
    }
  };

  const server = createServer({ requestTimeout: 0 }, (request, response) => void answer(request, response));
  server.on('upgrade', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const why = 'WebSockets do not pass the API server here: forward the port itself.\n';
    socket.end(
      `HTTP/1.1 501 Not Implemented\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${why.length}\r\n\r\n${why}`,
    );
  });
  const sockets = new Set<Duplex>();
  const listener = await listenLocally(addresses, localPort, {
    connected(local) {
      // Beside those that ask there are some that wait for what comes next.
      if (sockets.size >= 2 * mostRequests) return void local.destroy();
      sockets.add(local);
      local.once('close', () => sockets.delete(local));
      server.emit('connection', local);
      local.resume();
    },
    failed: (error) => log.info('a local port', error),
  }).catch((error: unknown) => {
    finder.close();
    if (!(error instanceof NoPort)) throw error;
    throw localError(intent, asker, { fault: error.message, wayOut: 'Choose another one' }, error);
  });
  gate = {
    secret,
    cookie: `kubewright-${listener.port}`,
    port: listener.port,
    addresses: listener.addresses,
  };
  return {
    localPort: listener.port,
    addresses: listener.addresses,
    path: `/${secret}/`,
    target: of,
    port,
    async close() {
      closing.abort(new Error('the forward is closed'));
      finder.close();
      const closed = listener.close();
      for (const socket of sockets) socket.destroy();
      server.close();
      await closed;
      onDidClose?.();
    },
  };
}

/** One request on a connection of its own, so that its body goes as it comes. Rejects with what the connection fails with. */
async function send(
  transport: Transport,
  request: ClusterRequest,
  body: IncomingMessage,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const access = await transport.socketAccess(request);
  signal.throwIfAborted();
  const socket = await access.connect(signal);
  const { host, pathname, search } = new URL(access.url);
  return await new Promise((resolve, reject) => {
    const sent = requestOnOwnConnection({
      method: request.method,
      path: `${pathname}${search}`,
      headers: headerLines([
        ...access.headers.filter((header) => !isOurName(header, request)),
        ['host', host],
        ['connection', 'close'],
        ...(isLong(body) ? ([['expect', '100-continue']] as const) : []),
      ]),
      createConnection: () => socket,
      signal,
    });
    const sendBody = () => {
      cancelWait();
      body.pipe(sent);
    };
    // Who refuses without having read the body closes the connection: what it says would be lost.
    const cancelWait = isLong(body) ? transport.clock.after(continueTime, sendBody) : () => {};
    if (isLong(body)) sent.once('continue', sendBody).flushHeaders();
    else sendBody();
    sent.once('response', (answer) => {
      cancelWait();
      access.answered(answer.statusCode ?? 0);
      answer.once('close', () => socket.destroy());
      resolve(answer);
    });
    sent.once('error', (error) => {
      cancelWait();
      socket.destroy();
      access.failed(error);
      reject(signal.aborted ? signal.reason : error);
    });
    sent.once('close', () => {
      body.unpipe(sent);
      body.resume();
    });
  });
}

/** A browser says itself who it is. */
function isOurName([name, value]: readonly [string, string], { headers }: ClusterRequest): boolean {
  return name === 'user-agent' && headers[name] !== undefined && headers[name] !== value;
}

/** Whether a server may well answer before it has all of it. */
function isLong({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > shortBody;
}

function refuse(response: ServerResponse, code: number, why: string): void {
  response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${why}\n`);
}

/** For this server alone, and for no page of another site. */
function cookieFor({ cookie, secret }: Gate): string {
  return `${cookie}=${secret}; Path=/; HttpOnly; SameSite=Strict`;
}

/** Whether a person goes to a page, which is to have its own path. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

function isPassedOn(method: string | undefined): method is ProxyOperation['method'] {
  return method !== undefined && (method === 'OPTIONS' || Object.hasOwn(proxyVerbs, method));
}

/** Where an answer leads, as this server has it: what is behind the proxy is below its root, and nothing else of the API server is. */
function locationWithin(location: string | undefined, prefix: string, server: string): string | undefined {
  if (location === undefined) return undefined;
  const target = readUrl(location, `${readUrl(server)?.origin}${prefix}/`);
  if (!target || target.origin !== readUrl(server)?.origin) return location;
  return withoutPrefix(`${target.pathname}${target.search}${target.hash}`, prefix) ?? '/';
}

/** What of a path is behind the proxy, whatever the API server itself stands under; undefined where it is elsewhere. */
function withoutPrefix(path: string, prefix: string): string | undefined {
  // Who rewrites paths writes names as they are.
  for (const own of [prefix, decodeURIComponent(prefix)]) {
    const at = path.indexOf(own);
    const rest = path.slice(at + own.length);
    if (at !== -1 && !path.slice(0, at).includes('?') && /^(?:$|[/?#])/.test(rest)) {
      return rest.startsWith('/') ? rest : `/${rest}`;
    }
  }
  return undefined;
}
