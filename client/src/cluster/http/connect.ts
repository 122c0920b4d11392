import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';

/** How to get a socket on which a cluster's server speaks HTTP. */
export interface ConnectTarget {
  readonly server: URL;
  readonly proxy: URL | undefined;
  /** Undefined for a plain `http:` server. */
  readonly tls:
    | { readonly context: SecureContext; readonly serverName: string | undefined; readonly verify: boolean }
    | undefined;
}

/** A proxy that would not connect us; `message` says what it answered. */
export class ProxyRefusal extends Error {
  constructor(proxy: URL, answer: string) {
    super(`the proxy ${proxy.host} answered ${answer}`);
    this.name = 'ProxyRefusal';
  }
}

/** No socket after this long means that there will be none. */
const connectTimeout = 15_000;
/** A peer that is gone without a word is found out by the kernel, also under a quiet watch. */
const keepAliveDelay = 30_000;
const maximalProxyAnswer = 16 * 1024;

/**
 * Connects, through the proxy by CONNECT where there is one, and shakes hands. The one way to a cluster: HTTP requests
 * and WebSockets both come through here. Rejects with Node's error (its `code` says why), `ProxyRefusal`, or the
 * signal's reason.
 */
export async function connect(target: ConnectTarget, signal?: AbortSignal): Promise<Socket> {
  const limit = AbortSignal.timeout(connectTimeout);
  const until = signal ? AbortSignal.any([signal, limit]) : limit;
  try {
    const socket = target.proxy
      ? await connectThrough(target.proxy, target.server, until)
      : await tcp(hostOf(target.server), portOf(target.server), until);
    if (!target.tls) return socket;
    return await tls(socket, target, until);
  } catch (error) {
    if (limit.aborted && !signal?.aborted) {
      throw Object.assign(new Error(`no connection within ${connectTimeout / 1000} s`), {
        code: 'ETIMEDOUT',
      });
    }
    throw error;
  }
}

async function tcp(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connectTcp({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveDelay,
  });
  return await ready(socket, 'connect', signal);
}

async function tls(
  socket: Socket,
  { server, tls: options }: ConnectTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const host = hostOf(server);
  // An address is no name to ask for, and is checked against the certificate by `host`.
  const name = options?.serverName ?? (isIP(host) ? undefined : host);
  const secured: TLSSocket = connectTls({
    socket,
    host,
    ...(name === undefined ? {} : { servername: name }),
    ...(options ? { secureContext: options.context, rejectUnauthorized: options.verify } : {}),
    ALPNProtocols: ['http/1.1'],
  });
  return await ready(secured, 'secureConnect', signal);
}

async function connectThrough(proxy: URL, server: URL, signal: AbortSignal): Promise<Socket> {
  let socket = await tcp(hostOf(proxy), portOf(proxy), signal);
  if (proxy.protocol === 'https:') {
    const host = hostOf(proxy);
    const secured = connectTls({ socket, host, ...(isIP(host) ? {} : { servername: host }) });
    socket = await ready(secured, 'secureConnect', signal);
  }
  const authority = `${server.hostname}:${portOf(server)}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization =
    credentials === ':'
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`);
  try {
    const statusLine = await readProxyAnswer(socket, signal);
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1];
    if (status?.startsWith('2')) return socket;
    if (status === '407')
      throw new ProxyRefusal(proxy, '407: it wants a name and a password: put them into its URL');
    throw new ProxyRefusal(proxy, status ?? 'something that is not HTTP');
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The status line, once the whole head has come; bytes behind it stay in the socket. */
async function readProxyAnswer(socket: Socket, signal: AbortSignal): Promise<string> {
  let head = Buffer.alloc(0);
  while (head.length < maximalProxyAnswer) {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) {
      if (socket.readableEnded) break;
      const stop = new AbortController();
      try {
        const either = AbortSignal.any([signal, stop.signal]);
        await Promise.race([
          once(socket, 'readable', { signal: either }),
          once(socket, 'end', { signal: either }),
        ]);
      } finally {
        stop.abort();
      }
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) continue;
    if (end + 4 < head.length) socket.unshift(head.subarray(end + 4));
    break;
  }
  return head.toString('latin1').split('\r\n')[0] ?? '';
}

/** Waits for the event that makes a socket usable; destroys it when that does not come. */
async function ready<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    // An abort carries its reason as the cause of an error of Node's own.
    throw signal.aborted ? signal.reason : error;
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}
