import type { Freshness, LogOptions } from '../../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../../client/src/cluster/errors.ts';
import { intentOfPath } from '../../../../client/src/cluster/http/request-intents.ts';
import type {
  KubeObject,
  ObjectMeta,
  ObjectRow,
  Resource,
  Row,
  Selection,
} from '../../../../client/src/cluster/kube-object.ts';
import {
  type ContainersRow,
  containerRunsOf,
} from '../../../../client/src/cluster/objects/container-runs.ts';
import type { LogCluster } from '../../../../client/src/cluster/streams/logs/follow-logs.ts';
import type { Clock } from '../../../../client/src/cluster/watch/clock.ts';
import { createStore, type RowStore } from '../../../../client/src/cluster/watch/store.ts';
import { pods as podKind } from '../resources.ts';

export const pods: Resource = {
  ...podKind,
  subresources: [{ name: 'log', kind: 'Pod', verbs: ['get'] }],
};

/** A kind of a group-version, as discovery has it. */
export function kindOf(apiVersion: string, kind: string): Resource {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return { ...podKind, apiVersion, group, version, kind, plural: `${kind.toLowerCase()}s`, subresources: [] };
}

/** A cluster whose watches and logs say what a test lets them. */
export interface FakeLogCluster {
  readonly own: LogCluster;
  /** What a watch has, by what it is of: `pods shop app=web`. */
  readonly watches: ReadonlyMap<string, RowStore>;
  /** What was asked of each log, by `pod/container`. */
  readonly asked: { readonly of: string; readonly options: Omit<LogOptions, 'signal'> }[];
  /** Logs that are open. */
  readonly open: ReadonlySet<string>;
  /** Rows of a watch; it is complete and live then. */
  show(watch: string, ...objects: readonly KubeObject[]): void;
  /** One that comes or changes, or goes. */
  put(watch: string, object: KubeObject): void;
  remove(watch: string, object: KubeObject): void;
  fresh(watch: string, freshness: Freshness): void;
  /** Lets a log give a text, fail, or end, now and, where it is not open, once it is. */
  give(log: string, what: string | Error | 'end'): void;
  /** What a `get` of an object answers: none is not found. */
  readonly objects: Map<string, KubeObject | Error>;
}

