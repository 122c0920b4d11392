import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { asNeverConnected } from './never-connected.ts';
import { ProxyRefusal } from './proxy-refusal.ts';
import { nextBytes } from './read-exactly.ts';
import { connectBySocks } from './socks.ts';
import { systemAuthorities } from './system-authorities.ts';
import { decodedPart } from './url-part.ts';

/** How to get a socket on which a cluster's server speaks HTTP. */
export interface ConnectTarget {
  readonly server: URL;
  readonly proxy: URL | undefined;
  /** Undefined for a plain `http:` server. */
  readonly tls:
    | {
        readonly context: SecureContext;
        /** Those of the context, as PEM: a proxy that speaks TLS may have its certificate by them, too. */
        readonly authorities: string | readonly string[];
        readonly serverName: string | undefined;
        readonly verify: boolean;
      }
    | undefined;
}

/** No socket after this long means that there will be none. */
const connectTimeout = 15_000;
/** A peer that is gone without a word is found out by the kernel, also under a quiet watch. */
export const keepAliveDelay = 30_000;
const maximalProxyAnswer = 16 * 1024;

/**
 * Connects, through the proxy by CONNECT or SOCKS 5 where there is one, and shakes hands. The one way to a cluster: HTTP requests
 * and WebSockets both come through here. Rejects with Node's error (its `code` says why), `ProxyRefusal`, or the
 * signal's reason.
 */
export async function connect(target: ConnectTarget, signal?: AbortSignal): Promise<Socket> {
  const limit = AbortSignal.timeout(connectTimeout);
  const until = signal ? AbortSignal.any([signal, limit]) : limit;
  try {
    const socket = target.proxy
      ? await connectThrough(target.proxy, target, until)
      : await tcp(hostOf(target.server), portOf(target.server), until);
    if (!target.tls) return socket;
    return await tls(socket, target, until);
  } catch (error) {
    if (limit.aborted && !signal?.aborted) {
      const late = new Error(`no connection within ${connectTimeout / 1000} s`);
      throw asNeverConnected(Object.assign(late, { code: 'ETIMEDOUT' }));
    }
    // The reason of an abort is that of all that ends with it.
    throw signal?.aborted ? error : asNeverConnected(error);
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
  const name = options?.serverName ?? hostOf(server);
  const secured: TLSSocket = connectTls({
    socket,
    // The certificate is to be for this name; an address is none to ask for.
    host: name,
    ...(isIP(name) ? {} : { servername: name }),
    ...(options ? { secureContext: options.context, rejectUnauthorized: options.verify } : {}),
    ALPNProtocols: ['http/1.1'],
  });
  return await ready(secured, 'secureConnect', signal);
}

async function connectThrough(proxy: URL, target: ConnectTarget, signal: AbortSignal): Promise<Socket> {
  const socket = await tcp(hostOf(proxy), portOf(proxy), signal);
  const opened = proxy.protocol === 'https:' ? await proxyTls(socket, proxy, target, signal) : socket;
  try {
    if (proxy.protocol.startsWith('socks')) {
      const { server } = target;
      await connectBySocks(opened, proxy, { host: hostOf(server), port: portOf(server) }, signal);
    } else await connectByHttp(opened, proxy, target.server, signal);
    return opened;
  } catch (error) {
    opened.destroy();
    throw error;
  }
}

/** Trusted by the cluster's authorities, as kubectl does it, and by the machine's, which signs most proxies. */
async function proxyTls(
  socket: Socket,
  proxy: URL,
  { tls: options }: ConnectTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const host = hostOf(proxy);
  const secured = connectTls({
    socket,
    host,
    ca: [...(await systemAuthorities()), ...[options?.authorities ?? []].flat()],
    rejectUnauthorized: options?.verify ?? true,
    ...(isIP(host) ? {} : { servername: host }),
  });
  return await ready(secured, 'secureConnect', signal);
}

async function connectByHttp(socket: Socket, proxy: URL, server: URL, signal: AbortSignal): Promise<void> {
  const authority = `${server.hostname}:${portOf(server)}`;
  const credentials = `${decodedPart(proxy.username)}:${decodedPart(proxy.password)}`;
  const authorization =
    credentials === ':'
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`);
  const statusLine = await readProxyAnswer(socket, signal);
  const status = /^HTTP\/1\.[01] (\d{3})\b/.exec(statusLine)?.[1];
  if (status?.startsWith('2')) return;
  if (status === '407')
    throw new ProxyRefusal(proxy, '407, it wants to know who asks: put a name and a password into its URL');
  throw new ProxyRefusal(proxy, status ?? 'something that is not HTTP');
}

/** The status line, once the whole head has come, or nothing; bytes behind it stay in the socket. */
async function readProxyAnswer(socket: Socket, signal: AbortSignal): Promise<string> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < maximalProxyAnswer) {
    const chunk = await nextBytes(socket, signal);
    if (!chunk) break;
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) continue;
    if (end + 4 < head.length) socket.unshift(head.subarray(end + 4));
    return head.toString('latin1').split('\r\n', 1)[0]!;
  }
  return '';
}

/** Waits for the event that makes a socket usable; destroys it when that does not come. */
async function ready<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  // Who waits for something of it is told; while nobody does, it is destroyed, which the next one finds.
  socket.on('error', () => undefined);
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
  return Number(url.port) || (usualPorts[url.protocol] ?? 80);
}

const usualPorts: Readonly<Record<string, number>> = {
  'https:': 443,
  'http:': 80,
  'socks5:': 1080,
  'socks5h:': 1080,
};
