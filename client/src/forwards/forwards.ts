import { type Disposable, EventEmitter, env, Uri } from 'vscode';
import type { Cluster, KubeContext, PortForward } from '../cluster/cluster.ts';
import type { ClusterError } from '../cluster/errors.ts';
import type { ObjectReference } from '../cluster/kube-object.ts';
import type { Log } from '../cluster/log.ts';
import type { Connections } from '../connections/connections.ts';
import { setContextKey } from '../contributions/set-context-key.ts';
import { showWarning } from '../prompts/messages.ts';

/** A port of this machine that leads into a cluster. */
export interface Forward {
  readonly context: KubeContext;
  readonly reference: ObjectReference;
  /** That of the object: a number, or a name. */
  readonly port: number | string;
  /** How it gets there: by port-forward, or by requests that the API server passes on. */
  readonly by: 'connections' | 'requests';
  /** The Pod that connections go to now, as far as is known. */
  readonly pod: { readonly name: string; readonly port: number } | undefined;
  /** `127.0.0.1:8001` */
  readonly address: string;
  readonly localPort: number;
  /** Where else it was to listen, and why it does not. */
  readonly missing: readonly string[];
  /** Where a browser of the person reaches it; may be on another machine than the extension. */
  readonly url: Uri;
}

interface Listening {
  readonly cluster: Cluster;
  readonly listener: { close(): Promise<void> };
  readonly lifetime: readonly Disposable[];
}

/** What is done when a port-forward is refused: the forward, and why. */
export type WhenForbidden = (forward: Forward, error: ClusterError) => void;

/** The port-forwards of this window; they end when they are stopped, and with the window. */
export class Forwards implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #forwards = new Map<Forward, Listening>();
  readonly #listener: Disposable;
  readonly #log: Log;

  constructor(connections: Connections, log: Log) {
    this.#log = log;
    this.#listener = connections.onDidClose((cluster) => this.#forget(cluster));
  }

  get all(): readonly Forward[] {
    return [...this.#forwards.keys()];
  }

  /**
   * Listens on a free local port. `whenForbidden` hears of a refusal in place of the person. Rejects when no port is free.
   */
  async start(
    cluster: Cluster,
    context: KubeContext,
    reference: ObjectReference,
    port: number | string,
    whenForbidden: WhenForbidden,
  ): Promise<Forward> {
    const listener = await cluster.portForward(reference, port);
    const place = await placeOf(listener, '/');
    const missing = listener.missingAddresses.map(({ address, why }) => `not on ${address}: ${why}`);
    const forward: Forward = {
      context,
      reference,
      port,
      by: 'connections',
      get pod() {
        return listener.pod;
      },
      ...place,
      missing,
    };
    const warn = warnOfEachFailure(this.#log);
    const lifetime = [
      listener.onDidFail((error) => {
        if (error.code === 403) whenForbidden(forward, error);
        else warn(error);
      }),
      listener.onDidChangePod(() => this.#announce()),
    ];
    this.#forwards.set(forward, { cluster, listener, lifetime });
    this.#announce();
    // Which Pod it is is worth knowing before somebody connects; why there is none is told to who does.
    await listener.locate().catch((error) => this.#log.info('looking for the Pod of a forward', error));
    return forward;
  }

  /** The same by HTTP alone: the API server passes the requests on. */
  async startThroughServer(
    cluster: Cluster,
    { context, reference, port }: Pick<Forward, 'context' | 'reference' | 'port'>,
  ): Promise<Forward> {
    const listener = await cluster.forwardThroughServer(reference, port);
    const place = await placeOf(listener, listener.path);
    const forward: Forward = {
      context,
      reference,
      port,
      by: 'requests',
      pod: undefined,
      ...place,
      missing: [],
    };
    this.#forwards.set(forward, { cluster, listener, lifetime: [] });
    this.#announce();
    return forward;
  }

  /** Closes the port and its connections. */
  async stop(forward: Forward): Promise<void> {
    const listening = this.#forwards.get(forward);
    if (!listening) return;
    this.#forwards.delete(forward);
    this.#announce();
    for (const part of listening.lifetime) part.dispose();
    await listening.listener.close();
  }

  async dispose(): Promise<void> {
    this.#listener.dispose();
    const stopped = await Promise.allSettled(this.all.map((forward) => this.stop(forward)));
    for (const one of stopped) if (one.status === 'rejected') this.#log.warn('closing a port', one.reason);
    this.#changed.dispose();
  }

  /** A closed cluster has closed its listeners. */
  #forget(cluster: Cluster): void {
    for (const [forward, listening] of this.#forwards) {
      if (listening.cluster !== cluster) continue;
      for (const part of listening.lifetime) part.dispose();
      this.#forwards.delete(forward);
    }
    this.#announce();
  }

  #announce(): void {
    setContextKey('hasForwards', this.#forwards.size > 0);
    this.#changed.fire();
  }
}

/** Where a listener is reached: by 127.0.0.1, unless it is on the other address alone. */
async function placeOf(
  { localPort, addresses }: Pick<PortForward, 'localPort' | 'addresses'>,
  path: string,
): Promise<Pick<Forward, 'address' | 'localPort' | 'url'>> {
  const [first = '127.0.0.1'] = addresses;
  const address = `${first.includes(':') ? `[${first}]` : first}:${localPort}`;
  return { address, localPort, url: await env.asExternalUri(Uri.parse(`http://${address}${path}`)) };
}

/** A browser tries again and again: the same failure is told once. */
function warnOfEachFailure(log: Log): (error: ClusterError) => void {
  let last: ClusterError | undefined;
  return (error) => {
    const isSame = last?.failure === error.failure && last.explanation.fault === error.explanation.fault;
    if (isSame) return;
    last = error;
    log.warn('a forwarded port', error);
    showWarning(error.message);
  };
}
