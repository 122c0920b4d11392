import { describe, expect, it } from 'vitest';
import type { KubeObject, Resource, Row } from '../../../client/src/cluster/kube-object.ts';
import type { ListOperation } from '../../../client/src/cluster/operation.ts';
import { findKinds } from '../../../client/src/search/find-kinds.ts';
import { Finder } from '../../../client/src/search/finder.ts';
import {
  GatheredObjects,
  gatherObjects,
  mostSearchedObjects,
  type SearchedCluster,
} from '../../../client/src/search/gather-objects.ts';
import { KeptSearches } from '../../../client/src/search/kept-searches.ts';
import { objectAt } from '../../../client/src/search/object-at.ts';
import { notSearchedLine, objectWords, searchTitle } from '../../../client/src/search/search-words.ts';
import { searchedKinds } from '../../../client/src/search/searched-kinds.ts';
import type { SearchedObject } from '../../../client/src/search/searched-object.ts';
import { configMaps, definitions, namespaces, refusal, resource } from './fake-cluster.ts';

const all = { categories: ['all'] };
const pods = resource({ kind: 'Pod', plural: 'pods', shortNames: ['po'], ...all });
const services = resource({ kind: 'Service', plural: 'services', shortNames: ['svc'], ...all });
const deployments = resource({
  group: 'apps',
  kind: 'Deployment',
  plural: 'deployments',
  shortNames: ['deploy'],
  ...all,
});
const events = resource({ kind: 'Event', plural: 'events', shortNames: ['ev'] });
const otherEvents = resource({ group: 'events.k8s.io', kind: 'Event', plural: 'events', shortNames: ['ev'] });
const podMetrics = resource({
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  kind: 'PodMetrics',
  plural: 'pods',
  verbs: ['get', 'list'],
});
const bindings = resource({ kind: 'Binding', plural: 'bindings', verbs: ['create'] });
const olderDeployments = { ...deployments, version: 'v1beta1', apiVersion: 'apps/v1beta1' };
const policies = resource({ group: 'po.example.com', kind: 'Rule', plural: 'rules' });
const served = [
  bindings,
  configMaps,
  events,
  otherEvents,
  pods,
  services,
  namespaces,
  podMetrics,
  deployments,
  olderDeployments,
  definitions,
  policies,
];
const kinds = searchedKinds(served);
const kindOf = (of: Resource) => kinds.find((kind) => kind.resource === of)!;

const object = (of: Resource, name: string, namespace?: string): SearchedObject => ({
  kind: kindOf(of),
  name,
  namespace,
  uid: undefined,
});

describe('the kinds of a search', () => {
  it('are what can be listed, once each, what matters first and what comes and goes last', () => {
    expect(kinds.map(({ resource: { plural, group } }) => `${plural}.${group}`)).toEqual([
      'pods.',
      'services.',
      'deployments.apps',
      'configmaps.',
      'namespaces.',
      'customresourcedefinitions.apiextensions.k8s.io',
      'rules.po.example.com',
      'events.',
      'pods.metrics.k8s.io',
    ]);
    expect(kindOf(deployments).names).toEqual(['deploy', 'deployment', 'deployments', 'deployments.apps']);
  });
});

