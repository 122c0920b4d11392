import { expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { composeCatalogs, kindsOfDefinition } from '../../../server/src/catalog/definitions.ts';
import { customDefinition } from '../../support/custom-definition.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { findingsOf, openedTemplate } from './annotated-template.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const head = `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
`;

async function codesIn(text: string, by: Catalog = catalog): Promise<string[]> {
  const document = await openedTemplate(text, by);
  return findingsOf(document, { catalog: by, version: '1.36' }).map(({ code, about }) =>
    about.is === 'left-part' ? about.part : code,
  );
}

const repeat = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

test('an item that is twice there is found behind any number of branches', async () => {
  const names = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } };
  const definition = customDefinition({
    group: 'example.com',
    kind: 'Boat',
    plural: 'boats',
    schema: { type: 'object', properties: { names } },
  });
  const boats = composeCatalogs(catalog, kindsOfDefinition(definition, { from: 'definition', uri: '' }));
  const conditions = repeat(400, (index) => `  {{- if .x${index} }}\n  - n${index}\n  {{- end }}\n`);
  const told = (rest: string) =>
    codesIn(
      `apiVersion: example.com/v1\nkind: Boat\nmetadata: {name: a}\nnames:\n${conditions}${rest}`,
      boats,
    );
  const chosen = '  {{- if .y }}\n  - a\n  {{- else }}\n  - a\n  {{- end }}\n';
  expect((await told(chosen)).filter((code) => code !== 'branches')).toEqual([]);
  expect(await told('  - a\n  - a\n')).toContain('duplicate-item');
});

test('what goes on behind one of very many branches goes on behind each of them', async () => {
  const ways = repeat(
    300,
    (index) => `    {{- ${index === 0 ? 'if' : 'else if'} .x${index} }}\n    - name: c${index}\n`,
  );
  expect(await codesIn(`${head}${ways}    {{- end }}\n      image: a\n`)).toEqual(['branches']);
});

test('blocks in more others than anybody nests are a note', async () => {
  const nested = (count: number) =>
    `${head}    - name: a\n      image: a\n${repeat(count, () => '      {{- if .x }}\n')}      tty: true\n${'      {{- end }}\n'.repeat(count)}`;
  expect(await codesIn(nested(200))).toEqual([]);
  expect(await codesIn(nested(201))).toEqual(['blocks']);
});

test('of a template, too, it is said that there is more to warn of', async () => {
  const items = '{key: a, path: b/c}, '.repeat(100);
  const text = `${head}    - {name: a, image: {{ .image }}}\n  volumes: [{name: v, configMap: {name: c, items: [${items}]}}]\n`;
  expect(await codesIn(text)).toContain('words');
});
