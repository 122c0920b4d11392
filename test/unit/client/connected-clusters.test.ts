import { describe, expect, test } from 'vitest';
import type {
  Cluster,
  Discovery,
  KubeContext,
  OpenApiDocument,
  ResourceStore,
} from '../../../client/src/cluster/cluster.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import type { Connections, DiscoveredCluster } from '../../../client/src/connections/connections.ts';
import type { Targets } from '../../../client/src/connections/targets.ts';
import { clusterChoices } from '../../../client/src/language/cluster-choices.ts';
import { ConnectedClusters } from '../../../client/src/language/connected-clusters.ts';
import { fetchSchema } from '../../../client/src/language/fetch-schema.ts';
import type { LanguageService } from '../../../client/src/language/language-service.ts';
import { openApiDocument } from '../../../client/src/language/open-api-document.ts';
import type { ConnectedClustersParams } from '../../../server/src/protocol.ts';
import { backups, definitions, FakeCluster, resource } from './fake-cluster.ts';

const context = (id: string, problem?: string): KubeContext => ({
  ...new FakeCluster().context,
  id,
  name: `${id}-name`,
  problem,
});

function serving(...resources: (typeof backups)[]): Discovery {
  return {
    serverVersion: 'v1.35.4',
    resources,
    find: (apiVersion, kind) => resources.find((one) => one.apiVersion === apiVersion && one.kind === kind),
  };
}

/** A part of the extension in which clusters connect when a test says so; its target is the context `last`. */
function scene({ contexts = [context('one')], last = 'none', trusted = true } = {}) {
  const listeners = {
    discover: new Set<() => void>(),
    remember: new Set<() => void>(),
    close: new Set<(cluster: Cluster) => void>(),
  };
  const started = new Set<() => void>();
  const told: ConnectedClustersParams[] = [];
  let connected: DiscoveredCluster[] = [];
  const on =
    <Listener>(set: Set<Listener>) =>
    (listener: Listener) => {
      set.add(listener);
      return { dispose: () => void set.delete(listener) };
    };
  const connections = {
    onDidDiscover: on(listeners.discover),
    onDidClose: on(listeners.close),
    discovered: () => connected,
    contexts: async () => ({ contexts: trusted ? contexts : [], problems: [] }),
    labelOf: ({ name }: KubeContext) => name,
    keyOf: ({ id }: KubeContext) => id,
  };
  const language = {
    notify: (_method: string, params: ConnectedClustersParams) => void told.push(params),
    onDidStart: (listener: () => void) => void started.add(listener),
  };
  const targets = {
    isTarget: ({ id }: KubeContext) => id === last,
    onDidChange: on(listeners.remember),
  } as unknown as Targets;
  const open = connections as unknown as Connections;
  const connectedClusters = new ConnectedClusters(
    open,
    targets,
    language as unknown as LanguageService,
    silentLog,
  );
  const discover = (cluster: Cluster, discovery: Discovery) => {
    connected = [...connected.filter((one) => one.cluster !== cluster), { cluster, discovery }];
    for (const listener of listeners.discover) listener();
  };
  const close = (cluster: Cluster) => {
    connected = connected.filter((one) => one.cluster !== cluster);
    for (const listener of listeners.close) listener(cluster);
  };
  const remember = () => {
    for (const listener of listeners.remember) listener();
  };
  const start = () => {
    for (const listener of started) listener();
  };
  const shown = () =>
    told
      .splice(0)
      .map(({ clusters }) => clusters.map(({ id, name, revision }) => `${id} ${name} ${revision}`));
  const ask = (params: { cluster: string; apiVersion: string; hash?: string }) =>
    openApiDocument(open, connectedClusters, params, new AbortController().signal);
  const choices = () => clusterChoices(open, targets);
  return { connectedClusters, ask, choices, discover, close, remember, start, shown };
}

/** A cluster that publishes these documents, and says which watches are open. */
function publishing(id: string, documents: Record<string, OpenApiDocument | Error> = {}) {
  const watched: string[] = [];
  const sight: string[] = [];
  const cluster = {
    context: context(id),
    openApi: async (apiVersion: string) => {
      const document = documents[apiVersion];
      if (document instanceof Error) throw document;
      return document;
    },
    watch: ({ plural }: { plural: string }) => {
      watched.push(plural);
      const nothing = { dispose: () => undefined };
      const store = {
        onDidChange: () => nothing,
        seen: () => void sight.push('seen'),
        hidden: () => void sight.push('hidden'),
        dispose: () => void watched.pop(),
      };
      return store as unknown as ResourceStore;
    },
  };
  return { cluster: cluster as unknown as Cluster, watched, sight };
}