describe('what is typed', () => {
  const objects = [
    object(pods, 'web-2', 'shop'),
    object(pods, 'web', 'shop'),
    object(deployments, 'web', 'shop'),
    object(services, 'the-web', 'shop'),
    object(configMaps, 'cobweb', 'shop'),
    object(configMaps, 'settings', 'web'),
    object(pods, 'nginx', 'zoo'),
    object(namespaces, 'shop'),
    object(namespaces, 'web'),
    object(definitions, 'Backups.Example.com'),
  ];
  const found = (typed: string) => {
    const finder = new Finder(objects, 100);
    finder.type(typed);
    finder.look(() => true);
    return finder.found.map(({ kind, namespace, name }) =>
      [kind.resource.kind, namespace, name].filter((part) => part !== undefined).join('/'),
    );
  };
  const webs = ['Pod/shop/web', 'Deployment/shop/web', 'Namespace/web', 'Pod/shop/web-2'];

  it.each([
    // What is called so, what begins so, words that begin so, what has it inside, what is of such a namespace.
    ['web', [...webs, 'Service/shop/the-web', 'ConfigMap/shop/cobweb', 'ConfigMap/web/settings']],
    ['  WEB ', [...webs, 'Service/shop/the-web', 'ConfigMap/shop/cobweb', 'ConfigMap/web/settings']],
    ['po/web', ['Pod/shop/web', 'Pod/shop/web-2']],
    ['Deployments.apps/web', ['Deployment/shop/web']],
    ['deploy/', ['Deployment/shop/web']],
    ['zoo/', ['Pod/zoo/nginx']],
    [
      'shop/web',
      [
        'Pod/shop/web',
        'Deployment/shop/web',
        'Pod/shop/web-2',
        'Service/shop/the-web',
        'ConfigMap/shop/cobweb',
      ],
    ],
    ['shop/po/web-', ['Pod/shop/web-2']],
    ['po/shop/web-', ['Pod/shop/web-2']],
    ['web 2', ['Pod/shop/web-2']],
    ['2 web', ['Pod/shop/web-2']],
    ['pod web', ['Pod/shop/web', 'Pod/shop/web-2']],
    ['example', ['CustomResourceDefinition/Backups.Example.com']],
    ['svc nothing', []],
    ['nothing', []],
  ])('%j finds by all of its words, the best first', (typed, expected) => {
    expect(found(typed)).toEqual(expected);
  });

  it('finds everything while it is nothing', () => {
    expect(found('')).toHaveLength(objects.length);
  });

  it('keeps the best alone of what fits, and counts the others', () => {
    const many = Array.from({ length: 5_000 }, (_, place) => object(pods, `web-${4_999 - place}`, 'shop'));
    const finder = new Finder(many, 3);
    finder.type('web');
    expect(finder.look(() => true)).toBe('at all');
    expect(finder.found.map(({ name }) => name)).toEqual(['web-0', 'web-1', 'web-2']);
    expect(finder.count).toBe(5_000);
  });

  it('is looked for in slices, and in what comes later without looking at the rest again', () => {
    const many = Array.from({ length: 2_500 }, (_, place) => object(pods, `web-${place}`, 'shop'));
    const finder = new Finder(many, 3);
    finder.type('web');
    const slices: number[] = [];
    do slices.push(finder.count);
    while (finder.look(() => false) === 'not at all yet');
    expect(slices).toEqual([0, 1_000, 2_000]);
    many.push(object(pods, 'web', 'zoo'));
    finder.look(() => true);
    expect([finder.count, finder.found[0]!.name]).toEqual([2_501, 'web']);
  });
});

/** A cluster with names by plural and namespace, of which some may not be listed. */
function clusterOf(
  names: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
  options: { forbidden?: readonly string[]; failing?: readonly string[]; live?: readonly string[] } = {},
) {
  const asked: string[] = [];
  let parallel = 0;
  const most = { parallel: 0 };
  const itemsOf = (plural: string, namespace: string | undefined): KubeObject[] =>
    Object.entries(names[plural] ?? {})
      .filter(([own]) => namespace === undefined || own === namespace)
      .flatMap(([own, inOwn]) => inOwn.map((name) => ({ own, name })))
      .map(({ own, name }) => ({
        apiVersion: 'v1',
        kind: 'x',
        metadata: { name, namespace: own, uid: name },
      }));
  const cluster = {
    liveRows({ plural }: Resource) {
      if (!options.live?.includes(plural)) return undefined;
      const rows = itemsOf(plural, undefined).map(
        ({ metadata }): Row => ({
          uid: metadata.name!,
          name: metadata.name!,
          namespace: metadata.namespace,
          cells: [],
          metadata,
        }),
      );
      return new Map(rows.map((row) => [row.uid, row]));
    },
    async *pages({ of: { resource: of, namespace }, as }: ListOperation) {
      const where = namespace === undefined ? of.plural : `${namespace}/${of.plural}`;
      asked.push(as === 'metadata' ? where : `all of ${where}`);
      most.parallel = Math.max(most.parallel, ++parallel);
      await Promise.resolve();
      parallel--;
      if (options.failing?.includes(of.plural)) throw new Error('it is broken');
      if (options.forbidden?.includes(where)) {
        throw refusal({ code: 403, reason: 'Forbidden', message: `you may not list ${where}` });
      }
      const items = itemsOf(of.plural, namespace);
      for (let start = 0; start < items.length; start += 500)
        yield { items: items.slice(start, start + 500) };
    },
  } as unknown as SearchedCluster;
  return { cluster, asked, most };
}

