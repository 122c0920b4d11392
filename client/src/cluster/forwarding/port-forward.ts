import type { Socket } from 'node:net';
import { SpdyError } from '../../../../spdy/src/spdy-error.ts';
import { Bag } from '../bag.ts';
import type { ForwardOptions, PortForward } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { connectionError, localError, podError } from '../http/failures.ts';
import { intentToConnect } from '../http/request-intents.ts';
import type { Transport } from '../http/transport.ts';
import { waited } from '../http/waited.ts';
import type { ObjectReference } from '../kube-object.ts';
import type { CarriedEnd } from '../streams/carried-connection.ts';
import { openPodCarrier, type PodCarrier, portForwardRequest } from '../streams/pod-carrier.ts';
import type { StreamWays } from '../streams/stream-ways.ts';
import { listenLocally, NoPort } from './local-listener.ts';
import { mayPass } from './may-pass.ts';
import { type Asking, createPodFinder, type FoundPod, type PodSource } from './pod-finder.ts';
import type { ForwardTarget } from './pod-plan.ts';
import type { PortName } from './service-port.ts';

const maximalConnections = 1_000;
/** A connection waits for so long for a Pod, or for the API server to be back. */
const patience = 10_000;
/** Who only wants to know the Pod waits no longer for it. */
const locateTime = 2_000;
/** It is tried again after so long, and twice as long each time. */
const firstDelay = 200;
const longestDelay = 2_000;
/** One for all of them: each would note where it was made. */
const connectionClosed = new Error('the connection is closed');

/** What a forward needs of its cluster. */
export interface ForwardSurroundings {
  readonly transport: Transport;
  readonly ways: StreamWays;
  readonly cluster: PodSource;
}

/**
 * Listens on this machine and carries each connection to a port of a Pod that the object leads to. Sends nothing before somebody
 * connects. Rejects when the local port cannot be had, or the cluster is read-only.
 */
