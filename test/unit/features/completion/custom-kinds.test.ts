import { expect, test } from 'vitest';
import { composeCatalogs, kindsOfDefinition } from '../../../../server/src/catalog/definitions.ts';
import { complete } from '../../../../server/src/features/completion/completion.ts';
import { atCursor } from '../../../support/cursor.ts';
import { customDefinition } from '../../../support/custom-definition.ts';
import { acceptItem } from '../../../support/snippets.ts';
import { catalog } from './completing.ts';

const definition = customDefinition({
  group: 'example.com',
  kind: 'Queue',
  plural: 'queues',
  schema: {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['workers'],
        properties: {
          workers: {
            type: 'array',
            items: {
              type: 'object',
              required: ['class'],
              properties: { class: { type: 'string', enum: ['fast', 'off'] } },
            },
          },
        },
      },
    },
  },
});

test.each([
  ['kind: |', 'Queue', 'apiVersion: example.com/v1\nkind: Queue|'],
  ['kind: Queue\napiVersion: |', 'example.com/v1', 'kind: Queue\napiVersion: example.com/v1|'],
  [
    'apiVersion: example.com/v1\nkind: Queue\n|',
    'spec',
    'apiVersion: example.com/v1\nkind: Queue\nspec:\n  workers:\n    - class: |',
  ],
  [
    'apiVersion: example.com/v1\nkind: Queue\nspec:\n  workers:\n    - class: |',
    'off',
    'apiVersion: example.com/v1\nkind: Queue\nspec:\n  workers:\n    - class: "off"|',
  ],
])('kinds of a CustomResourceDefinition complete: %j + %s', async (before, label, after) => {
  const { text, position } = atCursor(before);
  const { items } = await complete({
    text,
    uri: 'file:///workspace/a.yaml',
    position,
    catalog: composeCatalogs(
      catalog(),
      kindsOfDefinition(definition, { from: 'definition', uri: 'file:///crd.yaml' }),
    ),
  });
  expect(acceptItem(text, items.find((item) => item.label === label)!)).toBe(after);
});

test('where definitions of a kind differ, the fields of all are offered', async () => {
  const queue = (properties: object) =>
    customDefinition({
      group: 'example.com',
      kind: 'Queue',
      plural: 'queues',
      schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
    });
  const definitions = [
    queue({ length: { type: 'integer' }, mode: { type: 'string', enum: ['fair'] } }),
    queue({ depth: { type: 'integer' }, mode: { type: 'string', enum: ['fair', 'fast'] } }),
  ];
  const offered = async (before: string) => {
    const { text, position } = atCursor(before);
    const kinds = definitions.flatMap((one, index) =>
      kindsOfDefinition(one, { from: 'definition', uri: `file:///${index}.yaml` }),
    );
    const { items } = await complete({
      text,
      uri: 'file:///workspace/a.yaml',
      position,
      catalog: composeCatalogs(catalog(), kinds),
    });
    return items.map(({ label }) => label).sort();
  };
  const head = 'apiVersion: example.com/v1\nkind: Queue\nspec:\n';
  expect(await offered(`${head}  |`)).toEqual(['depth', 'length', 'mode']);
  expect(await offered(`${head}  mode: |`)).toEqual(['fair', 'fast']);
});
