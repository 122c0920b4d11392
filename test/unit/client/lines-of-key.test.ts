import { expect, it } from 'vitest';
import { linesOfKey } from '../../../client/src/views/lines-of-key.ts';

it.each([
  { when: 'it is at the line that is selected', selections: ['a', '', 'a'], lines: 'a' },
  { when: 'it has gone on from there by an arrow', selections: ['a', 'ab', 'a'], lines: 'b' },
  { when: 'nothing is selected', selections: ['', 'b', ''], lines: 'b' },
  { when: 'it is at one of several', selections: ['abc', 'ab', 'abc'], lines: 'abc' },
  { when: 'it is at none of several', selections: ['ab', 'abd', 'ab'], lines: 'd' },
  { when: 'VS Code has put them in another order', selections: ['abc', 'bc', 'bca'], lines: 'bca' },
  { when: 'another one is selected in the place of one that has gone', selections: ['', 'b'], lines: 'b' },
  { when: 'that was told as gone', selections: ['x', '', 'b'], lines: 'b' },
  { when: 'it is elsewhere', selections: ['a'], lines: undefined },
  { when: 'the person clicks meanwhile', selections: ['a', 'ab', 'a', 'c'], lines: undefined },
  { when: 'a line goes meanwhile', selections: ['a', 'a', 'a'], lines: undefined },
  { when: 'all lines are others meanwhile', selections: ['a', 'bc', 'de'], lines: undefined },
])('the keyboard means what it is at, when $when', ({ selections, lines }) => {
  expect(linesOfKey(selections.map((names) => [...names]))).toEqual(lines && [...lines]);
});