describe('the language server is told', () => {
  test('of each cluster that has answered, the last target first, and of those that are gone', () => {
    const { discover, close, remember, start, shown } = scene({ last: 'two' });
    const [one, two] = [publishing('one').cluster, publishing('two').cluster];
    start();
    expect(shown()).toEqual([]);
    const first = serving(backups);
    discover(one, first);
    discover(two, first);
    expect(shown()).toEqual([['one one-name 1'], ['two two-name 1', 'one one-name 1']]);
    discover(one, serving(backups));
    expect(shown()).toEqual([['two two-name 1', 'one one-name 2']]);
    start();
    expect(shown()).toEqual([['two two-name 1', 'one one-name 2']]);
    remember();
    expect(shown()).toEqual([['two two-name 1', 'one one-name 2']]);
    close(two);
    expect(shown()).toEqual([['one one-name 2']]);
  });

  test('nothing any more when the extension ends', () => {
    const { connectedClusters, discover, shown } = scene();
    connectedClusters.dispose();
    discover(publishing('one').cluster, serving());
    expect(shown()).toEqual([]);
  });
});

describe('an OpenAPI document', () => {
  const document = { hash: 'A', schemas: { 'com.example.v1.Backup': {} } };

  test('is that of a connected cluster, without what is known by its hash', async () => {
    const { ask, discover } = scene();
    const failing = new Error('get /openapi/v3 (context `one-name`): forbidden');
    const { cluster } = publishing('one', { 'example.com/v1': document, 'broken.example.com/v1': failing });
    const wanted = { cluster: 'one', apiVersion: 'example.com/v1' };
    expect(await ask(wanted)).toBeNull();
    discover(cluster, serving(backups));
    expect(await ask(wanted)).toEqual(document);
    expect(await ask({ ...wanted, hash: 'A' })).toEqual({ hash: 'A' });
    expect(await ask({ ...wanted, hash: 'B' })).toEqual(document);
    expect(await ask({ ...wanted, apiVersion: 'none.example.com/v1' })).toBeNull();
    expect(await ask({ ...wanted, apiVersion: 'broken.example.com/v1' })).toEqual({
      problem: failing.message,
    });
  });

  test('that is in use has its definitions watched, once, until the cluster closes', async () => {
    const { ask, discover, close } = scene();
    const { cluster, watched } = publishing('one', { 'example.com/v1': document });
    discover(cluster, serving(backups, definitions));
    expect(watched).toEqual([]);
    await ask({ cluster: 'one', apiVersion: 'example.com/v1' });
    await ask({ cluster: 'one', apiVersion: 'example.com/v1' });
    expect(watched).toEqual(['customresourcedefinitions']);
    close(cluster);
    expect(watched).toEqual([]);
  });

  test('has its definitions looked at while a document is seen', async () => {
    const { connectedClusters, ask, discover } = scene();
    const { cluster, sight } = publishing('one', { 'example.com/v1': document });
    discover(cluster, serving(backups, definitions));
    connectedClusters.inSight('hidden');
    await ask({ cluster: 'one', apiVersion: 'example.com/v1' });
    expect(sight).toEqual(['hidden']);
    connectedClusters.inSight('seen');
    connectedClusters.inSight('seen');
    connectedClusters.inSight('hidden');
    expect(sight).toEqual(['hidden', 'seen', 'hidden']);
  });
});

test('clusters to choose from: those that can be used, the last target first, none while nothing is trusted', async () => {
  const contexts = [context('one'), context('broken', 'no server'), context('two')];
  expect(await scene({ contexts, last: 'two' }).choices()).toEqual([
    { id: 'two', name: 'two-name' },
    { id: 'one', name: 'one-name' },
  ]);
  expect(await scene({ contexts, trusted: false }).choices()).toEqual([]);
});

describe('fetching a schema', () => {
  const fetching = (apiVersion: string, kind: string, document?: OpenApiDocument) =>
    fetchSchema(
      {
        discover: async () =>
          serving(
            backups,
            resource({ kind: 'Backup', plural: 'backups', version: 'v2', group: 'other.org' }),
          ),
        openApi: async () => document,
      },
      'prod',
      { apiVersion, kind },
      new AbortController().signal,
    );

  test('is done when the cluster publishes it', async () => {
    await fetching('example.com/v1', 'Backup', { hash: 'A', schemas: {} });
  });

  test.each([
    [
      'example.com/v9',
      'Backup',
      'Cluster prod serves no Backup of example.com/v9. It has Backup of example.com/v1 and other.org/v2. Choose another cluster, or add its CustomResourceDefinition to the workspace.',
    ],
    [
      'example.com/v1',
      'Restore',
      'Cluster prod serves no Restore of example.com/v1. Choose another cluster, or add its CustomResourceDefinition to the workspace.',
    ],
    [
      'example.com/v1',
      'Backup',
      'Cluster prod serves Backup of example.com/v1, but publishes no schema of it. Add its CustomResourceDefinition to the workspace instead.',
    ],
  ])('of %s %s says why not', async (apiVersion, kind, message) => {
    await expect(fetching(apiVersion, kind)).rejects.toThrow(message);
  });
});