export async function forwardPort(
  { transport, ways, cluster }: ForwardSurroundings,
  of: ObjectReference,
  port: PortName,
  { localPort = 0, addresses }: ForwardOptions = {},
  onDidClose?: () => void,
): Promise<PortForward> {
  const { asker, clock, log } = transport;
  await transport.permit(portForwardRequest(of, undefined, 'post'));
  const intent = intentToConnect('port-forward to', { ...of, subresource: 'portforward' }, ['create']);
  const target: ForwardTarget = { of, port: portName(port), intent, asker };
  const failures = listeners<ClusterError>();
  const moves = listeners<ForwardedPod>();
  const open = new Bag<OpenConnection>();
  const carriers = new Set<CarriedPod>();
  let current: FoundPod | undefined;

  const told = tellOnce((error) => {
    log.info(`forwarding port ${port}`, error);
    failures.tell(error);
  });
  const closing = new AbortController();
  const finder = createPodFinder(cluster, target, clock, () => {
    for (const carried of carriers) void dropIfGone(carried);
  });
  const drop = (carried: CarriedPod) => {
    carriers.delete(carried);
    carried.carrier.close();
  };
  const dropIfGone = async (carried: CarriedPod) => {
    const known = await finder.known(carried.found, closing.signal).catch(() => carried.found);
    if (known === 'gone') drop(carried);
    else carried.found = known;
  };
  /** One that nobody needs any more is closed: connections go elsewhere now. */
  const dropUnused = () => {
    for (const carried of [...carriers]) {
      const { found, connections, isRetired } = carried;
      if (connections === 0 && (isRetired || found.pod.name !== current?.pod.name)) drop(carried);
    }
  };
  const carriedPod = (found: FoundPod): CarriedPod => {
    const known = [...carriers].find((one) => !one.isRetired && one.found.pod.name === found.pod.name);
    if (known && (known.found.uid ?? found.uid) === (found.uid ?? known.found.uid)) {
      known.found = { ...found, uid: found.uid ?? known.found.uid };
      return known;
    }
    if (known) drop(known);
    const carrier = openPodCarrier(transport, ways, found.pod);
    const carried = { found, carrier, connections: 0, isRetired: false };
    carriers.add(carried);
    return carried;
  };
  const isCarriedTo = (found: FoundPod) => {
    const isSame = current?.pod.name === found.pod.name && current.port === found.port;
    current = found;
    dropUnused();
    if (!isSame) moves.tell({ name: found.pod.name, port: found.port });
  };
  const failureOf = (pod: ObjectReference, end: CarriedEnd): ClusterError | undefined => {
    if (end.kind === 'ended') return undefined;
    const ofPod = intentToConnect('port-forward to', { ...pod, subresource: 'portforward' }, ['create']);
    if (end.kind === 'refused' || end.kind === 'unserved') {
      const fault = end.text.replace(/\s+/g, ' ').trim().slice(0, 500);
      return podError(ofPod, asker, { fault, wayOut: 'Check that the container listens on this port' });
    }
    if (end.error instanceof SpdyError) {
      const wayOut = 'Connect again: the pod or the API server may have been restarted';
      return podError(ofPod, asker, { fault: `the connection broke (${end.error.message})`, wayOut });
    }
    return connectionError(ofPod, asker, end.error);
  };
  /** Tries until the connection has come about, and has ended. */
  const carry = async (local: Socket, signal: AbortSignal): Promise<void> => {
    const deadline = clock.now() + patience;
    let asking: Asking = 'first';
    for (let delay = firstDelay; ; delay = Math.min(delay * 2, longestDelay)) {
      const found = await finder.find(asking, deadline, signal);
      asking = 'again';
      const carried = carriedPod(found);
      carried.connections++;
      try {
        const end = await carried.carrier.carry(local, signal, {
          port: found.port,
          opened() {
            isCarriedTo(found);
            told.works();
          },
          isGone: () => finder.isGone(carried.found, closing.signal),
        });
        signal.throwIfAborted();
        const isToWait = end.kind === 'unserved' && clock.now() + delay <= deadline;
        if (!isToWait || !(await finder.isUnready(found, signal))) {
          if (end.kind === 'unserved') local.resetAndDestroy();
          const failure = failureOf(found.pod, end);
          if (failure) told.connection(failure, end);
          return;
        }
        // What was open before the Pod was ready may lead to what was there before it.
        carried.isRetired = true;
      } catch (error) {
        signal.throwIfAborted();
        const isReplaced = !carriers.has(carried);
        if (clock.now() + delay > deadline || !(isReplaced || mayPass(error))) {
          throw error instanceof ClusterError ? error : failureOf(found.pod, { kind: 'lost', error })!;
        }
        log.debug(`forwarding port ${port}: trying again`, error);
      } finally {
        carried.connections--;
        dropUnused();
      }
      await waited(delay, clock, signal);
    }
  };
  const connected = (local: Socket) => {
    local.on('error', () => local.destroy());
    if (open.size >= maximalConnections) {
      local.resetAndDestroy();
      const fault = `more than ${maximalConnections} connections at once`;
      told.attempt(podError(intent, asker, { fault, wayOut: 'Close some of them' }));
      return;
    }
    const end = new AbortController();
    const remove = open.add({ local, end });
    const letGo = finder.hold();
    local.once('close', () => {
      remove();
      end.abort(connectionClosed);
      letGo();
      // Node 24 keeps every socket until the whole heap is collected: what listened to it is not kept with it.
      local.removeAllListeners();
    });
    carry(local, end.signal).catch((error: unknown) => {
      if (end.signal.aborted) return;
      // The person's program sees that this is no regular end.
      local.resetAndDestroy();
      told.attempt(connectionError(intent, asker, error));
    });
  };

  const listener = await listenLocally(addresses, localPort, {
    connected,
    failed: (error) => told.attempt(connectionError(intent, asker, error)),
  }).catch((error: unknown) => {
    finder.close();
    if (!(error instanceof NoPort)) throw error;
    throw localError(intent, asker, { fault: error.message, wayOut: 'Choose another one' }, error);
  });
  return {
    localPort: listener.port,
    addresses: listener.addresses,
    missingAddresses: listener.missing.map(({ address, why }) => ({ address, why })),
    target: of,
    port: target.port,
    get pod() {
      return current && { name: current.pod.name, port: current.port };
    },
    get connections() {
      return open.size;
    },
    async locate(signal) {
      const letGo = finder.hold();
      try {
        const until = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
        const found = await finder.find('first', clock.now() + locateTime, until);
        isCarriedTo(found);
        return { name: found.pod.name, port: found.port };
      } finally {
        letGo();
      }
    },
    onDidFail: failures.add,
    onDidChangePod: moves.add,
    async close() {
      const closed = listener.close();
      closing.abort(new Error('the forward is closed'));
      finder.close();
      for (const { local, end } of open.values()) {
        end.abort(new Error('the forward is closed'));
        local.destroy();
      }
      for (const carried of [...carriers]) drop(carried);
      await closed;
      onDidClose?.();
    },
  };
}

/** A client's connection, and what ends it. */
interface OpenConnection {
  readonly local: Socket;
  readonly end: AbortController;
}

/** A Pod with what carries connections to it. */
interface CarriedPod {
  found: FoundPod;
  readonly carrier: PodCarrier;
  /** How many are carried, or about to be. */
  connections: number;
  /** Whether it takes no more of them. */
  isRetired: boolean;
}

type ForwardedPod = NonNullable<PortForward['pod']>;

/** What is typed as a name may be a number. */
function portName(port: PortName): PortName {
  return typeof port === 'string' && /^\d{1,5}$/.test(port) ? Number(port) : port;
}

/** Those who want to hear of something. */
function listeners<Event>() {
  const all = new Set<(event: Event) => void>();
  return {
    add(listener: (event: Event) => void) {
      const own = (event: Event) => listener(event);
      all.add(own);
      return { dispose: () => void all.delete(own) };
    },
    tell(event: Event) {
      for (const listener of [...all]) listener(event);
    },
  };
}

/** Tells of failures, but not again and again of the same. */
function tellOnce(tell: (error: ClusterError) => void) {
  /** Of connections that broke: each is told once, however many streams it carried. */
  const broken = new WeakSet<object>();
  let last: string | undefined;
  return {
    /** A connection has failed that had come about. */
    connection(failure: ClusterError, end: CarriedEnd) {
      if (end.kind === 'lost' && end.error instanceof Error) {
        if (broken.has(end.error)) return;
        broken.add(end.error);
      }
      tell(failure);
    },
    /** None has come about: a browser tries again and again. */
    attempt(failure: ClusterError) {
      if (failure.message === last) return;
      last = failure.message;
      tell(failure);
    },
    /** One has come about: what fails from now on is told anew. */
    works() {
      last = undefined;
    },
  };
}
