import { expect, test } from 'vitest';
import { complete } from '../../../../server/src/features/completion/completion.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../../server/src/yaml/lines.ts';
import { apply, randomEdit } from '../../../fuzz/edits.ts';
import { seededRandom } from '../../../support/random.ts';
import { acceptItem } from '../../../support/snippets.ts';
import { catalog } from './completing.ts';

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: web
        ports: [{containerPort: 80}]
        env:
        -   name: A
      dnsPolicy: "None"
---
apiVersion: v1
kind: List
items:
  - kind: ConfigMap
    data:
      x: |
        y
`;

test('1,000 random edits: completion never throws, and every edit stays inside its document', async () => {
  const random = seededRandom(7);
  let text = manifest;
  for (let step = 0; step < 1_000; step++) {
    text = step % 20 === 0 ? manifest : apply(text, randomEdit(text, text, random));
    const lines = new LineIndex(text);
    const offset = random(text.length + 1);
    const { items } = await complete({
      text,
      uri: 'file:///workspace/a.yaml',
      position: lines.positionAt(offset),
      catalog: catalog(),
    });
    const documents = parseDocuments(text).map(({ span }) => text.slice(span.start, span.end));
    for (const item of items.slice(0, 3)) {
      const after = acceptItem(text, item);
      const others = documents.filter((document) => after.includes(document));
      expect(others.length, JSON.stringify({ text, offset, item })).toBeGreaterThanOrEqual(
        documents.length - 1,
      );
    }
  }
});
