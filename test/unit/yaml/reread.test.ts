import { expect, test } from 'vitest';
import { parseDocuments, updateDocuments } from '../../../server/src/yaml/documents.ts';
import type { YamlDocument, YamlNode } from '../../../server/src/yaml/nodes.ts';
import { apply, type Edit, randomEdit } from '../../fuzz/edits.ts';
import { seededRandom } from '../../support/random.ts';

const containers = Array.from(
  { length: 14 },
  (_, index) => `    # number ${index}
    - name: worker-${index} # its name
      image: "registry.example.com/worker:${index}"
      args: ["-c", 'it''s', x]

      env:
      -   name: A
          value: |
            first: ${index}
              second

      - {name: B, value: "two
          lines"}
      -
        name: C
        value: some words
          on two lines
      ports:
        - - containerPort: 80
            protocol: TCP
          - 81
      resources: {limits: {cpu: 1}}
`,
);
const manifest = `apiVersion: v1
kind: Pod
metadata:
  name: long
spec:
  containers:
${containers.join('')}  restartPolicy: Always
`;

test('a changed entry or item is read alone: the others are the nodes of before, moved to where they stand', () => {
  const [before] = parseDocuments(manifest);
  const untouched = containersOf(before!).filter((_, index) => index !== 12);
  const text = manifest.replace('worker-12 #', 'worker-twelve #');
  const [after] = updateDocuments([before!], text);
  expect(outline(after!)).toEqual(outline(parseDocuments(text)[0]!));
  expect(containersOf(after!).filter((_, index) => index !== 12)).toEqual(untouched);
  for (const [index, container] of containersOf(after!).entries()) {
    if (index !== 12) expect(container).toBe(untouched[index < 12 ? index : index - 1]);
  }
});

const refused: readonly [string, string, string][] = [
  ['an anchor', 'name: worker-12', 'name: &a worker-12'],
  ['a merge key', 'image: "registry.example.com/worker:12"', '<<: {image: x}'],
  ['a tag', 'name: worker-12', 'name: !!str worker-12'],
  ['an open quote', 'image: "registry.example.com/worker:12"', 'image: "registry.example.com/worker:12'],
  ['an open bracket', 'first: 12', 'first: 12\n            x: [\n      y: ['],
  ['a field twice', 'name: worker-12 # its name\n', 'name: worker-12\n      name: again\n'],
  ['another indentation', '- name: worker-12', ' - name: worker-12'],
  ['another item', '    # number 12\n', '    - name: one-more\n'],
  ['another document', 'first: 12', 'first: 12\n---\n'],
];

test.each(refused)('%s is read with the whole document', (_, from, to) => {
  const text = manifest.replace(from, to);
  expect(text).not.toBe(manifest);
  expect(updateDocuments(parseDocuments(manifest), text).map(outline)).toEqual(
    parseDocuments(text).map(outline),
  );
});

test('400 random edits of a long document: updating equals reading afresh', () => {
  const random = seededRandom(31);
  let text = manifest;
  let documents = parseDocuments(text);
  let reread = 0;
  for (let step = 0; step < 400; step++) {
    const last = documents[0]!.root;
    const isFresh = step % 4 === 3;
    const edit = step % 4 === 2 ? randomEdit(text, manifest, random) : letter(text, random);
    text = isFresh ? manifest : apply(text, edit);
    documents = updateDocuments(documents, text);
    if (!isFresh && sharesNodes(last, documents[0]!.root)) reread++;
    const fresh = parseDocuments(text);
    const isSame = JSON.stringify(documents.map(outline)) === JSON.stringify(fresh.map(outline));
    if (!isSame) expect(documents.map(outline), text).toEqual(fresh.map(outline));
  }
  expect(reread).toBeGreaterThan(100);
});

/** A letter typed or taken away. */
function letter(text: string, random: (limit: number) => number): Edit {
  const offset = random(text.length);
  return random(2) === 0 ? { offset, length: 1, text: '' } : { offset, length: 0, text: 'x' };
}

function sharesNodes(before: YamlNode | undefined, after: YamlNode | undefined): boolean {
  if (before?.type !== 'map' || after?.type !== 'map' || before === after) return false;
  return before.entries.some((entry) => after.entries.includes(entry));
}

function containersOf({ root }: YamlDocument): YamlNode[] {
  const spec = root?.type === 'map' ? root.entries.find(({ key }) => key.text === 'spec')?.value : undefined;
  const list = spec?.type === 'map' ? spec.entries[0]!.value : undefined;
  return list?.type === 'list' ? list.items.map(({ value }) => value!) : [];
}

function outline({ index, span, text, problems, root }: YamlDocument): unknown {
  return {
    index,
    span,
    text,
    problems: problems.map(({ code, span }) => ({ code, span })),
    root: shape(root),
  };
}

function shape(node: YamlNode | undefined): unknown {
  if (!node) return null;
  const { span } = node;
  if (node.type === 'scalar') return { span, style: node.style, text: node.text };
  if (node.type === 'list') {
    return { span, flow: node.flow, items: node.items.map((item) => [item.span, shape(item.value)]) };
  }
  const entries = node.entries.map(({ key, colon, span, value }) => [shape(key), colon, span, shape(value)]);
  return { span, flow: node.flow, entries };
}
