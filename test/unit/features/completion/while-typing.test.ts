import { describe, expect, test } from 'vitest';
import type { CompletionItem, TextEdit } from 'vscode-languageserver';
import { complete } from '../../../../server/src/features/completion/completion.ts';
import type { Occasion } from '../../../../server/src/features/completion/occasion.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../../server/src/yaml/lines.ts';
import { atCursor } from '../../../support/cursor.ts';
import { shownItems } from '../../../support/suggest-widget.ts';
import { catalog } from './completing.ts';

const pod = 'apiVersion: v1\nkind: Pod\nspec:\n';
const container = `${pod}  containers:\n    - name: web\n      ports:\n        - name: http\n          containerPort: 80\n`;
const claims =
  '\n---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: database\n---\napiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: database\n';

describe('in free text nothing opens behind a letter', () => {
  for (const text of [
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: w|\n',
    `${pod}  containers:\n    - name: w|\n`,
    `${pod}  containers:\n    - image: n|\n`,
    `${pod}  containers:\n    - command:\n        - s|\n`,
    `${pod}  schedulerName: d|\n`,
    `${pod}  serviceAccountName: d|${claims}`,
    `${pod}  volumes:\n    - persistentVolumeClaim:\n        claimName: d|${claims}`,
    `${container}      readinessProbe:\n        httpGet:\n          port: h|\n`,
    'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: n|\n',
    'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |-\n    na|\n',
    `${pod}  # na|\n`,
    'apiVersion: example.com/v1\nkind: C|\n',
    'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec:\n  scaleTargetRef:\n    kind: D|\n',
  ]) {
    test(JSON.stringify(text), async () => {
      expect(await labels(text, 'typed')).toEqual([]);
    });
  }
});

describe('where a value begins', () => {
  test('the values that there are', async () => {
    expect(await labels(`${pod}  dnsPolicy: |\n`, 'begun')).toContain('ClusterFirst');
    expect(await labels(`${pod}  dnsPolicy: "|"\n`, 'begun')).toContain('ClusterFirst');
    expect(await labels(`${pod}  hostNetwork: |\n`, 'begun')).toEqual(['true', 'false']);
    expect(await labels('apiVersion: apps/v1\nkind: |\n', 'begun')).toContain('Deployment');
  });
  test('names that there are, which the first letter closes', async () => {
    const text = `${pod}  serviceAccountName: |${claims}`;
    expect(await labels(text, 'begun')).toEqual(['database']);
    expect(await afterTyping(text, 'begun', 'd')).toEqual([]);
    expect(await afterTyping(text, 'asked', 'd')).toEqual(['database']);
  });
  test('nothing where there are no values, no fields, no numbers', async () => {
    expect(await labels(`${pod}  containers: |\n`, 'begun')).toEqual([]);
    expect(await labels(`${pod}  |\n`, 'begun')).toEqual([]);
    expect(await labels(`${pod}  containers:\n    - |\n`, 'begun')).toEqual([]);
    expect(await labels(`${pod}  terminationGracePeriodSeconds: |\n`, 'begun')).toEqual([]);
    expect(await labels('|\n', 'begun')).toEqual([]);
    expect(await labels(`${pod}  dnsPolicy: Default |\n`, 'begun')).toEqual([]);
    expect(await labels(`${pod}  dnsPolicy: |Def\n`, 'begun')).toEqual([]);
    expect(await labels(`${pod}  dnsPolicy: "|No"\n`, 'begun')).toEqual([]);
  });
});

describe('what is typed in full is no suggestion that takes Enter', () => {
  test.each([
    ['a value', `${pod}  dnsPolicy: |\n`, 'Default'],
    ['a kind of its apiVersion', 'apiVersion: v1\nkind: |\n', 'Service'],
    ['a kind that others begin with, of another apiVersion', 'apiVersion: v1\nkind: |\n', 'Role'],
    ['a kind without apiVersion', 'kind: |\n', 'Deployment'],
    ['a kind without apiVersion that others begin with', 'kind: |\n', 'Service'],
    ['an apiVersion', 'apiVersion: |\n', 'apps/v1'],
  ])('%s', async (_, text, word) => {
    const [first] = await widgetAfter(text, 'typed', word);
    if (first === undefined) return;
    expect(first).toMatchObject({ label: word, insertTextFormat: 1 });
    expect(first.additionalTextEdits).toBeUndefined();
    expect((first.textEdit as TextEdit).newText).toBe(word);
  });

  test('and a part of it still brings the apiVersion', async () => {
    const [first] = await widgetAfter('kind: |\n', 'typed', 'Deplo');
    expect(first?.additionalTextEdits?.[0]?.newText).toBe('apiVersion: apps/v1\n');
  });
});

test('kinds of another apiVersion stand behind those of its own', async () => {
  const all = await labels('apiVersion: v1\nkind: R|\n', 'typed');
  expect(all).toContain('Role');
  expect(all.indexOf('ReplicationController')).toBeLessThan(all.indexOf('Role'));
});

async function items(marked: string, occasion: Occasion): Promise<CompletionItem[]> {
  const { text, position } = atCursor(marked);
  const documents = parseDocuments(text);
  const given = { text, documents: () => documents, uri: 'file:///workspace/app.yaml', position };
  const list = await complete({ ...given, catalog: catalog(), occasion });
  return list.items.toSorted((left, right) => (left.sortText! < right.sortText! ? -1 : 1));
}

async function labels(marked: string, occasion: Occasion): Promise<string[]> {
  return (await items(marked, occasion)).map(({ label }) => label);
}

/** The list as an editor shows it after more has been typed: first what has nothing but that, then by its order. */
async function widgetAfter(marked: string, occasion: Occasion, typed: string): Promise<CompletionItem[]> {
  const given = await items(marked, occasion);
  const { text, position } = atCursor(marked);
  const offset = new LineIndex(text).offsetAt(position);
  const longer = text.slice(0, offset) + typed + text.slice(offset);
  const grown = given.map((item) => {
    const edit = item.textEdit as TextEdit;
    const end = { line: edit.range.end.line, character: edit.range.end.character + typed.length };
    return { ...item, textEdit: { ...edit, range: { ...edit.range, end } } };
  });
  const shown = shownItems(longer, offset + typed.length, grown);
  const isWhole = ({ filterText }: CompletionItem) => filterText?.toLowerCase() === typed.toLowerCase();
  return shown.toSorted((left, right) => Number(isWhole(right)) - Number(isWhole(left)));
}

async function afterTyping(marked: string, occasion: Occasion, typed: string): Promise<string[]> {
  return (await widgetAfter(marked, occasion, typed)).map(({ label }) => label);
}
