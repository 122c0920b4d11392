import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { diagnose, loadSchemas } from '../../../../server/src/checks/check-document.ts';
import { complete } from '../../../../server/src/features/completion/completion.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { atCursor } from '../../../support/cursor.ts';
import { acceptItem } from '../../../support/snippets.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

async function told(text: string): Promise<string[]> {
  const documents = parseDocuments(text);
  await loadSchemas(documents, catalog);
  const findings = documents.flatMap((document) => diagnose(document, { catalog, version: '1.36' }));
  return findings.map(
    ({ code, span, fix }) => `${code} ${text.slice(span.start, span.end)}${fix ? ` -> ${fix.newText}` : ''}`,
  );
}

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'b\n/😀"' } };

describe('JSON', () => {
  test.each([
    ['on one line', JSON.stringify(configMap)],
    ['indented by spaces', JSON.stringify(configMap, null, 2)],
    ['indented by tabs', JSON.stringify(configMap, null, '\t')],
    ['with CRLF', JSON.stringify(configMap, null, 4).replaceAll('\n', '\r\n')],
    ['with escaped slashes', JSON.stringify(configMap).replace('/', '\\/')],
  ])('%s is read', async (_name, text) => {
    expect(await told(text)).toEqual([]);
    expect(await told(text.replace('"data"', '"dta"'))).toEqual(['unknown-field "dta" -> "data"']);
  });

  test('of another make gets nothing', async () => {
    expect(await told('{"name": "a", "version": "1", "kind": 3}')).toEqual([]);
    expect(await told('[1, {"a": tru')).toEqual([]);
  });

  test('is completed with quotes', async () => {
    const marked = '{\n  "apiVersion": "v1",\n  "kind": "ConfigMap",\n  "|"\n}\n';
    const { text, position } = atCursor(marked);
    const { items } = await complete({ text, uri: 'file:///a.json', position, catalog });
    const item = items.find(({ label }) => label === 'immutable');
    expect(item && acceptItem(text, item)).toBe(marked.replace('"|"', '"immutable": |'));
  });
});

test.each([
  '# yaml-language-server: $schema=https://example.com/schema.json',
  '# vim: set ft=yaml ts=2:',
  '# -*- mode: yaml -*-',
  '# yamllint disable',
  '# $schema: x',
])('the modeline %s does not disturb', async (line) => {
  const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nx: 1\n';
  const text = `${line}\n---\n${manifest}---\n${line}\n${manifest}${line}\n`;
  expect(await told(text)).toEqual(['unknown-field x', 'unknown-field x']);
});

test('lines of directives are refused by the server or by kubectl, and told where they stand', async () => {
  const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
  expect(await told(`%YAML 1.2\n---\n${manifest}`)).toEqual(['bad-directive %YAML 1.2']);
  expect(await told(`# one\n%YAML 1.1 # two\n# three\n--- # four\n${manifest}`)).toEqual([
    'directive %YAML 1.1 # two',
  ]);
  expect(await told(`%TAG !e! tag:example.com,2024:\n---\n${manifest}`)).toEqual([
    'directive %TAG !e! tag:example.com,2024:',
  ]);
});
