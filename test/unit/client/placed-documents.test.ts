import { expect, it } from 'vitest';
import { placedDocuments } from '../../../client/src/objects/placed-documents.ts';

const documents = 'kind: A\n---\nkind: B\n';

/** `|` stands in the line that they are dropped on. */
it.each([
  { into: 'an empty text', text: '|', after: 'kind: A\n---\nkind: B\n' },
  { into: 'a text', text: 'kind: X|\n', after: 'kind: X\n---\nkind: A\n---\nkind: B\n' },
  {
    into: 'a text whose last line is open',
    text: '|kind: X',
    after: 'kind: X\n---\nkind: A\n---\nkind: B\n',
  },
  {
    into: 'the first of two documents',
    text: 'kind: X|\n---\nkind: Y\n',
    after: 'kind: X\n---\nkind: A\n---\nkind: B\n---\nkind: Y\n',
  },
  {
    into: 'the line that begins the second',
    text: 'kind: X\n---|\nkind: Y\n',
    after: 'kind: X\n---\nkind: Y\n---\nkind: A\n---\nkind: B\n',
  },
  {
    into: 'a document that is still empty',
    text: 'kind: X\n---\n|',
    after: 'kind: X\n---\nkind: A\n---\nkind: B\n',
  },
  {
    into: 'what stands before a first separator',
    text: '|\n--- # first\nkind: X\n',
    after: '\nkind: A\n---\nkind: B\n--- # first\nkind: X\n',
  },
  { into: 'a text with lines alone', text: '# notes\n|', after: '# notes\n---\nkind: A\n---\nkind: B\n' },
])('objects that are dropped into $into become documents of it', ({ text, after }) => {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes('|'));
  const own = lines.map((line) => line.replace('|', ''));
  const placed = placedDocuments(own, at, documents);
  const isBehind = placed.line === own.length - 1;
  const before = own.slice(0, placed.line + (isBehind ? 1 : 0)).join('\n');
  const rest = own.slice(placed.line);
  expect(isBehind ? before + placed.text : `${before}\n${placed.text}${rest.join('\n')}`).toBe(after);
});
