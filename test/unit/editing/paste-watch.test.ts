import { describe, expect, it } from 'vitest';
import type { AwaitedPaste, TextChange } from '../../../client/src/editing/overtaken-paste.ts';
import { PasteWatch } from '../../../client/src/editing/paste-watch.ts';

/** Behind `spec:\n  `. */
const at = 8;
const paste: AwaitedPaste = {
  at,
  selected: 0,
  replacement: { from: 6, to: at, text: '  b: 1' },
  mayBe: ['b: 1', '  b: 1'],
};
const typed = (text: string, rangeOffset = at): TextChange => ({ rangeOffset, rangeLength: 0, text });

type Step =
  | 'known'
  | 'cursor'
  | { readonly changes: readonly TextChange[]; readonly after?: number }
  | { readonly cursorAfter: number };

const late = (to: number, text: string, isCertain = true) => ({
  phase: 'late',
  paste,
  replacement: { from: 6, to, text },
  isCertain,
});
const enter: Step = { changes: [typed('\n  ')] };

describe('a paste that VS Code asks about', () => {
  it.each<{ name: string; steps: Step[]; state: object }>([
    {
      name: 'is awaited once it is known',
      steps: ['known'],
      state: { phase: 'awaited', paste, unit: 2 },
    },
    {
      name: 'is over once it came',
      steps: ['known', { changes: [typed('b: 1')] }],
      state: { phase: 'over' },
    },
    {
      name: 'is late where a line break is typed first',
      steps: ['known', enter],
      state: late(11, '  b: 1\n  '),
    },
    {
      name: 'is late where the line break is told of before it is known',
      steps: [enter, 'known'],
      state: late(11, '  b: 1\n  '),
    },
    {
      name: 'goes in front of all that is told of before it is known',
      steps: [{ changes: [typed('x')] }, { changes: [typed('y', at + 1)] }, 'known'],
      state: late(at, '  b: 1'),
    },
    {
      name: 'follows what changes before its place, told of before it is known or after',
      steps: [
        { changes: [typed('x')] },
        { changes: [typed('a', 0)] },
        'known',
        { changes: [typed('bc', 0)] },
      ],
      state: { ...late(at + 3, '  b: 1'), replacement: { from: 9, to: at + 3, text: '  b: 1' } },
    },
    {
      name: 'may be dropped where the cursor is moved',
      steps: ['known', 'cursor'],
      state: late(at, '  b: 1', false),
    },
    {
      name: 'may be dropped where the cursor is moved before it is known',
      steps: ['cursor', 'known'],
      state: late(at, '  b: 1', false),
    },
    {
      name: 'comes after all',
      steps: ['known', 'cursor', { changes: [typed('b: 1')] }],
      state: { phase: 'over' },
    },
    {
      name: 'came before it was known',
      steps: [{ changes: [typed('b: 1')] }, 'known'],
      state: { phase: 'over' },
    },
    {
      name: 'has nothing to do with what is typed later',
      steps: ['known', { ...enter, after: 1_001 }],
      state: { phase: 'over' },
    },
    {
      name: 'has nothing to do with what is typed later, known or not',
      steps: [{ ...enter, after: 1_001 }, 'known'],
      state: { phase: 'over' },
    },
    {
      name: 'has nothing to do with where the cursor is later',
      steps: ['known', { cursorAfter: 1_001 }],
      state: { phase: 'over' },
    },
    {
      name: 'is followed for as long as it takes to write it',
      steps: ['known', { changes: [typed('x')] }, { changes: [typed('a', 0)], after: 5_000 }],
      state: { ...late(at + 1, '  b: 1'), replacement: { from: 7, to: at + 1, text: '  b: 1' } },
    },
    {
      name: 'is over where something else changes',
      steps: ['known', { changes: [typed('x', 0)] }],
      state: { phase: 'over' },
    },
  ])('$name', ({ steps, state }) => {
    const watch = new PasteWatch(0);
    for (const step of steps) {
      if (step === 'known') watch.known(paste, 2);
      else if (step === 'cursor') watch.cursorMoved(10);
      else if ('cursorAfter' in step) watch.cursorMoved(step.cursorAfter);
      else watch.changed(step.changes, step.after ?? 10);
    }
    expect(watch.state).toEqual(state);
  });

  it('is not known any more once it has ended', () => {
    const watch = new PasteWatch(0);
    watch.end();
    watch.known(paste, 2);
    expect(watch.state).toEqual({ phase: 'over' });
  });
});
