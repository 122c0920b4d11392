import { describe, expect, test } from 'vitest';
import { type ClientPresence, clientPresence } from '../../../client/src/cluster/streams/client-presence.ts';

const heading =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const entry = (local: string, remote: string, state: string, inode: number) =>
  `   7: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0000000000000000 20 4 30 10 -1\n`;
/** The forwarder listens on 8080, the client's port is 40000. */
const forwarder = entry('0100007F:1F90', '0100007F:9C40', '08', 71);
const client = (state: string, inode: number) => entry('0100007F:9C40', '0100007F:1F90', state, inode);
const mapped = '0000000000000000FFFF00000100007F';

describe('whether a client is there', () => {
  test.each<[string, string | undefined, string | undefined, ClientPresence]>([
    ['waits for the answer', heading + forwarder + client('05', 70), heading, 'there'],
    ['has left', heading + forwarder + client('05', 0), heading, 'gone'],
    ['is reset', heading + forwarder, heading, 'gone'],
    [
      'speaks IPv6',
      heading + forwarder,
      heading + entry(`${mapped}:9C40`, `${mapped}:1F90`, '05', 70),
      'there',
    ],
    ['is one of others', heading + entry('0100007F:9C41', '0100007F:1F90', '01', 70), heading, 'gone'],
    ['is on a machine without IPv6', heading + client('05', 70), undefined, 'there'],
    ['is on a system that does not tell', undefined, undefined, 'unknown'],
  ])('which %s', async (_name, tcp, tcp6, presence) => {
    const read = async (file: string) => {
      const text = file.endsWith('6') ? tcp6 : tcp;
      if (text === undefined) throw new Error('no such file');
      return text;
    };
    expect(await clientPresence({ localPort: 8080, remotePort: 40_000 }, read)).toBe(presence);
  });
});
