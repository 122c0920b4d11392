import { expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { diagnose, loadSchemas } from '../../../server/src/checks/check-document.ts';
import { type Finding, mostFound } from '../../../server/src/checks/finding.ts';
import { mostPatterns } from '../../../server/src/rules/apiextensions/custom-schema.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
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

async function foundIn(text: string): Promise<Finding[]> {
  const documents = parseDocuments(`${text.includes('apiVersion') ? '' : head}${text}`);
  await loadSchemas(documents, catalog);
  return diagnose(documents[0]!, { catalog, version: '1.35' });
}

const head = 'apiVersion: v1\nmetadata: {name: a}\n';

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
}

function definition(patterns: number, pattern: string): string {
  const fields = lines(patterns, (index) => `p${index}: {type: string, pattern: '${pattern}'},`);
  return `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.example.org}\nspec: {group: example.org, scope: Cluster, names: {kind: A, plural: as}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {\n${fields}}}}}}}]}\n`;
}
