import { describe, expect, test } from 'vitest';
import { mayBeShownFor, rowMeant } from '../../../client/src/prompts/row-meant.ts';

const rows = ['default', 'shop', 'shop-two', 'Workshop'].map((label) => ({ label }));
const [first, shop, second, workshop] = rows;

describe('the line that Enter means', () => {
  test.each([
    ['the active one', { active: second, typed: 'shop' }, second],
    ['the active one, by some of its letters', { active: second, typed: 'sptwo' }, second],
    ['the active one, whatever its capitals', { active: workshop, typed: 'WORK' }, workshop],
    [
      'the one that is typed whole where another is active that is not shown',
      { active: first, typed: 'shop' },
      shop,
    ],
    ['the one that is typed whole where none is active', { active: undefined, typed: 'shop-two ' }, second],
    ['the only one that has what is typed in it', { active: undefined, typed: '-TWO' }, second],
    ['none of several that have it in them', { active: undefined, typed: 'sho' }, undefined],
    [
      'none that has the letters apart, which VS Code may not show',
      { active: undefined, typed: 'sptwo' },
      undefined,
    ],
    ['none where none is shown', { active: undefined, typed: 'tea' }, undefined],
    ['none where another is active, and none is shown', { active: first, typed: 'tea' }, undefined],
    ['the active one where nothing is typed', { active: second, typed: '' }, second],
    ['none where nothing is typed and none is active', { active: undefined, typed: ' ' }, undefined],
  ])('%s', (_what, { active, typed }, meant) => {
    expect(rowMeant(rows, active, typed)).toBe(meant);
  });

  test.each([
    ['the description', { label: 'web', description: 'of shop' }],
    ['the detail', { label: 'web', detail: 'in shop' }],
  ])('is shown by %s', (_where, row) => {
    expect(mayBeShownFor(row, 'shop')).toBe(true);
    expect(mayBeShownFor(row, 'pohs')).toBe(false);
  });
});