export function fakeLogCluster(clock: Clock, kinds: readonly Resource[] = []): FakeLogCluster {
  const served = [pods, ...kinds];
  const watches = new Map<string, RowStore>();
  const objects: FakeLogCluster['objects'] = new Map();
  const asked: FakeLogCluster['asked'] = [];
  const open = new Set<string>();
  const queues = new Map<string, { waiting: (string | Error)[]; wake: () => void }>();
  const queueOf = (log: string) => {
    const queue = queues.get(log) ?? { waiting: [], wake: () => {} };
    queues.set(log, queue);
    return queue;
  };
  const storeOf = (watch: string) => watches.get(watch) ?? expectedStore(watch);
  const expectedStore = (watch: string): never => {
    throw new Error(`nobody watches ${watch}, but ${[...watches.keys()].join('; ')}`);
  };
  const watch = <Kept extends Row>({ plural }: Resource, namespace?: string, selection: Selection = {}) => {
    const selected = selection.labelSelector ?? selection.fieldSelector;
    const key = [plural, namespace ?? '*', selected].filter((part) => part !== undefined).join(' ');
    const store = watches.get(key) ?? createStore(clock);
    watches.set(key, store);
    return {
      get columns() {
        return store.columns;
      },
      get rows() {
        return store.rows as ReadonlyMap<string, Kept>;
      },
      get sorted() {
        return store.sorted as readonly Kept[];
      },
      get freshness() {
        return store.freshness;
      },
      onDidChange: store.onDidChange,
      seen() {},
      hidden() {},
      refresh() {},
      dispose: () => void watches.delete(key),
    };
  };
  return {
    watches,
    asked,
    open,
    objects,
    show(key, ...all) {
      const store = storeOf(key);
      store.begin();
      store.put(all.map(rowOf));
      store.complete();
      store.setFreshness({ state: 'live' });
      for (const object of all) objects.set(object.metadata.name!, object);
    },
    put(key, object) {
      storeOf(key).put([rowOf(object)]);
      objects.set(object.metadata.name!, object);
    },
    remove(key, object) {
      storeOf(key).remove(object.metadata.uid!);
      objects.delete(object.metadata.name!);
    },
    fresh: (key, freshness) => storeOf(key).setFreshness(freshness),
    give(log, what) {
      const queue = queueOf(log);
      queue.waiting.push(what);
      queue.wake();
    },
    own: {
      discover: async () => ({
        serverVersion: 'v1.35.4',
        resources: served,
        find: (apiVersion, kind) => served.find((one) => one.apiVersion === apiVersion && one.kind === kind),
      }),
      async get({ resource, name }) {
        const known = objects.get(name) ?? notFound(resource, name);
        if (known instanceof Error) throw known;
        return known;
      },
      watch: (...of) => watch(...of),
      watchObjects: (...of) => watch<ObjectRow>(...of),
      watchContainers: (...of) => watch<ContainersRow>(...of),
      async *logs({ name }, { signal, ...options } = {}) {
        const log = `${name}/${options.container}`;
        asked.push({ of: log, options });
        const queue = queueOf(log);
        const abort = () => queue.wake();
        signal?.addEventListener('abort', abort);
        open.add(log);
        try {
          for (;;) {
            signal?.throwIfAborted();
            const what = queue.waiting.shift();
            if (what === 'end') return;
            if (what instanceof Error) throw what;
            if (what !== undefined) yield new TextEncoder().encode(what);
            else {
              await new Promise<void>((resolve) => {
                queue.wake = resolve;
              });
            }
          }
        } finally {
          signal?.removeEventListener('abort', abort);
          open.delete(log);
        }
      },
    },
  };
}

/** The parts of a Pod that matter: containers by their names, with their states. */
export function podOf(
  name: string,
  containers: Readonly<Record<string, string>>,
  metadata: ObjectMeta = {},
): KubeObject {
  const of = (role: string) =>
    Object.entries(containers).filter(([, state]) => (state.split(' ')[1] ?? 'main') === role);
  const specs = (role: string) => of(role).map(([container]) => ({ name: container }));
  const statuses = (role: string) =>
    of(role).map(([container, words]) => ({
      name: container,
      containerID: `${name}/${container}/1`,
      state: states[words.split(' ')[0] as keyof typeof states],
    }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', uid: `uid-${name}`, ...metadata },
    spec: {
      restartPolicy: 'Never',
      initContainers: specs('init'),
      containers: specs('main'),
      ephemeralContainers: specs('ephemeral'),
    },
    status: {
      initContainerStatuses: statuses('init'),
      containerStatuses: statuses('main'),
      ephemeralContainerStatuses: statuses('ephemeral'),
    },
  };
}

const states = {
  running: { running: {} },
  waiting: { waiting: { reason: 'ContainerCreating' } },
  ended: { terminated: { exitCode: 0 } },
};

const request = { intent: intentOfPath('get', '/log'), context: 'prod' };

export function refusal(code: number, message: string, name?: string): ClusterError {
  const status = { code, reason: '', message, ...(name ? { details: { name, kind: 'pods' } } : {}) };
  return new ClusterError('status', { fault: message, request }, { status });
}

export function unreachable(fault: string): ClusterError {
  return new ClusterError('unreachable', { fault, request });
}

function notFound({ plural }: Resource, name: string): ClusterError {
  return refusal(404, `${plural} "${name}" not found`, name);
}

function rowOf(object: KubeObject): Row {
  const { name = '', namespace, uid = '' } = object.metadata;
  const row = { uid, name, namespace, cells: [], metadata: object.metadata };
  return { ...row, object, containers: containerRunsOf(object) } as Row;
}
