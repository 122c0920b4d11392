import { describe, expect, test } from 'vitest';
import { readNameFilter } from '../../../../client/src/cluster/streams/logs/name-filter.ts';

describe('patterns of names', () => {
  const names = ['web-1', 'web-canary-1', 'api-7', 'db'];
  test.each([
    { include: [], exclude: [], meant: names },
    { include: ['^web-'], exclude: [], meant: ['web-1', 'web-canary-1'] },
    { include: ['^web-', '^db$'], exclude: ['canary'], meant: ['web-1', 'db'] },
    { include: [], exclude: ['-'], meant: ['db'] },
    { include: ['(?i)WEB', '[[:digit:]]$'], exclude: [], meant: ['web-1', 'web-canary-1', 'api-7'] },
  ])('$include without $exclude', ({ include, exclude, meant }) => {
    const filter = readNameFilter({ include, exclude });
    expect(typeof filter === 'function' && names.filter(filter)).toEqual(meant);
  });

  test.each([
    ['web-(', 'missing closing )'],
    ['(?<=a)b', 'invalid'],
    ['a'.repeat(10_001), 'it is longer than 10000 characters'],
    ['[a-z]{1,900}x{1,900}[0-9]{1,900}', 'it repeats too much to be tried on every name'],
  ])('one that cannot be used says why: %#', (pattern, problem) => {
    expect(readNameFilter({ exclude: [pattern] })).toEqual({
      is: 'problem',
      pattern,
      problem: expect.stringContaining(problem),
    });
  });
});
