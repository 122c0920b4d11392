import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { sentenceOf } from '../../../client/src/cluster/explanation.ts';
import { pods } from '../../unit/cluster/resources.ts';

const web = { resource: pods, namespace: 'shop', name: 'web' };
export const askedObject = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' } };

/** What is asked of a cluster; rejects with what is wrong. */
export type Operation = (cluster: Cluster, signal?: AbortSignal) => Promise<unknown>;
const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

/** All that is asked of a cluster, and answered by JSON. */
export const operations: Readonly<Record<string, Operation>> = {
  discovery: (cluster, signal) => cluster.discover(withSignal(signal)),
  rows: (cluster, signal) => cluster.listRows(pods, 'shop', withSignal(signal)),
  list: (cluster, signal) => cluster.list(pods, 'shop', withSignal(signal)),
  get: (cluster, signal) => cluster.get(web, signal),
  openApi: (cluster, signal) => cluster.openApi('apps/v1', signal),
  create: (cluster, signal) => cluster.create(pods, 'shop', askedObject, withSignal(signal)),
  apply: (cluster, signal) =>
    cluster.apply(web, askedObject, { fieldManager: 'test', ...withSignal(signal) }),
  patch: (cluster, signal) => cluster.patch(web, 'merge', {}, withSignal(signal)),
  delete: (cluster, signal) => cluster.delete(web, withSignal(signal)),
  watch: (cluster, signal) => watchFailure(cluster, signal),
};

/** Rejects with what a store says is wrong. */
async function watchFailure(cluster: Cluster, signal: AbortSignal | undefined): Promise<never> {
  const store = cluster.watch(pods, 'shop');
  try {
    await new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      store.onDidChange(() => {
        if ('why' in store.freshness) resolve();
      });
    });
    const { freshness, rows } = store;
    if (freshness.state === 'live' && rows.size === 0) throw new Error('it is taken for an empty list');
    throw 'why' in freshness ? new Error(sentenceOf(freshness.why)) : new Error('no reason');
  } finally {
    store.dispose();
  }
}
