import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { expectedFormat } from '../../../../server/src/rules/apiextensions/custom-formats.ts';
import { widgetDefinition } from '../../../support/widgets.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { annotate } from '../annotate.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

/** An object and what is said of it, by a definition with these properties and, maybe, the status as a subresource. */
async function said(object: string, properties: string, subresources = '{}'): Promise<string[]> {
  const text = `${widgetDefinition(properties, subresources)}---
apiVersion: example.com/v1
kind: Widget
metadata: {name: a}
${object}`;
  const shown = await annotate(text, catalog);
  return shown.split('\n').flatMap((line) => /^#~ *\^+ (.*)$/.exec(line)?.[1] ?? []);
}

describe('the status of a custom resource', () => {
  const status =
    'status: {type: object, required: [count], properties: {count: {type: integer, enum: [1, 2]}, phase: {type: object, required: [name], properties: {name: {type: string}}}}}';

  test.each([
    ['status: {}', '`status` lacks the required field `count`.'],
    ['status: {count: 3}', '`count` does not take "3". | Supported: 1, 2.'],
    ['status: {count: x}', '`count` takes an integer, not the string "x".'],
    ['status: {count: 1, phase: {}}', '`phase` lacks the required field `name`.'],
    ['status: 7', '`status` takes a map, not the number 7.'],
    ['status: {count: 1, other: 1}', 'Unknown field `other`.'],
  ])('is validated as all of it: %s', async (object, message) => {
    const [first, ...others] = await said(object, status);
    expect([first?.replace(/^error [\w-]+: /, '').replace(/ -> .*/, ''), others]).toEqual([message, []]);
  });

  test.each(['status: {}', 'status: {count: 3}', 'status: {count: x, phase: {}}', 'status: 7', 'status: []'])(
    'is not where it is a subresource: %s',
    async (object) => {
      expect(await said(object, status, '{status: {}}')).toEqual([]);
    },
  );

  test('has no unknown fields all the same', async () => {
    expect(await said('status: {count: x, phase: {other: 1}}', status, '{status: {}}')).toEqual([
      'error unknown-field: Unknown field `other`.',
    ]);
  });

  test('is that of the object alone', async () => {
    const spec = `spec: {type: object, properties: {${status}}}`;
    expect(await said('spec: {status: {}}', spec, '{status: {}}')).toEqual([
      'error missing-required: `status` lacks the required field `count`.',
    ]);
  });
});

describe('a null in a list of a custom resource', () => {
  test.each([
    ['{type: string}', 'null'],
    ['{type: object}', 'null'],
    ['{x-kubernetes-int-or-string: true}', '~'],
    ['{type: array, items: {type: string}}', ''],
  ])('is refused of %s', async (items, value) => {
    expect(await said(`list:\n  - ${value}`, `list: {type: array, items: ${items}}`)).toEqual([
      'error wrong-type: `list[0]` must not be null.',
    ]);
  });

  test.each([
    '{type: string, nullable: true}',
    '{type: object, default: {}}',
    '{x-kubernetes-preserve-unknown-fields: true}',
  ])('is taken of %s', async (items) => {
    expect(await said('list: [null]', `list: {type: array, items: ${items}}`)).toEqual([]);
  });
});

describe('numbers of a custom resource', () => {
  test.each([
    ['1.5', '{type: number, multipleOf: 0.4}', ['error out-of-range: `false` must be a multiple of 0.4.']],
    ['0.3', '{type: number, multipleOf: 0.1}', []],
    [
      '1',
      '{type: number, multipleOf: 0.1}',
      [
        'error out-of-range: `false` must be no number: the "multipleOf" of its schema has to be positive. | `false` must be no number: the "multipleOf" of its schema has to be positive, and whole for whole numbers.',
      ],
    ],
    ['5', '{type: integer, maximum: 4.5}', ['error out-of-range: `false` must be at most 4.']],
    ['2', '{type: integer, minimum: 2.5}', []],
  ])('%s by %s', async (value, schema, messages) => {
    expect(await said(`n: ${value}`, `n: ${schema}`)).toEqual(messages);
  });
});

describe('formats', () => {
  /** What a kube-apiserver 1.35.4 said of these texts. */
  const recorded: Record<string, { accepted: string[]; refused: string[] }> = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../fixtures/custom-formats.json'), 'utf8'),
  );
  /** What is left to the server, because it takes more than is worth knowing here. */
  const leftToServer: Record<string, string[]> = {
    duration: ['1 month', '1y'],
    uri: ['http://a b', 'https://example.com:port/'],
    email: ['a b@c.d'],
  };

  test.each(Object.entries(recorded))('%s', (format, { accepted, refused }) => {
    const isFound = (text: string) => expectedFormat(text, format) !== undefined;
    expect(accepted.filter(isFound)).toEqual([]);
    expect(refused.filter((text) => !isFound(text))).toEqual(leftToServer[format] ?? []);
  });

  test('count in the schema of a definition, for every text: in fields of no type, too', async () => {
    const fields =
      'when: {type: string, format: date-time}, any: {x-kubernetes-preserve-unknown-fields: true, format: date-time}, own: {type: string, format: whatever}';
    expect(await said('when: today\nany: today\nown: today', fields)).toEqual([
      expect.stringMatching(/^(?:error|warning) unknown-format/),
      'error bad-format: `when` "today" is not a time such as 2026-01-31T12:00:00Z.',
      'error bad-format: `any` "today" is not a time such as 2026-01-31T12:00:00Z.',
    ]);
  });
});
