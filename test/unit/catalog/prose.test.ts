import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proseOfCdk8s } from '../../../scripts/catalog/prose/cdk8s.ts';
import { proseOfKubernetesTypes } from '../../../scripts/catalog/prose/kubernetes-types.ts';
import { ownProse } from '../../../scripts/catalog/prose/own.ts';
import { joinProse } from '../../../scripts/catalog/prose/prose.ts';
import { readFacts } from '../../../scripts/facts/facts-files.ts';
import type { ProseFile } from '../../../server/src/catalog/files.ts';
import { proseToMarkdown } from '../../../server/src/catalog/markdown.ts';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import { catalogFolder, factsFolder } from './built-catalog.ts';

const source = (texts: Record<string, Record<string, string>>) =>
  new Map(Object.entries(texts).map(([name, fields]) => [name, new Map(Object.entries(fields))]));

const withFields = (...names: string[]): OpenApiSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

test('each text is of the first source that has it, as Markdown', () => {
  const sources = [
    source({ 'a.v1.Pod': { '': 'A pod.', spec: 'Its <spec>.', gone: 'No field.' } }),
    source({ 'a.v1.Pod': { spec: 'Another.', status: 'Its status.' }, 'a.v1.Other': { '': 'None.' } }),
  ];
  expect(joinProse(sources, { 'a.v1.Pod': withFields('spec', 'status', 'kind') })).toEqual({
    'a.v1.Pod': { '': 'A pod.', spec: 'Its \\<spec\\>.', status: 'Its status.' },
  });
});

test('what no source has is said of the most stable version that has it', () => {
  const definitions = {
    'a.v1.Pod': withFields('spec'),
    'a.v1beta1.Pod': withFields('spec'),
    'a.v1alpha1.Pod': withFields('spec'),
    'b.v1.Pod': withFields('spec'),
  };
  const sources = [source({ 'a.v1beta1.Pod': { spec: 'Beta.' }, 'a.v1alpha1.Pod': { spec: 'Alpha.' } })];
  expect(joinProse(sources, definitions)).toEqual({
    'a.v1.Pod': { spec: 'Beta.' },
    'a.v1beta1.Pod': { spec: 'Beta.' },
    'a.v1alpha1.Pod': { spec: 'Alpha.' },
  });
});

test('what is said of a type is no text of the fields that have it', () => {
  const reference: OpenApiSchema = { $ref: '#/components/schemas/io.k8s.util.IntOrString' };
  const sources = [
    source({ 'a.v1.Port': { target: 'IntOrString is a type.', other: 'IntOrStrings are none.' } }),
    source({ 'a.v1.Port': { target: 'Number or name.' } }),
  ];
  const properties = { target: { allOf: [reference] }, other: reference };
  expect(joinProse(sources, { 'a.v1.Port': { type: 'object', properties } })).toEqual({
    'a.v1.Port': { target: 'Number or name.', other: 'IntOrStrings are none.' },
  });
});

test('comments that name their field, without the tags', () => {
  const types = `/**
 * One container.
 *
 * @schema io.k8s.api.core.v1.Container
 */
export interface Container {
    /**
     * When it is ready.
     *
     * Cannot be updated.
     *
     * @default none
     * @schema io.k8s.api.core.v1.Container#readinessProbe
     */
    readonly readinessProbe?: Probe;
    /**
     * @schema io.k8s.api.core.v1.Container#silent
     */
    readonly silent?: Probe;
}`;
  expect(proseOfCdk8s(types)).toEqual(
    source({
      'io.k8s.api.core.v1.Container': {
        '': 'One container.',
        readinessProbe: 'When it is ready.\n\nCannot be updated.',
      },
    }),
  );
});

test('comments above interfaces and their fields, by the path of the file', () => {
  const types = `/** One container. */
export interface Container {
    /** When it is ready. */
    readinessProbe?: Probe;
    silent?: string;
    /**
     * What it is:
     *   one or two
     */
    readonly "x-status": Status;
}`;
  const files = new Map([
    ['core/v1.d.ts', types],
    ['meta/v1.d.ts', '/** A time. */\nexport type Time = string;'],
  ]);
  expect(proseOfKubernetesTypes(files)).toEqual(
    source({
      'io.k8s.api.core.v1.Container': {
        '': 'One container.',
        readinessProbe: 'When it is ready.',
        'x-status': 'What it is:\n  one or two',
      },
      'io.k8s.apimachinery.pkg.apis.meta.v1.Time': { '': 'A time.' },
    }),
  );
});

test('every field has a sentence of its own', async () => {
  const facts = [...(await readFacts(factsFolder)).values()];
  const definitions = Object.assign(
    {},
    ...facts.map(({ schemas }) => schemas),
  ) as (typeof facts)[0]['schemas'];
  const prose = await builtProse();
  const silent = Object.entries(definitions).flatMap(([name, { properties = {} }]) =>
    Object.keys(properties)
      .filter((field) => prose[name]?.[field] === undefined)
      .map((field) => `${name} ${field}`),
  );
  expect(silent).toEqual([]);
});

test('what the project says itself is said of fields that there are and nobody else describes', async () => {
  const facts = [...(await readFacts(factsFolder)).values()];
  const named = [...ownProse].flatMap(([name, fields]) =>
    [...fields.keys()].map((field) => `${name} ${field}`),
  );
  const there = new Set(
    facts.flatMap(({ schemas }) =>
      Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
        Object.keys(properties).map((field) => `${name} ${field}`),
      ),
    ),
  );
  expect(named.filter((field) => !there.has(field))).toEqual([]);
  const prose = await builtProse();
  const other = [...ownProse].flatMap(([name, fields]) =>
    [...fields]
      .filter(([field, text]) => prose[name]?.[field] !== proseToMarkdown(text))
      .map(([field]) => `${name} ${field}`),
  );
  expect(other).toEqual([]);
});

async function builtProse(): Promise<ProseFile> {
  const folder = join(catalogFolder, 'prose');
  const chunks = await Promise.all(
    (await readdir(folder)).map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
  );
  return Object.assign({}, ...chunks) as ProseFile;
}
