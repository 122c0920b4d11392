import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Whether the program at the other end of a connection within this machine still holds its socket. */
export type ClientPresence =
  | 'there'
  /** It has closed both directions, or is gone itself. */
  | 'gone'
  /** This system does not tell. */
  | 'unknown';

/** Reads a table of the kernel's sockets. */
export type ReadSockets = (file: string) => Promise<string>;

/** A program that speaks IPv6 stands in the second, also where it connects by IPv4. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

const readTable: ReadSockets = (file) => readFile(file, 'latin1');

/**
 * Asks the kernel. What a client sends when it has said all is the same whether it still waits for the answer or has
 * left: only Linux tells it, by whether somebody holds the socket, and of a connection within this machine alone. Never rejects.
 */
export async function clientPresence(
  { localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>,
  read: ReadSockets = readTable,
): Promise<ClientPresence> {
  if (localPort === undefined || remotePort === undefined) return 'gone';
  const texts = await Promise.all(tables.map((table) => read(table).catch(() => undefined)));
  const [first] = texts;
  if (first === undefined) return 'unknown';
  // Seen from the client, whose socket it is.
  const own = new RegExp(
    `^ *\\d+: [\\dA-F]+:${hexPort(remotePort)} [\\dA-F]+:${hexPort(localPort)} .*$`,
    'gm',
  );
  const entries = texts.flatMap((text) => text?.match(own) ?? []);
  return entries.some(isHeld) ? 'there' : 'gone';
}

/** A socket that nobody holds any more has no inode. */
function isHeld(entry: string): boolean {
  return entry.trim().split(/ +/)[inodeColumn] !== '0';
}

const inodeColumn = 9;

function hexPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
