import { createHash } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Connection } from '../kubeconfig/connection.ts';
import type { Credentials } from '../kubeconfig/credentials.ts';
import type { Clock } from '../watch/clock.ts';
import { type ConnectTarget, connect } from './connect.ts';
import { openPool, type Pool } from './pool.ts';

/** How a server is reached, whoever asks. */
export interface Reach {
  readonly connection: Connection;
  readonly server: URL;
  readonly authorities: string | string[];
  readonly proxy: URL | undefined;
}

/** Connections of one client certificate (or none). */
export interface Agent {
  readonly key: string;
  readonly target: ConnectTarget;
  readonly pool: Pool;
  /** Ends what is about to connect. */
  readonly connecting: AbortController;
}

/** The agents of one cluster, of which new requests have one. */
export interface Agents {
  /** The one that new requests have; undefined before the first, and after it was retired. */
  readonly current: Agent | undefined;
  /** The one for this server and these credentials: the current one, or another in its place. */
  of(reach: Reach, credentials: Credentials): Agent;
  /** Takes no new request for it: those under way end on it, and the next one connects anew. */
  retire(agent: Agent | undefined): void;
  /** Closes every connection, those of the retired too. */
  destroy(): Promise<void>;
}

/** What agents need of who has them. */
export interface AgentsOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Ends what is about to connect. */
  readonly signal: AbortSignal;
}

/** Idle connections are kept for about as long as load balancers do. */
const keepAlive = 45_000;
/** What is about to connect has this long to do so once nothing new is to be sent over it. */
const connectingRest = 5_000;
/** A server has this long to begin its answer, and to go on with it unless it is a stream. */
export const answerTimeout = 60_000;
/** More than every watch and log that may be open together. */
const maximalConnections = 256;

/** Agents of which each is made when it is first asked for; none connects before a request wants it. */
export function createAgents({ clock, signal }: AgentsOptions): Agents {
  let agent: Agent | undefined;
  /** Those whose requests have not ended, the current one among them. */
  const pools = new Set<Pool>();

  const of = (reach: Reach, credentials: Credentials): Agent => {
    const key = createHash('sha256')
      .update(JSON.stringify([reach.connection, reach.authorities, reach.proxy ?? null]))
      .update(JSON.stringify(credentials.clientCertificate ?? null))
      .digest('hex');
    if (agent?.key === key) return agent;
    retire(agent);
    const target = connectTarget(reach, credentials);
    const connecting = new AbortController();
    const until = AbortSignal.any([signal, connecting.signal]);
    const pool = openPool({
      host: reach.server.host,
      connect: () => connect(target, until),
      connections: maximalConnections,
      keepAlive,
      clock,
    });
    pools.add(pool);
    agent = { key, target, pool, connecting };
    return agent;
  };

  const retire = (old: Agent | undefined) => {
    if (!old) return;
    if (agent === old) agent = undefined;
    clock.after(connectingRest, () =>
      old.connecting.abort(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })),
    );
    void old.pool.close().then(() => pools.delete(old.pool));
  };

  return {
    get current() {
      return agent;
    },
    of,
    retire,
    async destroy() {
      await Promise.all([...pools].map((pool) => pool.destroy()));
    },
  };
}

/** Thrown where certificates and keys do not fit: somebody may be writing one of them. */
export class UnusableCertificates extends Error {}

function connectTarget(reach: Reach, { clientCertificate }: Credentials): ConnectTarget {
  const { server, connection, proxy, authorities } = reach;
  if (server.protocol !== 'https:') return { server, proxy, tls: undefined };
  let context: SecureContext;
  try {
    context = createSecureContext({
      ca: authorities,
      ...(clientCertificate ? { cert: clientCertificate.certificate, key: clientCertificate.key } : {}),
    });
  } catch (error) {
    throw new UnusableCertificates(
      `the certificates in the kubeconfig cannot be used (${(error as Error).message}): log in again`,
    );
  }
  return {
    server,
    proxy,
    tls: { context, authorities, serverName: connection.serverName, verify: !connection.insecure },
  };
}
