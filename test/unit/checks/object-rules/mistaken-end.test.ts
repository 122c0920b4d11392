import { expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { diagnose, loadSchemas } from '../../../../server/src/checks/check-document.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../../server/src/yaml/lines.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const deployment = (metadata: string, selector: string, labels: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: ${metadata}\nspec:\n  selector: {matchLabels: ${selector}}\n  template:\n    metadata: {labels: ${labels}}\n    spec: {containers: [{name: a, image: a}]}\n`;
const pod = (volumes: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a, image: a, volumeMounts: [{name: data, mountPath: /a}]}]\n  volumes: ${volumes}\n`;

test.each([
  { what: 'labels, where nothing tells', text: deployment('{name: x}', '{app: a}', '{app: b}'), line: 7 },
  {
    what: 'a selector that the own labels contradict',
    text: deployment('{name: x, labels: {app: b}}', '{app: a}', '{app: b}'),
    line: 5,
  },
  {
    what: 'labels that the own labels contradict',
    text: deployment('{name: b, labels: {app: a}}', '{app: a}', '{app: b}'),
    line: 7,
  },
  {
    what: 'a selector that the name contradicts',
    text: deployment('{name: shop-web}', '{app: wen}', '{app: web}'),
    line: 5,
  },
  {
    what: 'a selector of a label that is not there',
    text: deployment('{name: x}', '{app: a, tier: b}', '{app: a}'),
    line: 5,
  },
  {
    what: 'labels that lack one of the own',
    text: deployment('{name: x, labels: {tier: b}}', '{app: a, tier: b}', '{app: a}'),
    line: 7,
  },
  { what: 'a name of no volume', text: pod('[{name: date, emptyDir: {}}]'), line: 5 },
  { what: 'a list without a volume', text: pod('[]'), line: 6 },
])('the mistake is marked in $what', async ({ text, line }) => {
  const [document] = parseDocuments(text);
  await loadSchemas([document!], catalog);
  const lines = new LineIndex(text);
  const marked = diagnose(document!, { catalog, version: '1.36' }).map(
    ({ span }) => lines.positionAt(span.start).line + 1,
  );
  expect(marked).toEqual([line]);
});
