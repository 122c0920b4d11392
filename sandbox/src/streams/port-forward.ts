import { createWebSocketStream } from 'ws';
import type { Clock } from '../clock.ts';
import { type Pod, resources } from '../controllers/objects.ts';
import type { ObjectStore } from '../object-store.ts';
import { StatusError } from '../status-error.ts';
import { forwardChannels } from './channel-forward.ts';
import { forwardSpdy } from './spdy-forward.ts';
import {
  asksForSpdy,
  endWithPod,
  offeredProtocols,
  refuseProtocols,
  refuseUpgrade,
  type Upgrade,
  upgradeToSpdy,
  upgradeToWebSocket,
} from './upgrade.ts';

export interface PortForwardUpgrade extends Upgrade {
  /** Watched for the pod's end, which ends the connection. */
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** On a node. */
  readonly pod: Pod;
  /** Those that are asked for. */
  readonly ports: readonly number[];
}

/** SPDY inside a WebSocket, which kubectl asks for first. */
const tunnelProtocol = 'SPDY/3.1+portforward.k8s.io';
const channelProtocols = ['v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];
/** What the streams inside SPDY mean. */
const streamProtocol = 'portforward.k8s.io';

/**
 * Serves an upgrade of `/api/v1/namespaces/N/pods/P/portforward`, which the API server has let pass. The socket
 * belongs to this function; it upgrades it, or refuses as a kubelet does (text, or 403 with an empty body).
 */
export function handlePortForwardUpgrade(upgrade: PortForwardUpgrade): void {
  const { store, clock, pod, ports, request, socket } = upgrade;
  socket.on('error', () => socket.destroy());
  const { name, namespace } = pod.metadata;
  // One that is gone ends the connection. What listens is asked of it for each stream: it may begin to run meanwhile.
  const currentPod = () => (store.get(resources.pods, namespace, name!) as Pod | undefined) ?? pod;
  if (asksForSpdy(request)) {
    upgradeToSpdy(upgrade, [streamProtocol], () => {
      endWithPod(store, pod, socket);
      forwardSpdy(socket, currentPod, clock);
    });
    return;
  }
  const offered = offeredProtocols(request);
  const tunnelled = offered.filter((each) => /^SPDY\/3\.1\+.*\.k8s\.io$/.test(each));
  if (tunnelled.length > 0 && !tunnelled.includes(tunnelProtocol)) {
    const inside = tunnelled.map((each) => each.slice('SPDY/3.1+'.length));
    refuseProtocols(socket, inside, [streamProtocol]);
    return;
  }
  if (tunnelled.length > 0) {
    upgradeToWebSocket(upgrade, tunnelProtocol, (webSocket) => {
      endWithPod(store, pod, socket);
      forwardSpdy(createWebSocketStream(webSocket), currentPod, clock);
    });
    return;
  }
  const protocol = offered.find((each) => channelProtocols.includes(each));
  if (!protocol && offered.some((each) => each !== '')) refuseUpgrade(socket, '403 Forbidden', '');
  else if (ports.length === 0) {
    refuseUpgrade(socket, '400 Bad Request', 'query parameter "port" is required');
  } else {
    upgradeToWebSocket(upgrade, protocol, (webSocket) => {
      endWithPod(store, pod, socket);
      forwardChannels(webSocket, pod, ports, protocol?.includes('base64') ? 'base64' : 'binary');
    });
  }
}

/** The ports of a query. Throws a `StatusError` for what is none. */
export function readPorts(query: URLSearchParams): number[] {
  const texts = query.getAll('ports').flatMap((text) => text.split(','));
  return texts.map((text) => {
    const isNumber = /^\d+$/.test(text);
    if (isNumber && Number(text) <= 0xffff) return Number(text);
    const why = isNumber ? 'value out of range' : 'invalid syntax';
    throw new StatusError(
      400,
      'BadRequest',
      `cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`,
    );
  });
}
