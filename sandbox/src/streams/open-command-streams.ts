import type { Clock } from '../clock.ts';
import type { Pod } from '../controllers/objects.ts';
import type { ObjectStore } from '../object-store.ts';
import { channelStreams, closingProtocol, kubeletProtocols } from './channel-streams.ts';
import type { CommandEnd } from './command-status.ts';
import type { AskedStreams, CommandStreams } from './command-streams.ts';
import { openSpdyStreams, spdyProtocols } from './spdy-streams.ts';
import {
  asksForSpdy,
  offeredProtocols,
  refuseUpgrade,
  type Upgrade,
  upgradeToSpdy,
  upgradeToWebSocket,
  whenGone,
} from './upgrade.ts';

/** What is done with the streams: something runs until it ends, or a kubelet would not take the request. */
export type Serving =
  | { readonly kind: 'serve'; readonly serve: (streams: CommandStreams) => Promise<CommandEnd> }
  | { readonly kind: 'refuse'; readonly message: string };

/** An upgrade to the streams of a command. */
export interface CommandUpgrade extends Upgrade {
  /** Watched for the pod's end, which ends the connection. */
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly pod: Pod;
  readonly options: AskedStreams;
}

/** What becomes of the processes of a pod that goes. */
const killed: CommandEnd = { kind: 'exited', code: 137 };
const noStreams = 'you must specify at least 1 of stdin, stdout, stderr';

/**
 * Opens the streams of exec or attach in the protocol that the client asks for, and ends them with what was served. A client
 * of v5 is answered by the API server, which hears the kubelet's refusals when it has answered 101 already; all
 * others are answered by the kubelet, in text.
 */
export function openCommandStreams(upgrade: CommandUpgrade, serving: Serving): void {
  const { store, clock, pod, options, request, socket } = upgrade;
  const { stdin, stdout, stderr } = options;
  const asksForNone = !stdin && !stdout && !stderr;
  const carry = (streams: CommandStreams) => {
    let hasEnded = false;
    const finish = (end: CommandEnd) => {
      if (hasEnded) return;
      hasEnded = true;
      streams.finish(end);
    };
    whenGone(store, pod, socket, () => finish(killed));
    const ends = serving.kind === 'serve' ? serving.serve(streams) : refused(serving.message);
    // What is thrown is a client that is gone: there is nobody to tell.
    ends.then(finish, () => {
      if (!hasEnded) socket.destroy();
    });
  };
  socket.on('error', () => socket.destroy());

  const offered = offeredProtocols(request);
  const isSpdy = asksForSpdy(request);
  if (!isSpdy && offered.includes(closingProtocol)) {
    upgradeToWebSocket(upgrade, closingProtocol, (webSocket) => {
      const streams = channelStreams(webSocket, closingProtocol, options);
      if (asksForNone)
        streams.finish({ kind: 'refused', message: `unable to upgrade connection: ${noStreams}` });
      else carry(streams);
    });
    return;
  }
  if (asksForNone) {
    refuseUpgrade(socket, '400 Bad Request', `${noStreams}\n`);
    return;
  }
  if (serving.kind === 'refuse') {
    refuseUpgrade(socket, '500 Internal Server Error', serving.message);
    return;
  }
  if (isSpdy) {
    upgradeToSpdy(upgrade, spdyProtocols, (protocol) =>
      openSpdyStreams(socket, protocol, options, clock, carry),
    );
    return;
  }
  const protocol = offered.find((each) => kubeletProtocols.includes(each));
  if (protocol === undefined) refuseUpgrade(socket, '403 Forbidden', '');
  else {
    upgradeToWebSocket(upgrade, protocol, (webSocket) => carry(channelStreams(webSocket, protocol, options)));
  }
}

async function refused(message: string): Promise<CommandEnd> {
  return { kind: 'refused', message: `unable to upgrade connection: ${message}` };
}
