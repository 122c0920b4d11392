import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { ClusterRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { CarriedEnd } from './carried-connection.ts';
import { type ClientPresence, clientPresence } from './client-presence.ts';
import { openWebSocket } from './web-socket.ts';

const subprotocols = ['v4.channel.k8s.io'];
const dataChannel = 0;
const errorChannel = 1;
/** More than this waits to be sent: the local side is to wait. */
const highWaterMark = 1024 * 1024;
/**
 * The protocol cannot tell the pod that the local side has said all: its answer is waited for while the client is there,
 * this long after its last byte, or longer where nothing of it has come yet.
 */
const halfClosedFor = { answered: 5_000, unanswered: 30_000 };
/** When it is looked whether a client that has said all is there still; the last one again and again. */
const looks = [20, 50, 250];

/**
 * Carries a local connection over a WebSocket of its own, whose channels 0 and 1 are one port of a pod, until it has ended: what
 * API servers before 1.31 have. `opened` is called when it is open. Rejects where it is not.
 */
export async function carryByChannels(
  transport: Transport,
  request: ClusterRequest,
  local: Socket,
  signal: AbortSignal,
  opened: () => void,
): Promise<CarriedEnd> {
  const remote = await openWebSocket(transport, request, subprotocols, signal);
  opened();
  const end = await join(transport, local, remote, signal);
  // The person's program sees that a refusal is no regular end.
  if (end.kind === 'refused') local.resetAndDestroy();
  else local.destroy();
  remote.terminate();
  return end;
}

function join(
  { clock }: Transport,
  local: Socket,
  remote: WebSocket,
  signal: AbortSignal,
): Promise<CarriedEnd> {
  return new Promise((resolve) => {
    let isOver = false;
    let cancelLinger = () => {};
    let cancelLook = () => {};
    let said: keyof typeof halfClosedFor = 'answered';

    const finish = (end: CarriedEnd) => {
      isOver = true;
      cancelLinger();
      cancelLook();
      resolve(end);
    };
    const close = () => finish({ kind: 'ended' });
    const lingerOn = () => {
      cancelLinger();
      cancelLinger = clock.after(halfClosedFor[said], close);
    };
    /** A client that has left altogether needs no answer; a table of sockets may miss one, once. */
    const look = async (times: number, before: ClientPresence) => {
      const presence = await clientPresence(local);
      if (isOver || presence === 'unknown') return;
      if (presence === 'gone' && before === 'gone') close();
      else lookAgain(times, presence);
    };
    const lookAgain = (times: number, presence: ClientPresence) => {
      const delay = looks[Math.min(times, looks.length - 1)]!;
      cancelLook = clock.after(delay, () => void look(times + 1, presence));
    };
    const frame = (bytes: Uint8Array) => Buffer.concat([Buffer.of(dataChannel), bytes]);

    signal.addEventListener('abort', close, { once: true });
    local.once('close', close);
    local.on('data', (bytes: Buffer) => {
      said = 'unanswered';
      remote.send(frame(bytes), () => {
        if (local.isPaused() && remote.bufferedAmount < highWaterMark) local.resume();
      });
      if (remote.bufferedAmount >= highWaterMark) local.pause();
    });
    local.once('end', () => {
      if (isOver) return;
      lingerOn();
      lookAgain(0, 'there');
    });
    local.on('drain', () => remote.resume());
    const begun = [false, false];
    remote.on('message', (data: Buffer) => {
      const channel = data[0];
      const bytes = data.subarray(1);
      if (channel !== dataChannel && channel !== errorChannel) return;
      if (!begun[channel]) {
        // The first frame of a channel is the port's number.
        begun[channel] = true;
        return;
      }
      if (channel === errorChannel) {
        if (bytes.length > 0) finish({ kind: 'refused', text: bytes.toString('utf8') });
        return;
      }
      said = 'answered';
      if (local.readableEnded) lingerOn();
      if (bytes.length > 0 && !local.write(bytes)) remote.pause();
    });
    remote.on('error', () => remote.terminate());
    remote.once('close', () => {
      if (isOver) return;
      // What was received is still to be read; then both sides are closed.
      local.end(close);
      local.resume();
    });
    remote.resume();
    local.resume();
    if (local.destroyed) close();
  });
}
