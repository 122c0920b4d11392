import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseDocuments, updateDocuments } from '../../../server/src/yaml/documents.ts';
import type { Span, YamlDocument, YamlNode } from '../../../server/src/yaml/nodes.ts';
import { toValue } from '../../../server/src/yaml/value.ts';
import { apply, randomEdit } from '../../fuzz/edits.ts';
import { seededRandom } from '../../support/random.ts';

const manifests = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: &labels {app: web, "tier": 'front'}
spec:
  replicas: 3
  selector:
    matchLabels:
      <<: *labels
  template:
    spec:
      containers:
      - name: web # the only one
        image: "nginx:1.27"
        args: ["-c", 'it''s', x]
        env:
          -   name: A
              value: "1"
---
apiVersion: v1
kind: ConfigMap
data:
  script: |
    #!/bin/sh
    echo "hi: there"

  folded: >-
    one
    two
  plain: some words
    on two lines
`;

test('2,000 random edits: nothing throws, every span is inside, updating equals reading afresh', () => {
  const random = seededRandom(20_261);
  let text = manifests;
  let documents = parseDocuments(text);
  for (let step = 0; step < 2_000; step++) {
    text = step % 25 === 0 ? manifests : apply(text, randomEdit(text, text, random));
    documents = updateDocuments(documents, text);
    expect(documents.map(outline), text).toEqual(parseDocuments(text).map(outline));
    for (const document of documents) expectInside(document);
  }
});

test('random texts that the yaml package reads without an error mean the same to both', () => {
  const random = seededRandom(42);
  const plain = manifests.replace('<<: *labels', 'app: web').replace('#!', '#').split('---\n');
  let compared = 0;
  for (let step = 0; step < 1_500; step++) {
    let text = plain[step % 2]!;
    for (let edits = random(3); edits > 0; edits--) text = apply(text, randomEdit(text, text, random));
    const theirs = parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false, merge: true });
    const ours = parseDocuments(text);
    if (theirs.length !== 1 || ours.length !== 1 || theirs[0]!.errors.length > 0) continue;
    if (ours[0]!.problems.length > 0 || /[?*<!]|\r/.test(text)) continue;
    expect(texts(ours[0]!.root), text).toEqual(blankForNull(theirs[0]!.toJS()));
    compared++;
  }
  expect(compared).toBeGreaterThan(200);
});

/** The value with every scalar as its text, nothing written as the empty one. */
function texts(node: YamlNode | undefined): unknown {
  if (!node) return '';
  if (node.type === 'scalar') return node.text;
  if (node.type === 'list') return node.items.map(({ value }) => texts(value));
  return Object.fromEntries(node.entries.map(({ key, value }) => [key.text, texts(value)]));
}

/** The package has null for a key without its colon, the empty text for one without a value. */
function blankForNull(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, field) => field ?? '');
}

function outline(document: YamlDocument): unknown {
  const { index, span, text, problems, root } = document;
  const found = problems.map(({ code, message, span }) => ({ code, message, span }));
  return { index, span, text, problems: found, spans: spans(root), value: safeValue(root) };
}

function safeValue(root: YamlNode | undefined): string {
  return JSON.stringify(toValue(root), (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

function spans(node: YamlNode | undefined): Span[] {
  if (!node) return [];
  if (node.type === 'scalar') return [node.span];
  if (node.type === 'list')
    return [node.span, ...node.items.flatMap((item) => [item.span, ...spans(item.value)])];
  return [node.span, ...node.entries.flatMap(({ key, span, value }) => [span, key.span, ...spans(value)])];
}

function expectInside({ span, root, problems, text }: YamlDocument): void {
  for (const { start, end } of [...spans(root), ...problems.map((problem) => problem.span)]) {
    const inside = start >= span.start && end >= start && end <= span.end;
    if (!inside)
      expect.fail(`${start}..${end} is outside of ${span.start}..${span.end}: ${JSON.stringify(text)}`);
  }
}
