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
  readonly podPort: number;
  readonly localPort: number;
  /** Where a browser of the person reaches it; may be on another machine than the extension. */
  readonly url: Uri;
}

interface Listening {
  readonly cluster: Cluster;
  readonly listener: PortForward;
  readonly failures: Disposable;
}

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

  /** Listens on a free local port. Rejects when the object has no such stream, or no port is free. */
  async start(
    cluster: Cluster,
    context: KubeContext,
    reference: ObjectReference,
    podPort: number,
  ): Promise<Forward> {
    const listener = await cluster.portForward(reference, podPort);
    const { localPort } = listener;
    const url = await env.asExternalUri(Uri.parse(`http://127.0.0.1:${localPort}/`));
    const forward: Forward = { context, reference, podPort, localPort, url };
    this.#forwards.set(forward, {
      cluster,
      listener,
      failures: listener.onDidFail(warnOfEachFailure(this.#log)),
    });
    this.#announce();
    return forward;
  }

  /** Closes the port and its connections. */
  async stop(forward: Forward): Promise<void> {
    const listening = this.#forwards.get(forward);
    if (!listening) return;
    this.#forwards.delete(forward);
    this.#announce();
    listening.failures.dispose();
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
      listening.failures.dispose();
      this.#forwards.delete(forward);
    }
    this.#announce();
  }

  #announce(): void {
    setContextKey('hasForwards', this.#forwards.size > 0);
    this.#changed.fire();
  }
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
