import { expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { composeCatalogs, kindsOfDefinition } from '../../../server/src/catalog/definitions.ts';
import { withCatalog } from './built-catalog.ts';

let base: Catalog;
withCatalog('1.36', (opened) => {
  base = opened;
});

const origin = { from: 'definition', uri: 'file:///crd.yaml' } as const;
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { kind: 'Widget', plural: 'widgets', shortNames: ['wd'], categories: ['all'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {}, scale: { specReplicasPath: '.spec.n' } },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 },
          { name: 'broken' },
        ],
        schema: {
          openAPIV3Schema: {
            description: 'A <b>widget</b>.',
            type: 'object',
            required: ['spec'],
            properties: {
              metadata: { type: 'object' },
              spec: {
                type: 'object',
                properties: { size: { type: 'integer', description: 'How `big` it is.' } },
              },
            },
          },
        },
      },
      { name: 'v1beta1', served: true },
      { name: 'v1alpha1', served: false, schema: {} },
    ],
  },
};

test('a definition brings a kind and a list for each served version', () => {
  const kinds = kindsOfDefinition(definition, origin).map(({ kind }) => kind);
  expect(kinds.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
    'example.com/v1 Widget',
    'example.com/v1 WidgetList',
    'example.com/v1beta1 Widget',
    'example.com/v1beta1 WidgetList',
  ]);
  expect(kinds[0]).toEqual({
    group: 'example.com',
    version: 'v1',
    kind: 'Widget',
    apiVersion: 'example.com/v1',
    plural: 'widgets',
    singular: 'widget',
    scope: 'Cluster',
    verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
    shortNames: ['wd'],
    categories: ['all'],
    subresources: [
      {
        name: 'status',
        group: 'example.com',
        version: 'v1',
        kind: 'Widget',
        verbs: ['get', 'patch', 'update'],
      },
      {
        name: 'scale',
        group: 'autoscaling',
        version: 'v1',
        kind: 'Scale',
        verbs: ['get', 'patch', 'update'],
      },
    ],
    columns: [
      { name: 'Name', type: 'string', format: 'name', priority: 0 },
      { name: 'Size', type: 'integer', format: '', priority: 1, jsonPath: '.spec.size' },
    ],
    origin,
  });
  expect(kinds[2]?.columns[1]).toEqual({
    name: 'Age',
    type: 'date',
    format: '',
    priority: 0,
    jsonPath: '.metadata.creationTimestamp',
  });
});

test('its kinds lie under the bundled ones and are found, described and checked like them', async () => {
  const catalog = composeCatalogs(base, kindsOfDefinition(definition, origin));
  const widget = catalog.find('example.com/v1', 'Widget')!;
  await catalog.load(widget);
  const schema = catalog.schema(widget)!;
  expect([schema.propertyNames, schema.required, schema.open]).toEqual([
    ['apiVersion', 'kind', 'metadata', 'spec'],
    ['spec'],
    false,
  ]);
  expect(schema.property('metadata')?.property('labels')?.values).toMatchObject({ types: ['string'] });
  expect(await catalog.describe(schema, 'kind')).toMatch(
    /^Kind is a string value representing the REST resource/,
  );
  expect(await catalog.describe(schema, 'metadata')).toMatch(/^ObjectMeta is metadata/);
  expect(await catalog.describe(schema)).toBe('A \\<b\\>widget\\</b\\>.');
  expect(await catalog.describe(schema.property('spec')!, 'size')).toBe('How `big` it is.');
  expect(catalog.findByKind('Widget').map(({ version }) => version)).toEqual(['v1', 'v1beta1']);
  expect(catalog.find('v1', 'Pod')).toBe(base.find('v1', 'Pod'));
  expect(catalog.kinds().length).toBe(base.kinds().length + 4);
  expect(catalog.ownsGroup('example.com')).toBe(false);
  const list = catalog.find('example.com/v1', 'WidgetList')!;
  await catalog.load(list);
  expect(catalog.schema(list)?.property('items')?.items).toBe(schema);
  const free = catalog.find('example.com/v1beta1', 'Widget')!;
  expect(catalog.schema(free)?.open).toBe(true);
});

test('a bundled kind wins over a definition, and the first definition over the next', () => {
  const deployment = structuredClone(definition);
  deployment.spec.group = 'apps';
  deployment.spec.names.kind = 'Deployment';
  const second = kindsOfDefinition(definition, { from: 'definition', uri: 'file:///second.yaml' });
  const catalog = composeCatalogs(base, [
    ...kindsOfDefinition(deployment, origin),
    ...kindsOfDefinition(definition, origin),
    ...second,
  ]);
  expect(catalog.find('apps/v1', 'Deployment')?.origin).toEqual({ from: 'bundled' });
  expect(catalog.find('apps/v1beta1', 'Deployment')?.origin).toEqual(origin);
  expect(catalog.findByKind('Deployment').map(({ version }) => version)).toEqual(['v1', 'v1beta1']);
  expect(catalog.find('example.com/v1', 'Widget')?.origin).toEqual(origin);
});

test('a half-typed or hostile definition gives what it can and never throws', async () => {
  const odd = [
    undefined,
    null,
    1,
    'x',
    [],
    {},
    [null],
    { a: null },
    { openAPIV3Schema: 3 },
    { openAPIV3Schema: { properties: [] } },
  ];
  expect(odd.flatMap((value) => kindsOfDefinition(value, origin))).toEqual([]);
  for (const value of odd) {
    for (const field of ['group', 'names', 'versions', 'scope']) {
      kindsOfDefinition({ ...definition, spec: { ...definition.spec, [field]: value } }, origin);
    }
    const [version] = definition.spec.versions;
    for (const field of ['schema', 'subresources', 'additionalPrinterColumns', 'served']) {
      const versions = [{ ...version, [field]: value }];
      const catalog = composeCatalogs(
        base,
        kindsOfDefinition({ ...definition, spec: { ...definition.spec, versions } }, origin),
      );
      const kind = catalog.find('example.com/v1', 'Widget');
      if (!kind) continue;
      await catalog.load(kind);
      expect(catalog.schema(kind)?.propertyNames.slice(0, 3)).toEqual(['apiVersion', 'kind', 'metadata']);
    }
  }
});

test('a very deep schema is opened lazily', () => {
  let schema: object = { type: 'string' };
  for (let depth = 0; depth < 20_000; depth++) schema = { type: 'object', properties: { a: schema } };
  const versions = [{ name: 'v1', served: true, schema: { openAPIV3Schema: schema } }];
  const [first] = kindsOfDefinition({ ...definition, spec: { ...definition.spec, versions } }, origin);
  expect(first?.kind.kind).toBe('Widget');
});