describe('the names of a cluster', () => {
  const gather = async (
    { cluster }: ReturnType<typeof clusterOf>,
    options: { namespaces?: readonly string[]; most?: number; signal?: AbortSignal } = {},
  ) => {
    const gathered = new GatheredObjects(kinds.length);
    const signal = options.signal ?? new AbortController().signal;
    await gatherObjects(cluster, kinds, gathered, { namespaces: [], onMore: () => {}, ...options, signal });
    return gathered;
  };
  const said = ({ notSearched }: GatheredObjects) =>
    notSearched.map(({ kind, why, sentence }) => [kind.resource.plural, why, sentence]);

  it('are read of all kinds as metadata alone, in the order of the kinds, four lists at a time', async () => {
    const fake = clusterOf({ pods: { shop: ['web'] }, namespaces: { '': ['shop'] } });
    const gathered = await gather(fake);
    expect(fake.asked).toEqual(kinds.map(({ resource: { plural } }) => plural));
    expect(fake.most.parallel).toBe(4);
    expect(gathered.objects.map(({ name }) => name).sort()).toEqual(['shop', 'web', 'web']);
    expect([gathered.done, gathered.notSearched]).toEqual([kinds.length, []]);
  });

  it('are not asked for where they are shown live already', async () => {
    const fake = clusterOf({ configmaps: { shop: ['settings'] } }, { live: ['configmaps'] });
    const gathered = await gather(fake);
    expect(fake.asked).not.toContain('configmaps');
    expect(gathered.objects).toMatchObject([{ name: 'settings', namespace: 'shop', uid: 'settings' }]);
  });

  it('say of kinds that may not be listed, or fail, that they were not searched, and why', async () => {
    const fake = clusterOf(
      { services: { shop: ['web'] } },
      { forbidden: ['configmaps'], failing: ['events'] },
    );
    const gathered = await gather(fake);
    expect(said(gathered)).toEqual([
      ['configmaps', 'forbidden', expect.stringContaining('you may not list configmaps')],
      ['events', 'failed', 'it is broken'],
    ]);
    expect(gathered.objects.map(({ name }) => name)).toEqual(['web']);
  });

  it('are read of the namespaces where they may be, which is said', async () => {
    const names = { services: { shop: ['web'], zoo: ['bear'] } };
    const fake = clusterOf(names, { forbidden: ['services', 'zoo/services'] });
    const gathered = await gather(fake, { namespaces: ['shop', 'zoo'] });
    expect(gathered.objects.map(({ name }) => name)).toEqual(['web']);
    expect(said(gathered)).toEqual([
      [
        'services',
        'only shop',
        expect.stringMatching(/^Only shop was searched\. .*you may not list services/),
      ],
    ]);
  });

  it('are at most 100,000: the kinds beyond are said', async () => {
    expect(mostSearchedObjects).toBe(100_000);
    const fake = clusterOf({
      services: { shop: ['a', 'b'] },
      configmaps: { shop: ['c', 'd'] },
      namespaces: { '': ['e'] },
    });
    const gathered = await gather(fake, { most: 3 });
    expect(gathered.objects).toHaveLength(3);
    const why = ['too many objects', 'More than 3 objects are not searched.'];
    expect(said(gathered)).toEqual(
      expect.arrayContaining([
        ['configmaps', ...why],
        ['events', ...why],
      ]),
    );
  });

  it('are read no further once nobody looks for them', async () => {
    const controller = new AbortController();
    const fake = clusterOf({}, { failing: ['pods'] });
    controller.abort(new Error('closed'));
    await expect(gather(fake, { signal: controller.signal })).rejects.toThrow('closed');
  });
});

