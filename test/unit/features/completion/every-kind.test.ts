import { expect, test } from 'vitest';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { acceptItem } from '../../../support/snippets.ts';
import { catalog, offered } from './completing.ts';

test('every field of every kind can be accepted at the root and under it, and leaves YAML behind', async () => {
  for (const { apiVersion, kind, listOf } of catalog().kinds()) {
    if (listOf) continue;
    const head = `apiVersion: ${apiVersion}\nkind: ${kind}\n`;
    for (const item of await offered(`${head}|`)) {
      const text = acceptItem(head, item);
      expectYaml(text);
      const before = `${head}${item.label}:\n  `;
      for (const inner of await offered(`${before}|`)) expectYaml(acceptItem(before, inner));
    }
  }
});

function expectYaml(marked: string): void {
  const text = marked.replace('|', 'x');
  const [document, ...more] = parseDocuments(text);
  const wrong = document!.problems.map(({ code }) => code);
  expect([more.length, wrong], text).toEqual([0, []]);
}
