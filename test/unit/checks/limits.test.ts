import { expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { composeCatalogs, kindsOfDefinition } from '../../../server/src/catalog/definitions.ts';
import type { LeftPart } from '../../../server/src/checks/about.ts';
import { diagnose, loadSchemas } from '../../../server/src/checks/check-document.ts';
import { type Finding, mostFound } from '../../../server/src/checks/finding.ts';
import { longestHeadline, sentenceOf } from '../../../server/src/checks/sentences.ts';
import { checkImmutableFields } from '../../../server/src/checks/stored/immutable-fields.ts';
import { namedObjects } from '../../../server/src/checks/stored/named-objects.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { ignoreFindings } from '../../../server/src/diagnostics/suppression.ts';
import { kustomizationFindings } from '../../../server/src/kustomize/kustomization-findings.ts';
import { mostPatterns } from '../../../server/src/rules/apiextensions/custom-schema.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { toValue } from '../../../server/src/yaml/value.ts';
import { withCatalog } from '../catalog/built-catalog.ts';

let catalog: Catalog;
withCatalog('1.35', (opened) => {
  catalog = opened;
});

test.each([
  ['unknown fields', (count: number) => `kind: ConfigMap\n${lines(count, (index) => `field${index}: true`)}`],
  [
    'what a rule refuses',
    (count: number) => `kind: ConfigMap\ndata:\n${lines(count, (index) => `  a*${index}: b`)}`,
  ],
])('of more than is looked at it is said: %s', async (_, written) => {
  const all = await foundIn(written(mostFound));
  expect(all.length).toBe(mostFound);
  expect(all.every((one) => one.about.is !== 'too-many')).toBe(true);
  expect(new Set(all.map((one) => one.code)).size).toBe(1);
  const more = await foundIn(written(mostFound + 1));
  expect(more.length).toBe(mostFound + 1);
  expect(more.at(-1)).toMatchObject({
    code: 'not-checked',
    severity: 'information',
    about: { is: 'too-many', shown: mostFound },
  });
});

test('patterns beyond those that are read are a note, plain ones apart', async () => {
  expect(await foundIn(definition(mostPatterns, '(a|b)'))).toEqual([]);
  const all = definition(mostPatterns + 1, '(a|b)');
  const [left, ...others] = await foundIn(all);
  expect(others).toEqual([]);
  expect(left).toMatchObject({ code: 'not-checked', about: { is: 'left-patterns', most: mostPatterns } });
  expect(await foundIn(definition(mostPatterns + 1, '^[a-z0-9-]+$'))).toEqual([]);
});

const lists = (depth: number): string =>
  `{apiVersion: v1, kind: List, items: [${depth === 0 ? '' : lists(depth - 1)}]}`;
const schemas = (depth: number) =>
  `${'{type: object, properties: {a: '.repeat(depth)}{}${'}}'.repeat(depth)}`;
const branches = (count: number) =>
  `{type: array, default: [${lines(300, (index) => `x${index},`)}], items: {type: string, anyOf: [${lines(count, () => '{maxLength: 1},')}]}}`;
test.each<[part: LeftPart, within: string, beyond: string]>([
  ['levels', ofSchema(schemas(90)), ofSchema(schemas(180))],
  ['lists', lists(7), lists(10)],
  ['comparisons', ofSchema(branches(1_000)), ofSchema(branches(2_000))],
  ['pattern', definition(2, `(${'a'.repeat(9_000)})`), definition(2, `(${'a'.repeat(10_000)})`)],
])('what is beyond a limit is a note, once: %s', async (part, within, beyond) => {
  const notes = async (text: string) => {
    const found = await foundIn(text);
    return found.flatMap(({ about, severity }) => (about.is === 'left-part' ? [[about.part, severity]] : []));
  };
  expect(await notes(within)).toEqual([]);
  expect(await notes(beyond)).toEqual([[part, 'information']]);
});

test('who compares too many names is told that none is suggested any more', async () => {
  const written = definition(600, 'a');
  const defined = kindsOfDefinition(toValue(parseDocuments(written)[0]!.root!), {
    from: 'definition',
    uri: '',
  });
  const withDefined = composeCatalogs(catalog, defined);
  const object = (count: number) =>
    `apiVersion: example.org/v1\nkind: A\nmetadata: {name: a}\nspec:\n${lines(count, (index) => `  q${index}: 1`)}`;
  const few = await foundIn(object(800), withDefined);
  expect(few.filter(({ about }) => about.is === 'left-part')).toEqual([]);
  const many = await foundIn(object(900), withDefined);
  expect(many.filter(({ about }) => about.is === 'left-part')).toMatchObject([
    { code: 'not-checked', about: { part: 'choices' } },
  ]);
});

test('a text that is too long to be matched with its pattern is a note', async () => {
  const defined = kindsOfDefinition(toValue(parseDocuments(definition(1, '^(a|b){1,500}$'))[0]!.root!), {
    from: 'definition',
    uri: '',
  });
  const object = (length: number) =>
    `apiVersion: example.org/v1\nkind: A\nmetadata: {name: a}\nspec: {p0: ${'a'.repeat(length)}}`;
  const told = async (length: number) => {
    const found = await foundIn(object(length), composeCatalogs(catalog, defined));
    return found.map(({ code, about }) => (about.is === 'left-part' ? about.part : code));
  };
  expect(await told(400)).toEqual([]);
  expect(await told(600)).toEqual(['bad-pattern']);
  expect(await told(10_000)).toEqual(['match']);
});

test('of rules that say more than anybody reads it is said', async () => {
  const told = async (count: number) => {
    const names = lines(count, (index) => `    - {name: ${'A'.repeat(40_000)}${index}, image: a}`);
    const found = await foundIn(`kind: Pod\nspec:\n  containers:\n${names}`);
    return found.flatMap(({ about }) => (about.is === 'left-part' ? [about.part] : []));
  };
  expect(await told(20)).toEqual([]);
  expect(await told(110)).toEqual(['words']);
});

test('of warnings of more than anybody reads it is said', async () => {
  const told = async (count: number) => {
    const items = lines(count, () => '{key: a, path: b/c},');
    const found = await foundIn(
      `kind: Pod\nspec:\n  containers: [{name: a, image: a}]\n  volumes: [{name: v, configMap: {name: c, items: [${items}]}}]\n`,
    );
    return found.flatMap(({ about }) => (about.is === 'left-part' ? [[about.part, about.most]] : []));
  };
  expect(await told(50)).toEqual([]);
  expect(await told(100)).toEqual([['words', 200_000]]);
});

test('places at which a cluster would refuse a change are a note beyond those that are shown', async () => {
  const pod = (key: string, count: number) =>
    `${head}kind: Pod\nspec:\n  containers: [{name: a, image: a}]\n  nodeSelector:\n${lines(count, (index) => `    k${index}: ${key}`)}`;
  const told = async (count: number) => {
    const documents = parseDocuments(pod('new', count));
    await loadSchemas(documents, catalog);
    const object = toValue(parseDocuments(pod('old', count))[0]!.root!) as JsonObject;
    return Array.from(namedObjects(documents[0]!.root, catalog)).flatMap((written) =>
      checkImmutableFields(
        written,
        { cluster: 'shop', object, withheld: [] },
        { catalog, version: '1.35' },
      ).map(({ about }) => (about.is === 'left-part' ? `${about.part} ${about.most}` : about.is)),
    );
  };
  expect(await told(10)).toEqual(Array(10).fill('immutable-field'));
  expect(await told(12)).toEqual([...Array(10).fill('immutable-field'), 'places 10']);
});

test('codes of ignore comments beyond those that are looked at are a note', () => {
  const codes = (count: number) =>
    parseDocuments(
      `${head}kind: ConfigMap\ndata:\n${lines(count, (index) => `  k${index}: v # kubewright-ignore a`)}`,
    );
  const told = (count: number) => ignoreFindings([], codes(count)[0]!).map(({ about }) => about.is);
  expect(new Set(told(500))).toEqual(new Set(['unknown-code']));
  expect(told(502).slice(-2)).toEqual(['unknown-code', 'left-part']);
});

test('patches of a kustomization beyond those that are looked at are a note', () => {
  const patches = (count: number) =>
    parseDocuments(`patches:\n${lines(count, () => "  - target: {kind: Pod}\n    patch: '[]'")}`)[0]!;
  const told = (count: number) =>
    kustomizationFindings(patches(count), { catalog, version: '1.35' }).filter(
      ({ about }) => about.is === 'left-part',
    );
  expect(told(500)).toEqual([]);
  expect(told(502)).toMatchObject([{ code: 'not-checked', about: { part: 'patches', most: 500 } }]);
});

test('each note says what is left and what to do', () => {
  for (const part of leftParts) {
    const { headline, detail } = sentenceOf({ is: 'left-part', part, most: 1234 });
    expect(headline).toMatch(/\b1,234\b.*\.$/);
    expect(headline.length).toBeLessThanOrEqual(longestHeadline);
    expect(detail).toMatch(/\.$/);
  }
});

const leftParts: readonly LeftPart[] = [
  'levels',
  'lists',
  'choices',
  'comparisons',
  'pattern',
  'codes',
  'patches',
  'branches',
  'alternatives',
  'builds',
  'built-files',
  'built-text',
  'live-objects',
  'match',
  'words',
  'definitions',
  'places',
  'blocks',
  'kustomization',
];

async function foundIn(text: string, by: Catalog = catalog): Promise<Finding[]> {
  const documents = parseDocuments(`${text.includes('apiVersion') ? '' : head}${text}`);
  await loadSchemas(documents, by);
  return diagnose(documents[0]!, { catalog: by, version: '1.35' });
}

const head = 'apiVersion: v1\nmetadata: {name: a}\n';

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
}

function definition(patterns: number, pattern: string): string {
  const fields = lines(patterns, (index) => `p${index}: {type: string, pattern: '${pattern}'},`);
  return ofSchema(`{type: object, properties: {\n${fields}}}`);
}

/** A definition with a schema for `spec`. */
function ofSchema(schema: string): string {
  return `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.example.org}\nspec: {group: example.org, scope: Cluster, names: {kind: A, plural: as}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: ${schema}}}}}]}\n`;
}
