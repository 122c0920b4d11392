import { expect, test } from 'vitest';
import { makeSchema } from '../../../server/src/catalog/make-schema.ts';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';

const definitions: Record<string, OpenApiSchema> = {
  'a.Part': {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' } },
    description: 'a part',
  },
  'a.Tree': {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/a.Tree' } } },
  },
  'a.Loop': { $ref: '#/components/schemas/a.Loop' },
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': {
    type: 'object',
    properties: { name: { type: 'string' } },
  },
  'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: 'object' },
};
const resolve = (name: string) => definitions[name];
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemaOf = (raw: unknown, name?: string) => makeSchema(raw as OpenApiSchema, resolve, name);

test('what stands beside a reference lies over what it refers to', () => {
  const schema = schemaOf({ default: {}, description: 'mine', allOf: [reference('a.Part')] });
  expect({ name: schema.name, raw: schema.raw, required: schema.required }).toEqual({
    name: 'a.Part',
    raw: { ...definitions['a.Part'], default: {}, description: 'mine' },
    required: ['name'],
  });
});

test('several references are united; validations in allOf stay', () => {
  const validation = { required: ['x'] };
  const schema = schemaOf({ allOf: [reference('a.Part'), reference('a.Tree'), validation] });
  expect([schema.name, schema.propertyNames, schema.raw.allOf]).toEqual([
    undefined,
    ['name', 'children'],
    [validation],
  ]);
});

test('the same raw schema has the same view, also in a recursion', () => {
  const tree = schemaOf(definitions['a.Tree'], 'a.Tree');
  const child = tree.property('children')?.items;
  expect(schemaOf(definitions['a.Tree'])).toBe(tree);
  expect(child?.name).toBe('a.Tree');
  expect(child?.property('children')).toBe(tree.property('children'));
});

test.each<[string, unknown, object]>([
  [
    'IntOrString',
    { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
    { types: ['integer', 'string'], intOrString: true, open: false },
  ],
  [
    'x-kubernetes-int-or-string',
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    { types: ['integer', 'string'], intOrString: true, open: false },
  ],
  [
    'Quantity',
    { oneOf: [{ type: 'string' }, { type: 'number' }] },
    { types: ['string', 'number'], intOrString: false, open: false },
  ],
  ['any JSON', {}, { types: [], intOrString: false, open: true }],
  [
    'RawExtension',
    reference('io.k8s.apimachinery.pkg.runtime.RawExtension'),
    { types: ['object'], intOrString: false, open: true },
  ],
  [
    'preserved fields',
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    { types: ['object'], intOrString: false, open: true },
  ],
  ['an object without fields', { type: 'object' }, { types: ['object'], intOrString: false, open: false }],
])('%s', (_, raw, expected) => {
  const { types, intOrString, open } = schemaOf(raw);
  expect({ types, intOrString, open }).toEqual(expected);
});

test('map values, list keys and merge strategies', () => {
  expect(schemaOf({ type: 'object', additionalProperties: { type: 'string' } }).values).toMatchObject({
    types: ['string'],
  });
  expect(schemaOf({ type: 'object', additionalProperties: true }).values).toBe('any');
  expect(schemaOf({ type: 'object', properties: {} }).values).toBeUndefined();
  const list = schemaOf({
    type: 'array',
    items: { type: 'object' },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['port', 'protocol'],
    'x-kubernetes-patch-strategy': 'merge,retainKeys',
    'x-kubernetes-patch-merge-key': 'port',
  });
  expect([list.listType, list.listMapKeys, list.patchStrategy, list.patchMergeKey]).toEqual([
    'map',
    ['port', 'protocol'],
    ['merge', 'retainKeys'],
    'port',
  ]);
});

test('an embedded resource has the fields of every object', () => {
  const schema = schemaOf({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    properties: { metadata: { type: 'object' }, spec: { type: 'object' } },
  });
  expect([schema.propertyNames, schema.required, schema.property('metadata')?.propertyNames]).toEqual([
    ['apiVersion', 'kind', 'metadata', 'spec'],
    ['apiVersion', 'kind'],
    ['name'],
  ]);
});

test('references in a circle and to nowhere mean anything', () => {
  for (const name of ['a.Loop', 'a.Missing']) {
    expect(schemaOf(reference(name))).toMatchObject({ types: [], open: true, propertyNames: [] });
  }
});

test('broken schemas are read as far as they go', () => {
  const odd = [null, 1, 'x', [], {}, [null], { a: null }];
  const fields = [
    'type',
    'properties',
    'items',
    'required',
    'enum',
    'allOf',
    'oneOf',
    'additionalProperties',
    '$ref',
    'format',
    'x-kubernetes-embedded-resource',
    'x-kubernetes-list-map-keys',
    'x-kubernetes-patch-strategy',
  ];
  for (const field of fields) {
    for (const value of odd) {
      const schema = schemaOf({ [field]: value });
      for (const name of schema.propertyNames) schema.property(name);
      expect([schema.property('toString'), schema.items?.types, schema.values]).toBeDefined();
    }
  }
});
