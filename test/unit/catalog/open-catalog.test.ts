import { beforeAll, describe, expect, test } from 'vitest';
import { type Catalog, kubernetesVersions } from '../../../server/src/catalog/catalog.ts';
import { openCatalog } from '../../../server/src/catalog/open-catalog.ts';
import { readCatalog } from './built-catalog.ts';

let catalog: Catalog;
let reads: string[];

async function opened(version: (typeof kubernetesVersions)[number] = '1.36'): Promise<Catalog> {
  reads = [];
  return openCatalog((name) => {
    reads.push(name.replace(/\.[0-9a-f]{8}\.json$/, ''));
    return readCatalog(name);
  }, version);
}

describe('kinds', () => {
  beforeAll(async () => {
    catalog = await opened();
  });

  test('a resource, its list, the list of anything, and what is sent to a subresource', () => {
    expect(catalog.find('apps/v1', 'Deployment')).toMatchObject({
      plural: 'deployments',
      scope: 'Namespaced',
      origin: { from: 'bundled' },
    });
    expect(catalog.find('v1', 'NodeList')).toMatchObject({
      plural: '',
      scope: 'Cluster',
      verbs: [],
      listOf: { apiVersion: 'v1', kind: 'Node' },
    });
    expect(catalog.find('v1', 'List')).toMatchObject({ listOf: 'any' });
    expect(
      catalog
        .kinds()
        .filter(({ plural, listOf }) => plural === '' && !listOf)
        .map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
    ).toEqual(['authentication.k8s.io/v1 TokenRequest', 'autoscaling/v1 Scale', 'policy/v1 Eviction']);
    expect(
      catalog.find('v1', 'DeleteOptions') ?? catalog.find('v1', 'Status') ?? catalog.find('apps/v1', 'Pod'),
    ).toBeUndefined();
  });

  test('the preferred version comes first', () => {
    const versions = (kind: string) => catalog.findByKind(kind).map(({ apiVersion }) => apiVersion);
    expect(versions('HorizontalPodAutoscaler')).toEqual(['autoscaling/v2', 'autoscaling/v1']);
    expect(versions('Event')).toEqual(['v1', 'events.k8s.io/v1']);
    expect(versions('DeviceClass')).toEqual([
      'resource.k8s.io/v1',
      'resource.k8s.io/v1beta2',
      'resource.k8s.io/v1beta1',
    ]);
    expect(versions('Nothing')).toEqual([]);
  });

  test('groups of its own, also those that are gone', () => {
    const owned = ['', 'apps', 'extensions', 'resource.k8s.io', 'internal.apiserver.k8s.io'];
    const foreign = [
      'example.com',
      'admission.k8s.io',
      'gateway.networking.k8s.io',
      'kustomize.config.k8s.io',
    ];
    expect(owned.filter((group) => !catalog.ownsGroup(group))).toEqual([]);
    expect(foreign.filter((group) => catalog.ownsGroup(group))).toEqual([]);
  });

  test('when a version was removed, also for its list', () => {
    const removed = {
      group: 'extensions',
      version: 'v1beta1',
      kind: 'Ingress',
      introduced: '1.1',
      deprecated: '1.14',
      removed: '1.22',
      replacement: { group: 'networking.k8s.io', version: 'v1', kind: 'Ingress' },
    };
    expect(catalog.lifecycle('extensions/v1beta1', 'Ingress')).toEqual(removed);
    expect(catalog.lifecycle('extensions/v1beta1', 'IngressList')).toEqual(removed);
    expect(catalog.lifecycle('extensions/v1beta1', 'Nothing')).toBeUndefined();
  });
});

test.each(kubernetesVersions)(
  'every kind of %s has a schema, all of whose references lead somewhere',
  async (version) => {
    const all = await opened(version);
    for (const kind of all.kinds()) {
      await all.load(kind);
      const schema = all.schema(kind);
      expect([kind.kind, schema?.property('apiVersion')?.types, schema?.property('kind')?.types]).toEqual([
        kind.kind,
        ['string'],
        ['string'],
      ]);
      const name = all.definitionName(kind);
      const pending = name === undefined ? [] : [name];
      const seen = new Set(pending);
      for (const next of pending) {
        const definition = all.definition(next);
        expect([next, typeof definition]).toEqual([next, 'object']);
        for (const match of JSON.stringify(definition).matchAll(
          /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
        )) {
          if (!seen.has(match[1]!)) pending.push(match[1]!);
          seen.add(match[1]!);
        }
      }
    }
  },
);

