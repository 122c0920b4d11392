import { isIPv4, isIPv6, type Socket } from 'node:net';
import { ProxyRefusal } from './proxy-refusal.ts';
import { readExactly } from './read-exactly.ts';
import { decodedPart } from './url-part.ts';

/** What a SOCKS 5 proxy is asked for: the names of hosts go to it as they are, and are looked up there. */
export interface SocksDestination {
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

const version = 5;
/** Methods of authentication. */
const methods = { none: 0, password: 2 };
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 };

/**
 * Has a SOCKS 5 proxy (RFC 1928, and RFC 1929 where its URL has a name and a password) connect a socket that is connected to
 * it. Rejects with a `ProxyRefusal`, the socket's error, or the signal's reason; the socket is the caller's to destroy.
 */
export async function connectBySocks(
  socket: Socket,
  proxy: URL,
  destination: SocksDestination,
  signal: AbortSignal,
): Promise<void> {
  const read = async (length: number): Promise<Buffer> => {
    const bytes = await readExactly(socket, length, signal);
    if (!bytes) throw new ProxyRefusal(proxy, 'nothing more in the middle of a SOCKS handshake');
    return bytes;
  };
  await authenticate(socket, proxy, read);
  socket.write(
    Buffer.concat([
      Buffer.of(version, 1, 0),
      addressOf(destination, proxy),
      Buffer.of(destination.port >> 8, destination.port & 0xff),
    ]),
  );
  const [answered, code = 0, , type] = await read(4);
  if (answered !== version) throw new ProxyRefusal(proxy, notSocks);
  if (code !== 0) throw new ProxyRefusal(proxy, refusals[code] ?? `the SOCKS code ${code}`);
  // The address that it connects from is nobody's business, but stands in front of the answer.
  const length = type === addressTypes.ipv4 ? 4 : type === addressTypes.ipv6 ? 16 : (await read(1))[0]!;
  await read(length + 2);
}

async function authenticate(
  socket: Socket,
  proxy: URL,
  read: (length: number) => Promise<Buffer>,
): Promise<void> {
  const [name, password] = [proxy.username, proxy.password].map((part) => Buffer.from(decodedPart(part)));
  const offered = name!.length > 0 ? [methods.none, methods.password] : [methods.none];
  socket.write(Buffer.of(version, offered.length, ...offered));
  const [answered, method] = await read(2);
  if (answered !== version) throw new ProxyRefusal(proxy, notSocks);
  if (method === methods.none) return;
  if (method !== methods.password || !offered.includes(method)) {
    throw new ProxyRefusal(proxy, 'that it wants to know who asks: put a name and a password into its URL');
  }
  if (name!.length > 255 || password!.length > 255) {
    throw new ProxyRefusal(proxy, 'nothing: a name or a password of SOCKS has at most 255 bytes');
  }
  socket.write(Buffer.concat([Buffer.of(1, name!.length), name!, Buffer.of(password!.length), password!]));
  const [, status] = await read(2);
  if (status !== 0) throw new ProxyRefusal(proxy, 'that the name or the password in its URL is wrong');
}

function addressOf({ host }: SocksDestination, proxy: URL): Buffer {
  if (isIPv4(host)) return Buffer.of(addressTypes.ipv4, ...host.split('.').map(Number));
  if (isIPv6(host)) return Buffer.concat([Buffer.of(addressTypes.ipv6), bytesOfIPv6(host)]);
  const name = Buffer.from(host);
  if (name.length > 255) throw new ProxyRefusal(proxy, 'nothing: the name of a host has at most 255 bytes');
  return Buffer.concat([Buffer.of(addressTypes.name, name.length), name]);
}

/** Of an address as a URL has it: groups of hexadecimal digits, `::` once at most. */
function bytesOfIPv6(address: string): Buffer {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [before, behind] = [groups(head), groups(tail ?? '')];
  const between = Array.from({ length: 8 - before.length - behind.length }, () => '0');
  const bytes = Buffer.alloc(16);
  [...before, ...between, ...behind].forEach((group, place) => {
    bytes.writeUInt16BE(Number.parseInt(group, 16), place * 2);
  });
  return bytes;
}

const notSocks = 'something that is not SOCKS 5';

/** By the codes of RFC 1928, 6. */
const refusals: Readonly<Record<number, string>> = {
  1: 'that it has failed (SOCKS code 1)',
  2: 'that its rules do not allow this connection (SOCKS code 2)',
  3: 'that it cannot reach the network (SOCKS code 3)',
  4: 'that it cannot reach the host, or does not know its name (SOCKS code 4)',
  5: 'that nothing listens there (SOCKS code 5)',
  6: 'that the connection took too long (SOCKS code 6)',
  7: 'that it makes no connections (SOCKS code 7)',
  8: 'that it does not know this type of address (SOCKS code 8)',
};
