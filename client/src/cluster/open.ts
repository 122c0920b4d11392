import { createAccess } from './access/access.ts';
import { type CallOptions, callOptionsOf } from './call-options.ts';
import type { ChangeRecorder } from './changes/recorded-change.ts';
import type { Cluster, Discovery, KubeContext, ResourceStore } from './cluster.ts';
import { discover } from './discovery/discovery.ts';
import type { DocumentStore } from './discovery/document-files.ts';
import { createOpenApiReader } from './discovery/open-api.ts';
import { explanationOf } from './errors.ts';
import { forwardPort } from './forwarding/port-forward.ts';
import { forwardThroughServer } from './forwarding/server-forward.ts';
import { connectionError } from './http/failures.ts';
import { readinessPath } from './http/readiness.ts';
import { proxyRequest, proxyVerbs } from './http/request.ts';
import { intentOfPath } from './http/request-intents.ts';
import { openTransport } from './http/transport.ts';
import { untilAborted } from './http/until-aborted.ts';
import type { ObjectRow } from './kube-object.ts';
import type { KubeconfigFiles } from './kubeconfig/files.ts';
import { loadConnection } from './kubeconfig/load.ts';
import { type Log, silentLog } from './log.ts';
import { ask } from './objects/ask.ts';
import type { ContainersRow } from './objects/container-runs.ts';
import { listAll, listPages, listRows } from './objects/list.ts';
import { checkVerb } from './objects/served-verbs.ts';
import type { Operation } from './operation.ts';
import type { Protection } from './protection/protection.ts';
import { readLogs } from './streams/logs/read-logs.ts';
import { commandWays, openRemoteCommand } from './streams/remote-command.ts';
import { createStreamWays } from './streams/stream-ways.ts';
import { type Clock, systemClock } from './watch/clock.ts';
import { createWatchPool, type WatchPool } from './watch/pool.ts';
import { watchRequests } from './watch/requests.ts';
import { ordersVersions } from './watch/resource-version.ts';
import { watchEvents } from './watch/watch-events.ts';

/** What opening a cluster needs beside the context. */
export interface OpenClusterOptions {
  /** The files that the context was loaded from: they are read again, for the credentials, at the first request. */
  readonly files: KubeconfigFiles;
  /**
   * Whether the exec plugin of a user defined in that kubeconfig file may run. Asked each time before it runs: answer
   * false while the workspace is not trusted.
   */
  readonly allowExec: (file: string) => boolean;
  /**
   * How far the server at this URL is protected. Asked before each request: of one that is read-only, what may change something
   * is refused here (`protected`) and nothing is sent, whoever asks. Without it no server is protected.
   */
  readonly protectionOf?: (server: string) => Protection;
  /** `User-Agent` of every request. */
  readonly userAgent?: string;
  /** Told of what fails without anybody else being told, and of every request. Without one nobody is. */
  readonly log?: Log;
  /** Where schemas are kept from one start to the next; without one they are read anew. */
  readonly documents?: DocumentStore;
  /** The machine's own, but in tests. */
  readonly clock?: Clock;
  /** How often what may be listed and not watched is listed, in milliseconds; 30 seconds where nothing is said. */
  readonly pollInterval?: number;
  /** Called with every answer to `discover`. */
  readonly onDidDiscover?: (discovery: Discovery) => void;
  /** Who keeps what is sent that changes something; without one nobody does. */
  readonly changes?: ChangeRecorder;
  /** Called after every request that has changed an object, or may have. */
  readonly onDidWrite?: () => void;
}