/** A promise that is kept by whoever has it. */
function deferred(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

describe('loading', () => {
  test('opening reads two files, a Pod two more, once', async () => {
    const fresh = await opened();
    expect(reads.sort()).toEqual(['1.36/index.json', 'lifecycle.json']);
    const pod = fresh.find('v1', 'Pod')!;
    expect(fresh.schema(pod)).toBeUndefined();
    reads = [];
    await Promise.all([fresh.load(pod), fresh.load(pod)]);
    await fresh.load(fresh.find('v1', 'Service')!);
    expect(reads.sort()).toEqual(['schemas/io.k8s.api.core.v1', 'schemas/io.k8s.apimachinery']);
    expect(fresh.schema(pod)?.property('spec')?.property('containers')?.items?.required).toEqual(['name']);
    expect(fresh.schema(pod)).toBe(fresh.schema(pod));
  });

  test('a schema is there when all that it refers to is', async () => {
    const common = deferred();
    const own = deferred();
    const fresh = await openCatalog(async (name) => {
      if (name.startsWith('schemas/io.k8s.apimachinery')) await common.promise;
      const text = await readCatalog(name);
      if (name.startsWith('schemas/io.k8s.api.core.v1')) own.resolve();
      return text;
    }, '1.36');
    const pod = fresh.find('v1', 'Pod')!;
    const loading = fresh.load(pod);
    await own.promise;
    await new Promise(setImmediate);
    expect(fresh.definition('io.k8s.api.core.v1.Pod')).toBeDefined();
    expect(fresh.schema(pod)).toBeUndefined();
    common.resolve();
    await loading;
    expect(fresh.schema(pod)?.property('metadata')?.property('labels')?.types).toEqual(['object']);
  });

  test('a chunk that cannot be read is read again next time', async () => {
    let isBroken = true;
    const fresh = await openCatalog((name) => {
      if (isBroken && name.startsWith('schemas/')) return Promise.reject(new Error('gone'));
      return readCatalog(name);
    }, '1.36');
    const pod = fresh.find('v1', 'Pod')!;
    await expect(fresh.load(pod)).rejects.toThrow('gone');
    isBroken = false;
    await fresh.load(pod);
    expect(fresh.schema(pod)?.types).toEqual(['object']);
  });
});

describe('prose', () => {
  test('of a field, then of its type, and of a kind; read only when asked for', async () => {
    const fresh = await opened();
    const pod = fresh.find('v1', 'Pod')!;
    await fresh.load(pod);
    expect(reads.some((name) => name.startsWith('prose/'))).toBe(false);
    const schema = fresh.schema(pod)!;
    const container = schema.property('spec')!.property('containers')!.items!;
    expect(await fresh.describe(container, 'image')).toMatch(/^Container image name\./);
    expect(await fresh.describe(container, 'securityContext')).toMatch(
      /^SecurityContext defines the security options .*\n\nSecurityContext holds security configuration/,
    );
    expect(await fresh.describe(schema)).toMatch(/^Pod is a collection of containers/);
    expect(await fresh.describe(container, 'nothing')).toBeUndefined();
    expect(reads.filter((name) => name.startsWith('prose/'))).toEqual(['prose/io.k8s.api.core.v1']);
  });

  test('of an Event in each of its two groups', async () => {
    const fresh = await opened();
    const first = async (apiVersion: string) => {
      const kind = fresh.find(apiVersion, 'Event')!;
      await fresh.load(kind);
      return (
        (await fresh.describe(fresh.schema(kind)!, 'action')) !== undefined &&
        fresh.describe(fresh.schema(kind)!, apiVersion === 'v1' ? 'involvedObject' : 'note')
      );
    };
    expect(await first('v1')).toMatch(/ObjectReference contains enough information/);
    expect(await first('events.k8s.io/v1')).toMatch(/^note is a human-readable description/);
  });

  test('hardly any field of a kind is without', async () => {
    const fresh = await opened();
    let fields = 0;
    let described = 0;
    for (const kind of fresh.kinds()) {
      await fresh.load(kind);
      const spec = fresh.schema(kind)?.property('spec');
      for (const name of spec?.propertyNames ?? []) {
        fields++;
        if ((await fresh.describe(spec!, name)) !== undefined) described++;
      }
    }
    expect(described / fields).toBeGreaterThan(0.98);
  });
});
