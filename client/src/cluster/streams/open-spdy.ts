import type { Duplex } from 'node:stream';
import type { ClusterRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { withSocketAccess } from './socket-access.ts';
import { type AskedUpgrade, upgrade } from './upgrade.ts';
import { WebSocketTunnel } from './web-socket-tunnel.ts';
import { webSocketUpgrade } from './web-socket-upgrade.ts';

/** How SPDY reaches an API server. */
export type SpdyWay =
  /** Inside a WebSocket, which goes through proxies that know no SPDY: API servers since 1.31. */
  | 'tunnel'
  /** By POST and `Upgrade`, which takes the right to `create` alone. */
  | 'post';

/**
 * A byte stream that carries SPDY/3.1, whose streams mean what `protocol` says. `request` has the method of the way. Rejects
 * with a `ClusterError`, or with the signal's reason; who has the stream ends it.
 */
export async function openSpdy(
  transport: Transport,
  request: ClusterRequest,
  way: SpdyWay,
  protocol: string,
  signal: AbortSignal,
): Promise<Duplex> {
  return await withSocketAccess(transport, request, signal, async (access) => {
    const asked = way === 'tunnel' ? webSocketUpgrade([`SPDY/3.1+${protocol}`]) : spdyOf(protocol);
    const { socket, head } = await upgrade(transport, request, asked, access, signal);
    if (way === 'tunnel') return new WebSocketTunnel(socket, head);
    if (head.length > 0) socket.unshift(head);
    return socket;
  });
}

function spdyOf(protocol: string): AskedUpgrade {
  return {
    protocol: 'SPDY/3.1',
    headers: [
      ['connection', 'Upgrade'],
      ['upgrade', 'SPDY/3.1'],
      ['x-stream-protocol-version', protocol],
      ['content-length', '0'],
    ],
    refuses: ({ upgrade: to = '', 'x-stream-protocol-version': version }) => {
      if (!/spdy\/3\.1/i.test(to)) return `it goes over to ${JSON.stringify(to.slice(0, 100))}`;
      return version === protocol ? undefined : 'its streams mean something else';
    },
  };
}
