import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../../../sandbox/src/validation/unified-diff.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join('\n');

/** As Go's difflib answers with three lines around each change. */
const cases: { what: string; before: string; after: string; diff: string }[] = [
  { what: 'the same texts', before: 'a\nb', after: 'a\nb', diff: '' },
  { what: 'one line', before: 'a', after: 'b', diff: '@@ -1 +1 @@\n-a\n+b\n' },
  { what: 'a new line', before: 'a\nb', after: 'a\nx\nb', diff: '@@ -1,2 +1,3 @@\n a\n+x\n b\n' },
  {
    what: 'a line in a long text',
    before: lines(1, 20),
    after: lines(1, 20).replace('line 10', 'other'),
    diff: '@@ -7,7 +7,7 @@\n line 7\n line 8\n line 9\n-line 10\n+other\n line 11\n line 12\n line 13\n',
  },
  {
    what: 'changes far from each other',
    before: lines(1, 20),
    after: lines(1, 20).replace('line 1\n', '').replace('\nline 20', ''),
    diff: '@@ -1,4 +1,3 @@\n-line 1\n line 2\n line 3\n line 4\n@@ -17,4 +16,3 @@\n line 17\n line 18\n line 19\n-line 20\n',
  },
  {
    what: 'changes with six lines between them are told together',
    before: 'a\n1\n2\n3\n4\n5\n6\nb',
    after: 'x\n1\n2\n3\n4\n5\n6\ny',
    diff: '@@ -1,8 +1,8 @@\n-a\n+x\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+y\n',
  },
];

describe('a unified difference', () => {
  it.each(cases)('of $what', ({ before, after, diff }) => {
    expect(unifiedDiff(before, after)).toBe(diff);
  });

  it('is left out of texts that are too long', () => {
    expect(unifiedDiff('a\n'.repeat(10_000), 'b')).toBe('(more than 4000 lines are not compared)');
  });
});
