import { expect, test } from 'vitest';
import { startInProcess } from '../fuzz/in-process-server.ts';
import { readCatalog } from '../unit/catalog/built-catalog.ts';
import { wrongShapes } from './support/wrong-shapes.ts';

const identity = [{ group: 'example.com', version: 'v1', kind: 'Sail' }];
/** What a server publishes of a kind, with every word of the dialect once. */
const schemas = {
  'com.example.v1.Sail': {
    type: 'object',
    description: 'A sail.',
    required: ['spec'],
    properties: {
      spec: {
        type: 'object',
        properties: {
          count: { type: 'integer', format: 'int32', minimum: 1, maximum: 9, multipleOf: 2, default: 2 },
          word: { type: 'string', pattern: '^a+$', maxLength: 5, enum: ['a', 'aa'], nullable: true },
          parts: {
            type: 'array',
            maxItems: 3,
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
            items: { type: 'object', properties: { name: { type: 'string' } } },
          },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          either: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
          shared: { $ref: '#/components/schemas/com.example.v1.Part' },
          whole: { allOf: [{ $ref: '#/components/schemas/com.example.v1.Part' }] },
        },
        'x-kubernetes-validations': [{ rule: 'self.count > 0', message: 'm' }],
      },
    },
    'x-kubernetes-group-version-kind': identity,
  },
  'com.example.v1.Part': { type: 'object', properties: { name: { type: 'string' } } },
};

const sail = `apiVersion: example.com/v1
kind: Sail
metadata: {name: main}
spec:
  count: 3
  word: b
  parts: [{name: a}, {name: a}]
  labels: {a: b}
  either: x
  shared: {name: n, other: 1}
  whole: {name: n}
`;

test('a schema that is of a wrong type at any place leaves the language server answering', async () => {
  let published: unknown = schemas;
  let asked = 0;
  const server = await startInProcess(readCatalog, {
    answers: {
      'kubewright/openApiDocument': () => {
        asked++;
        return { hash: '', schemas: published };
      },
    },
  });
  const kind = {
    group: 'example.com',
    version: 'v1',
    kind: 'Sail',
    apiVersion: 'example.com/v1',
    plural: 'sails',
    singular: 'sail',
    scope: 'Namespaced',
    verbs: ['get'],
    shortNames: [],
    categories: [],
    subresources: [],
  };
  const faults: string[] = [];
  let revision = 0;
  let told = 0;
  const hovers = new Set<string>();
  const uri = 'file:///sail.yaml';
  const textDocument = { uri };
  await server.client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text: sail },
  });
  const hover = () =>
    server.client.sendRequest('textDocument/hover', { textDocument, position: { line: 4, character: 4 } });
  for (const { what, value } of wrongShapes(schemas)) {
    // The client takes nothing else for schemas than maps of maps.
    if (!isMapOfMaps(value)) continue;
    published = value;
    const clusters = [
      { id: 'one', name: 'prod', serverVersion: 'v1.35.4', kinds: [kind], revision: ++revision },
    ];
    await server.client.sendNotification('kubewright/connectedClusters', { clusters });
    for (const line of [4, 5, 6, 8, 9]) {
      const position = { line, character: 5 };
      for (const request of ['hover', 'completion']) {
        await server.client
          .sendRequest(`textDocument/${request}`, { textDocument, position })
          .catch((error: Error) => faults.push(`${what}: ${request}: ${error.message}`));
      }
    }
    for (const error of server.errors.slice(told)) faults.push(`${what}: ${error}`);
    told = server.errors.length;
    // What it says of fields is by the schema that was published last, or by none.
    hovers.add(JSON.stringify(await hover()));
  }
  server.stop();
  expect(faults).toEqual([]);
  expect(revision).toBeGreaterThan(1_000);
  expect(asked).toBeGreaterThanOrEqual(revision);
  expect(hovers.size).toBeGreaterThan(20);
});

function isMapOfMaps(value: unknown): boolean {
  const isMap = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  return isMap(value) && Object.values(value as object).every(isMap);
}
