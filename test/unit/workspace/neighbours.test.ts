import { describe, expect, test } from 'vitest';
import { NeighbourIndex } from '../../../server/src/workspace/neighbour-index.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';

const folder = 'file:///project/shop%20a';

/** An index over files in memory, by their names below the folder. */
function scene(files: Record<string, string>) {
  const read: string[] = [];
  const index = new NeighbourIndex({
    async *find(below) {
      for (const name of Object.keys(files)) yield `${below}/${name}`;
    },
    read: async (uri) => {
      read.push(uri.slice(folder.length + 1));
      return files[uri.slice(folder.length + 1)];
    },
  });
  const beside = (name: string, open: Record<string, string> = {}) =>
    index
      .documentsBeside(
        `${folder}/${name}`,
        Object.entries(open).map(([file, text]) => ({
          uri: `${folder}/${file}`,
          documents: parseDocuments(text),
        })),
      )
      .map(({ text }) => text.trim());
  return { index, read, beside };
}

describe('the files beside an open one', () => {
  test('are read when it is opened, once, and not those of folders below', async () => {
    const { index, read, beside } = scene({
      'a.yaml': 'a: 1',
      'b.yaml': 'b: 1\n---\nb: 2',
      'c/d.yaml': 'd: 1',
    });
    expect(beside('a.yaml')).toEqual([]);
    await index.open(`${folder}/a.yaml`);
    await index.open(`${folder}/b.yaml`);
    expect(read).toEqual(['a.yaml', 'b.yaml']);
    expect(beside('a.yaml')).toEqual(['b: 1', 'b: 2']);
    expect(beside('b.yaml')).toEqual(['a: 1']);
    expect(beside('c/d.yaml')).toEqual([]);
  });

  test('are as they are open, and as they were changed on disk', async () => {
    const { index, beside } = scene({ 'a.yaml': 'a: 1', 'b.yaml': 'b: 1' });
    await index.open(`${folder}/a.yaml`);
    expect(beside('a.yaml', { 'a.yaml': 'a: 2', 'b.yaml': 'b: 2', 'new.yaml': 'n: 1' })).toEqual([
      'b: 2',
      'n: 1',
    ]);
    index.setFile(`${folder}/b.yaml`, 'b: 3');
    index.setFile(`${folder}/c.yaml`, 'c: 1');
    index.setFile('file:///elsewhere/x.yaml', 'x: 1');
    expect(beside('a.yaml')).toEqual(['b: 3', 'c: 1']);
    index.setFile(`${folder}/b.yaml`, undefined);
    expect(beside('a.yaml')).toEqual(['c: 1']);
  });

  test('are the same however a URI is encoded', async () => {
    const { index, beside } = scene({ 'a@b.yaml': 'a: 1', 'c.yaml': 'c: 1' });
    await index.open(`${folder}/a%40b.yaml`);
    expect(beside('a%40b.yaml')).toEqual(['c: 1']);
  });

  test('are bounded in number and length, and templates tell what they print of nobody', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`f${index}.yaml`, `n: ${index}`]),
    );
    const { index, read, beside } = scene({
      'long.yaml': 'x'.repeat(60_000),
      't.yaml': 'a: {{ .Values.a }}',
      ...many,
    });
    await index.open(`${folder}/a.yaml`);
    expect(read.length).toBe(60);
    expect(beside('a.yaml')[0]).toMatch(/^a: \ue000+$/u);
  });

  test('of a document in no folder there are none', async () => {
    const { index, read } = scene({ 'a.yaml': 'a: 1' });
    await index.open('untitled:Untitled-1');
    expect([read, index.documentsBeside('untitled:Untitled-1', [])]).toEqual([[], []]);
  });
});
