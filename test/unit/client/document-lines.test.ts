import { describe, expect, test } from 'vitest';
import { documentOf, nameInLine, pathPart } from '../../../client/src/prompts/document-lines.ts';
import { entry } from '../../../client/src/prompts/log-entry.ts';

describe('a document that is made line by line', () => {
  test.each(['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
    'has no line more by %j',
    (separator) => {
      const text = documentOf(['first', `=== Pod a${separator}=== Deployment prod/db: no change`, 'last']);
      expect(text.split(/[\r\n\u2028\u2029\u0085\v\f]/)).toHaveLength(4);
    },
  );

  test('hides nothing, and keeps tabs', () => {
    expect(documentOf(['a\tb\u202ec'])).toBe('a\tb\\u202ec\n');
    expect(documentOf(['a\nb'])).toBe('a␊b\n');
  });

  test('has names that can be read to their end', () => {
    expect(nameInLine('x'.repeat(1000))).toBe(`${'x'.repeat(299)}…`);
  });
});

test.each([
  { name: 'web', part: 'web' },
  { name: '../../etc/passwd', part: '..∕..∕etc∕passwd' },
  { name: '..', part: '․․' },
  { name: 'a\nb', part: 'a␊b' },
  { name: 'gpj.\u202eyaml', part: 'gpj.\\u202eyaml' },
])('a name in a path leads nowhere else: $name', ({ name, part }) => {
  expect(pathPart(name)).toBe(part);
});

test('a text of many lines is one entry of a log', () => {
  expect(entry('failed: a\r\n2026-01-01 00:00:00.000 [info] all is well\x1b[2K')).toBe(
    'failed: a\n    2026-01-01 00:00:00.000 [info] all is well\\u001b[2K',
  );
});
