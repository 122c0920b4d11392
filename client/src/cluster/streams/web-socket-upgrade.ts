import { createHash, randomBytes } from 'node:crypto';
import type { AskedUpgrade } from './upgrade.ts';

/** The handshake of a WebSocket that speaks one of these subprotocols, the best first; `chosen` is told which. */
export function webSocketUpgrade(
  subprotocols: readonly string[],
  chosen: (subprotocol: string) => void = () => {},
): AskedUpgrade {
  const key = randomBytes(16).toString('base64');
  return {
    protocol: 'WebSocket',
    headers: [
      ['connection', 'Upgrade'],
      ['upgrade', 'websocket'],
      ['sec-websocket-version', '13'],
      ['sec-websocket-key', key],
      ['sec-websocket-protocol', subprotocols.join(',')],
    ],
    refuses: (headers) => {
      if (headers.upgrade?.toLowerCase() !== 'websocket') return 'it goes over to something else';
      if (headers['sec-websocket-accept'] !== acceptanceOf(key)) return 'it accepts another key';
      const subprotocol = headers['sec-websocket-protocol'];
      if (!subprotocols.some((each) => each === subprotocol)) return 'it speaks another subprotocol';
      chosen(subprotocol!);
      return undefined;
    },
  };
}

/** What shows that a server has understood (RFC 6455, 4.2.2). */
function acceptanceOf(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}
