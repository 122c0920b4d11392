// Each is run in a process of its own (measure.ts), so that its memory and its processor time are its own.
import { CoreV1Api, KubeConfig, makeInformer, Watch } from '@kubernetes/client-node';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { namespace, podName } from './make-pods.ts';
import { openContext } from './open-context.ts';

/** What a contestant has done. */
export interface Work {
  /** How many objects, answers or events it has. */
  readonly count: number;
  /** Milliseconds until the first were there; undefined where that means nothing. */
  readonly first?: number;
  /** Milliseconds for which it waited in the end, when all were there, to know that they are all. */
  readonly waited?: number;
  /** What it keeps, so that it is in memory while that is measured. */
  readonly kept: unknown;
  /** Frees its connections. */
  end(): Promise<void> | void;
}

/** Works with a kubeconfig, and with words of its own after it. */
export type Contestant = (kubeconfig: string, ...words: string[]) => Promise<Work>;

const of = { resource: pods, namespace };

export const contestants: Readonly<Record<string, Contestant>> = {
  /** A live store of rows, as the tree has it. */
  store: async (kubeconfig) =>
    await withCluster(kubeconfig, async (cluster) => {
      const begun = performance.now();
      const store = cluster.watch(pods, namespace);
      let first: number | undefined;
      let [count, last] = [0, begun];
      await new Promise<void>((resolve) => {
        store.onDidChange(() => {
          if (store.rows.size > 0) first ??= performance.now() - begun;
          if (store.rows.size !== count) [count, last] = [store.rows.size, performance.now()];
          if (store.freshness.state === 'live') resolve();
        });
      });
      const waited = performance.now() - last;
      return { count, waited, kept: store, ...(first === undefined ? {} : { first }) };
    }),
  /** Rows, page by page. */
  rows: async (kubeconfig, limit = '500') =>
    await withCluster(kubeconfig, async (cluster) => {
      const rows = new Map<string, unknown>();
      const begun = performance.now();
      let first: number | undefined;
      for await (const page of cluster.pages(
        { verb: 'list', of, as: 'table', limit: Number(limit) },
        'fail',
      )) {
        first ??= performance.now() - begun;
        for (const row of page.rows) rows.set(row.uid, row);
      }
      return { count: rows.size, kept: rows, ...(first === undefined ? {} : { first }) };
    }),
  /** Whole objects, page by page. */
  objects: async (kubeconfig) =>
    await withCluster(kubeconfig, async (cluster) => {
      const objects = await cluster.list(pods, namespace);
      return { count: objects.length, kept: objects };
    }),
  /** Rows by a streaming list, up to the bookmark that ends it. */
  streaming: async (kubeconfig) =>
    await withCluster(kubeconfig, async (cluster) => {
      const rows = new Map<string, unknown>();
      const begun = performance.now();
      let first: number | undefined;
      const streaming = {
        verb: 'watch',
        of,
        as: 'table',
        sendInitialEvents: true,
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: true,
      } as const;
      for await (const { type, object } of cluster.events(streaming)) {
        first ??= performance.now() - begun;
        if (type === 'BOOKMARK') break;
        for (const row of (object as unknown as { rows: TableRow[] }).rows) {
          rows.set(row.object.metadata.uid, row);
        }
      }
      return { count: rows.size, kept: rows, ...(first === undefined ? {} : { first }) };
    }),
  /** One object after the other. */
  gets: async (kubeconfig, number = '200') =>
    await withCluster(kubeconfig, async (cluster) => {
      for (let place = 0; place < Number(number); place++) {
        await cluster.get({ resource: pods, namespace, name: podName(place) });
      }
      return { count: Number(number), kept: undefined };
    }),
  'client-node objects': async (kubeconfig) => {
    const api = coreOf(kubeconfig);
    const objects: unknown[] = [];
    let token: string | undefined;
    do {
      const page = await api.listNamespacedPod({
        namespace,
        limit: 500,
        ...(token === undefined ? {} : { _continue: token }),
      });
      objects.push(...page.items);
      token = page.metadata?._continue || undefined;
    } while (token !== undefined);
    return { count: objects.length, kept: objects, end: () => undefined };
  },
  /** Whole objects, kept live. */
  'client-node informer': async (kubeconfig) => {
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    const api = config.makeApiClient(CoreV1Api);
    const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/pods`, () =>
      api.listNamespacedPod({ namespace }),
    );
    await informer.start();
    return { count: informer.list().length, kept: informer, end: () => informer.stop() };
  },
  'client-node gets': async (kubeconfig, number = '200') => {
    const api = coreOf(kubeconfig);
    for (let place = 0; place < Number(number); place++) {
      await api.readNamespacedPod({ namespace, name: podName(place) });
    }
    return { count: Number(number), kept: undefined, end: () => undefined };
  },
  /** Stores that take the events of so many watches, until each has had the last. */
  events: async (kubeconfig, watches = '1') =>
    await withCluster(kubeconfig, async (cluster) => {
      const stores = Array.from({ length: Number(watches) }, (_, place) => cluster.watch(pods, `n${place}`));
      await Promise.all(
        stores.map(
          (store) =>
            new Promise<void>((resolve) => {
              store.onDidChange(() => store.rows.has(lastUid) && resolve());
            }),
        ),
      );
      return { count: stores.length, kept: stores };
    }),
  'client-node events': async (kubeconfig, watches = '1') => {
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    const stores = Array.from({ length: Number(watches) }, () => new Map<string, unknown>());
    const requests: AbortController[] = [];
    await Promise.all(
      stores.map(
        (store, place) =>
          new Promise<void>((resolve, reject) => {
            const take = (_type: string, table: { rows: TableRow[] }) => {
              for (const row of table.rows) {
                store.set(row.object.metadata.uid, row);
                if (row.object.metadata.uid === lastUid) resolve();
              }
            };
            const path = `/api/v1/namespaces/n${place}/pods`;
            new Watch(config)
              .watch(path, {}, take as never, (error) => error && reject(error))
              .then((request) => requests.push(request), reject);
          }),
      ),
    );
    return {
      count: stores.length,
      kept: stores,
      end: () => {
        for (const request of requests) request.abort();
      },
    };
  },
};

/** The uid of the Pod with which a replay ends. */
export const lastUid = 'the-last';

interface TableRow {
  readonly object: { readonly metadata: { readonly uid: string } };
}

function coreOf(kubeconfig: string): CoreV1Api {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  return config.makeApiClient(CoreV1Api);
}

async function withCluster(
  kubeconfig: string,
  work: (cluster: Cluster) => Promise<Omit<Work, 'end'>>,
): Promise<Work> {
  const cluster = await openContext(kubeconfig);
  return { ...(await work(cluster)), end: () => cluster.dispose() };
}