/** The cluster of a context. Sends nothing and reads no file before one of its methods is called. */
export function openCluster(context: KubeContext, options: OpenClusterOptions): Cluster {
  const clock = options.clock ?? systemClock;
  const versions = () => (served && ordersVersions(served.serverVersion) ? 'ordered' : 'opaque');
  const transport = openTransport({
    context,
    loadConnection: () => loadConnection(context.id, options.files),
    allowExec: options.allowExec,
    protectionOf: options.protectionOf,
    userAgent: options.userAgent ?? 'kubewright',
    environment: process.env,
    log: options.log ?? silentLog,
    clock,
    changes: options.changes,
    // What another server has is to be read anew: its resource versions mean other states.
    onDidChangeAuthorities: () => pool.refresh(),
    onDidForbid: () => access.forget(),
    onDidHear: () => pool.heard(),
  });
  const pool: WatchPool = createWatchPool(
    (collection) => watchRequests(transport, collection, versions),
    {
      send: (signal) => transport.probe(signal),
      renewConnections: () => transport.renewConnections(),
      explain: (error) =>
        explanationOf(connectionError(intentOfPath('get', readinessPath), transport.asker, error)),
    },
    clock,
    { pollInterval: options.pollInterval },
  );
  const forwards = new Set<{ close(): Promise<void> }>();
  const streamWays = createStreamWays();
  // What leads to a port need not lead to a command.
  const waysOfCommands = createStreamWays(commandWays);
  const closed = new AbortController();
  const readOpenApi = createOpenApiReader(
    transport,
    options.documents && { store: options.documents, server: `${context.id} ${context.server ?? ''}` },
  );
  const access = createAccess(transport);
  let discovery: Promise<Discovery> | undefined;
  /** The newest answer. */
  let served: Discovery | undefined;
  /** Asks, and tells of what has been changed, or may have been. */
  const asked = async <Asked extends Operation>(
    operation: Asked,
    signal: AbortSignal | undefined,
    callOptions: CallOptions = {},
  ) => {
    const isRead = operation.verb === 'get' || operation.verb === 'list';
    try {
      return await ask(transport, operation, signal, callOptions);
    } finally {
      if (!isRead && !('dryRun' in operation && operation.dryRun)) options.onDidWrite?.();
    }
  };

  const cluster: Cluster = {
    context,
    get reach() {
      return pool.reach;
    },
    onDidChangeReach: (listener) => pool.onDidChangeReach(listener),
    async discover({ refresh, signal } = {}) {
      if (refresh) access.forget();
      if (!discovery || refresh) {
        const asked = discover(transport);
        discovery = asked;
        asked.then(
          (answer) => {
            if (discovery !== asked) return;
            served = answer;
            options.onDidDiscover?.(answer);
          },
          () => {
            // A failure is not remembered: the next call asks again.
            if (discovery === asked) discovery = undefined;
          },
        );
      }
      return await untilAborted(discovery, signal);
    },
    openApi: (apiVersion, signal) => untilAborted(readOpenApi(apiVersion), signal),
    ask: asked,
    pages: (operation, expiry, signal, callOptions) =>
      listPages(transport, operation, expiry, signal, callOptions),
    events: (operation, signal, callOptions) => watchEvents(transport, operation, signal, callOptions),
    async proxy(operation, signal, callOptions) {
      const verb = proxyVerbs[operation.method];
      if (verb !== undefined) checkVerb(transport, verb, { ...operation.of, subresource: 'proxy' });
      return await transport.send(proxyRequest(operation), signal, callOptions);
    },
    connect: (operation, signal) =>
      openRemoteCommand(
        transport,
        waysOfCommands,
        operation,
        signal ? AbortSignal.any([signal, closed.signal]) : closed.signal,
      ),
    mayI: (namespace, questions, signal) => access.mayI(namespace, questions, signal),
    get: (reference, signal, callOptions) => asked({ verb: 'get', of: reference }, signal, callOptions),
    list: (resource, namespace, listOptions) => listAll(transport, resource, namespace, listOptions),
    listRows: (resource, namespace, listOptions) => listRows(transport, resource, namespace, listOptions),
    create(resource, namespace, object, { signal, dryRun, ...callOptions } = {}) {
      const operation = { verb: 'create', of: { resource, namespace }, object } as const;
      return asked(dryRun === undefined ? operation : { ...operation, dryRun }, signal, callOptions);
    },
    apply(reference, object, { signal, deadline, onWarning, onSent, ...rest }) {
      const operation = { verb: 'patch', type: 'apply', of: reference, patch: object, ...rest } as const;
      return asked(operation, signal, callOptionsOf({ deadline, onWarning, onSent }));
    },
    patch(reference, type, patch, { signal, dryRun, ...callOptions } = {}) {
      const operation = { verb: 'patch', of: reference, type, patch } as const;
      return asked(dryRun === undefined ? operation : { ...operation, dryRun }, signal, callOptions);
    },
    async delete(reference, { signal, deadline, onWarning, onSent, ...rest } = {}) {
      const operation = { verb: 'delete', of: reference, ...rest } as const;
      return await asked(operation, signal, callOptionsOf({ deadline, onWarning, onSent }));
    },
    watch: (resource, namespace, selection = {}) =>
      pool.acquire({ resource, namespace, selection, content: 'rows' }),
    liveRows: (resource, namespace) => pool.liveRows({ resource, namespace, selection: {}, content: 'rows' }),
    // The rows of such a collection are read as those of objects, and so below.
    watchObjects: (resource, namespace, selection = {}) =>
      pool.acquire({ resource, namespace, selection, content: 'objects' }) as ResourceStore<ObjectRow>,
    watchContainers: (pods, namespace, selection = {}) =>
      pool.acquire({
        resource: pods,
        namespace,
        selection,
        content: 'containers',
      }) as ResourceStore<ContainersRow>,
    logs: (pod, logOptions) => readLogs(transport, pod, logOptions),
    async portForward(target, port, forwardOptions) {
      const surroundings = { transport, ways: streamWays, cluster };
      const forward = await forwardPort(surroundings, target, port, forwardOptions, () =>
        forwards.delete(forward),
      );
      forwards.add(forward);
      return forward;
    },
    async forwardThroughServer(target, port, forwardOptions) {
      const forward = await forwardThroughServer(transport, cluster, target, port, forwardOptions, () =>
        forwards.delete(forward),
      );
      forwards.add(forward);
      return forward;
    },
    logIn: (run) => transport.logIn(run),
    async dispose() {
      pool.dispose();
      closed.abort(new Error('the cluster is closed'));
      await Promise.all([...forwards].map((forward) => forward.close()));
      await transport.dispose();
    },
  };
  return cluster;
}