describe('the words of a search', () => {
  it('tell how far it is, and how old', () => {
    const objects = Array.from({ length: 2_345 }, () => object(pods, 'web', 'shop'));
    const title = (done: number, searched: Parameters<typeof searchTitle>[2]) =>
      searchTitle('prod', { objects, done, kinds: 60 }, searched);
    expect(title(12, 'now')).toBe('Search Objects of prod: 2,345 names, 12 of 60 kinds');
    expect(title(60, 'now')).toBe('Search Objects of prod: 2,345 names, 60 kinds');
    expect(title(60, { secondsAgo: 20 })).toBe('Search Objects of prod: 2,345 names, searched 20 s ago');
  });

  it('tell of an object its kind, namespace and group', () => {
    expect(objectWords(object(deployments, 'web', 'shop'))).toEqual({
      label: 'web',
      description: 'Deployment · shop · apps',
    });
    expect(objectWords(object(namespaces, 'shop'))).toEqual({ label: 'shop', description: 'Namespace' });
  });

  it('name three of the kinds that were not searched', () => {
    const line = (of: readonly Resource[]) =>
      notSearchedLine(of.map((one) => ({ kind: kindOf(one), why: 'forbidden', sentence: '' })));
    expect(line([deployments])).toBe('1 kind was not searched, or not whole: deployments.apps (forbidden)');
    expect(line([pods, services, configMaps, namespaces])).toBe(
      '4 kinds were not searched, or not whole: pods (forbidden), services (forbidden), configmaps (forbidden), …',
    );
  });
});

describe('a search', () => {
  it('is kept for two minutes', () => {
    let now = 1_000;
    const calls: (() => void)[] = [];
    const kept = new KeptSearches({
      now: () => now,
      after: (_, call) => {
        calls.push(call);
        return () => calls.splice(calls.indexOf(call), 1);
      },
    });
    const cluster = {} as Parameters<typeof kept.of>[0];
    const gathered = new GatheredObjects(1);
    kept.keep(cluster, gathered);
    now = 21_000;
    expect(kept.of(cluster)).toMatchObject({ gathered, at: 1_000 });
    calls[0]!();
    expect(kept.of(cluster)).toBeUndefined();
    kept.keep(cluster, gathered);
    kept.forget();
    expect([kept.of(cluster), calls.length]).toEqual([undefined, 1]);
  });
});

describe('a kind', () => {
  it.each([
    ['po', ['pods.', 'pods.metrics.k8s.io', 'rules.po.example.com']],
    ['deploy', ['deployments.apps']],
    ['Deployment', ['deployments.apps']],
    ['cm', []],
    ['configmap', ['configmaps.']],
    ['services', ['services.']],
    ['deployments.apps', ['deployments.apps']],
    ['po.example.com', ['rules.po.example.com']],
    ['rules.po', ['rules.po.example.com']],
    ['definition', ['customresourcedefinitions.apiextensions.k8s.io']],
    ['pods.metrics.k8s.io', ['pods.metrics.k8s.io']],
  ])('is found by %j', (typed, expected) => {
    expect(findKinds(served, typed).map(({ plural, group }) => `${plural}.${group}`)).toEqual(expected);
  });
});

describe('the object of a manifest', () => {
  const web = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: shop}\n';
  const list =
    'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: one}\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: two}\n';

  it.each([
    ['|', undefined],
    [`|${web}`, 'Pod shop/web'],
    [web.replace('shop', 'sh|op'), 'Pod shop/web'],
    [`${web}---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: other|\n`, 'Pod -/other'],
    [`${web}---\n# |\n`, undefined],
    [list.replace('one', 'on|e'), 'Pod -/one'],
    [list.replace('two', 'tw|o'), 'Pod -/two'],
    [list.replace('List', 'Li|st'), undefined],
    ['apiVersion: v1\nkind: Pod|\nmetadata: {}\n', undefined],
  ])('is the one that the cursor is in: %j', (marked, expected) => {
    const found = objectAt(marked.replace('|', ''), marked.indexOf('|'));
    expect(found && `${found.kind} ${found.namespace ?? '-'}/${found.name}`).toBe(expected);
  });
});
