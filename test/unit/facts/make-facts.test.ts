import { describe, expect, test } from 'vitest';
import { makeFacts } from '../../../scripts/facts/make-facts.ts';
import type { ServerAnswers } from '../../../scripts/facts/server-answers.ts';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';

/** A server with a Pod and a Widget, as it answers. */
const answers: ServerAnswers = {
  version: { gitVersion: 'v1.37.2' },
  discovery: [
    {
      kind: 'APIGroupDiscoveryList',
      items: [
        {
          versions: [
            {
              version: 'v1',
              freshness: 'Current',
              resources: [
                {
                  resource: 'pods',
                  responseKind: { group: '', version: '', kind: 'Pod' },
                  scope: 'Namespaced',
                  singularResource: 'pod',
                  verbs: ['create', 'list'],
                  shortNames: ['po'],
                  categories: ['all'],
                  subresources: [
                    {
                      subresource: 'eviction',
                      responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
                      verbs: ['create'],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
    {
      kind: 'APIGroupDiscoveryList',
      items: [
        {
          metadata: { name: 'widgets.k8s.io' },
          versions: [
            { version: 'v1', resources: [widget('Cluster')] },
            { version: 'v1beta1', resources: [widget('Cluster')] },
          ],
        },
      ],
    },
  ],
  apiServices: { items: [] },
  documents: [
    document({ 'io.k8s.b.Pod': { type: 'object', description: 'A Pod.' } }),
    document({ 'io.k8s.a.Widget': { type: 'object' }, 'io.k8s.b.Pod': { type: 'object' } }),
    {},
  ],
  definitions: {},
  tables: {
    'pods./v1': {
      kind: 'Table',
      columnDefinitions: [
        { name: 'Name', type: 'string', format: 'name', priority: 0, description: 'Its name.' },
        { name: 'Node', type: 'string', format: '', priority: 1, description: 'Where it runs.' },
      ],
    },
  },
};

function widget(scope: string) {
  const responseKind = { group: '', version: '', kind: 'Widget' };
  return { resource: 'widgets', responseKind, scope, singularResource: 'widget', verbs: ['create'] };
}

function document(schemas: Record<string, OpenApiSchema>) {
  return { components: { schemas } };
}

test('facts are what a server answers, in the order of discovery and of the names of schemas', () => {
  const widgets = {
    kind: 'Widget',
    plural: 'widgets',
    singular: 'widget',
    scope: 'Cluster',
    verbs: ['create'],
    shortNames: [],
    categories: [],
    subresources: [],
  };
  expect(JSON.stringify(makeFacts(answers))).toBe(
    JSON.stringify({
      version: 'v1.37.2',
      resources: [
        {
          group: '',
          version: 'v1',
          kind: 'Pod',
          plural: 'pods',
          singular: 'pod',
          scope: 'Namespaced',
          verbs: ['create', 'list'],
          shortNames: ['po'],
          categories: ['all'],
          subresources: [
            { name: 'eviction', kind: 'Eviction', group: 'policy', version: 'v1', verbs: ['create'] },
          ],
          columns: [
            { name: 'Name', type: 'string', format: 'name', priority: 0 },
            { name: 'Node', type: 'string', format: '', priority: 1 },
          ],
        },
        { group: 'widgets.k8s.io', version: 'v1', ...widgets },
        { group: 'widgets.k8s.io', version: 'v1beta1', ...widgets },
      ],
      schemas: { 'io.k8s.a.Widget': { type: 'object' }, 'io.k8s.b.Pod': { type: 'object' } },
    }),
  );
});

describe('a schema is taken without its prose', () => {
  test.each<[name: string, published: unknown, kept: unknown]>([
    [
      'keys keep their order',
      { type: 'object', description: 'x', required: ['a'] },
      { type: 'object', required: ['a'] },
    ],
    [
      'a field may be called description',
      { description: 'x', properties: { description: { description: 'y', type: 'string' } } },
      { properties: { description: { type: 'string' } } },
    ],
    [
      'items, values of maps and what is combined',
      {
        items: { description: 'x', allOf: [{ description: 'y', $ref: '#/a' }] },
        additionalProperties: { oneOf: [{ description: 'z', type: 'string' }] },
      },
      { items: { allOf: [{ $ref: '#/a' }] }, additionalProperties: { oneOf: [{ type: 'string' }] } },
    ],
    ['a map may take anything', { additionalProperties: true }, { additionalProperties: true }],
    [
      'values are no schemas',
      { default: { description: 'kept' }, enum: ['description'] },
      { default: { description: 'kept' }, enum: ['description'] },
    ],
  ])('%s', (_name, published, kept) => {
    const documents = [document({ a: published as OpenApiSchema })];
    expect(JSON.stringify(makeFacts({ ...answers, documents }).schemas)).toBe(JSON.stringify({ a: kept }));
  });
});

test('where documents name a schema by the kinds of their own, those of all group-versions are in /openapi/v2', () => {
  const named = (...groups: string[]): OpenApiSchema => ({
    type: 'object',
    'x-kubernetes-group-version-kind': groups.map((group) => ({
      group,
      kind: 'DeleteOptions',
      version: 'v1',
    })),
  });
  const documents = ['apps', 'batch', 'policy'].map((group) =>
    document({ a: named(group), b: named('apps') }),
  );
  const definitions = { a: named('apps', 'batch', 'policy'), b: named('') };
  expect(makeFacts({ ...answers, documents, definitions }).schemas).toEqual({
    a: named('apps', 'batch', 'policy'),
    b: named('apps'),
  });
});

describe('answers that no facts can be made of', () => {
  test.each<[answered: Partial<ServerAnswers>, message: string]>([
    [
      { documents: [document({ a: { type: 'object' } }), document({ a: { type: 'string' } })] },
      'two documents of the server tell of a in different ways',
    ],
    [
      { discovery: [{ kind: 'APIVersions' }] },
      'the server answers discovery with APIVersions: it is older than Kubernetes 1.30',
    ],
    [
      { tables: { 'pods./v1': { kind: 'PodList' } } },
      'the server lists pods as PodList, not as a Table with columns',
    ],
  ])('%j', (answered, message) => {
    expect(() => makeFacts({ ...answers, ...answered })).toThrow(message);
  });
});
