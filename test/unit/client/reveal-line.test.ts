import { expect, test } from 'vitest';
import type { TreeNode } from '../../../client/src/explorer/nodes/node.ts';
import { expandAfterRefresh, expandLine, revealLine } from '../../../client/src/explorer/reveal-line.ts';

const line = { id: 'wanted' } as TreeNode;
const other = { id: 'other' } as TreeNode;

/** What is selected after each moment, and how often VS Code is asked to reveal the line until it is over. */
const cases: readonly {
  readonly what: string;
  /** What a reveal selects, one after the other; the last one from then on. */
  readonly reveals: readonly (TreeNode | 'nothing' | 'throws')[];
  /** What is selected at a moment after the last reveal, where it changes by itself. */
  readonly later?: Readonly<Record<number, readonly TreeNode[]>>;
  readonly asked: number;
  readonly fails?: string;
}[] = [
  { what: 'is selected at once', reveals: [line], asked: 1 },
  { what: 'is not known yet', reveals: ['throws', 'nothing', line], asked: 3 },
  { what: 'is collapsed by the end of a refresh', reveals: [line, line], later: { 3: [] }, asked: 2 },
  {
    what: 'gives its selection to what stands in its place when it is collapsed',
    reveals: [line],
    later: { 7: [other] },
    asked: 2,
  },
  {
    what: 'is left for others by the person, again and again',
    reveals: [line],
    later: { 2: [other], 5: [other], 8: [other] },
    asked: 3,
  },
  { what: 'never comes', reveals: ['throws'], asked: 30, fails: 'not known' },
];

test.each(cases)('a line that $what', async ({ reveals, later = {}, asked, fails }) => {
  let selection: readonly TreeNode[] = [];
  let count = 0;
  let moments = 0;
  const view = {
    get selection() {
      return selection;
    },
    reveal: async () => {
      const made = reveals[Math.min(count++, reveals.length - 1)]!;
      if (made === 'throws') throw new Error('not known');
      selection = made === 'nothing' ? [] : [made];
    },
  };
  const clock = {
    after: (_: number, call: () => void) => {
      queueMicrotask(() => {
        selection = later[++moments] ?? selection;
        call();
      });
      return () => undefined;
    },
  };
  const revealed = revealLine(view, () => line, 'as it is', clock);
  if (fails === undefined) await revealed;
  else await expect(revealed).rejects.toThrow(fails);
  expect(count).toBe(asked);
});

test.each<[what: string, before: readonly ('unknown' | 'nothing' | 'late')[], asked: number, fails?: string]>(
  [
    ['is known', [], 1],
    ['is not known at first', ['unknown', 'unknown'], 3],
    ['is not expanded at first, which VS Code does not say', ['nothing', 'nothing'], 3],
    ['is told to be expanded a moment later', ['late'], 1],
    ['is never known', Array(99).fill('unknown'), 30, 'not known'],
    ['is never expanded', Array(99).fill('nothing'), 30, 'VS Code does not expand the line'],
  ],
)('a line that %s is asked to be expanded until it is', async (_, before, asked, fails) => {
  let count = 0;
  let isOpen = false;
  let isTold = false;
  const view = {
    reveal: async () => {
      const does = before[count++];
      if (does === 'unknown') throw new Error('not known');
      isTold = does === 'late';
      isOpen = does === undefined;
    },
  };
  const clock = {
    after: (_: number, call: () => void) => {
      isOpen ||= isTold;
      queueMicrotask(call);
      return () => undefined;
    },
  };
  const expanded = expandLine(view, line, () => isOpen, clock);
  if (fails === undefined) await expanded;
  else await expect(expanded).rejects.toThrow(fails);
  expect(count).toBe(asked);
});

test('a line that is expanded is not asked to be', async () => {
  const view = { reveal: () => Promise.reject(new Error('asked')) };
  await expandLine(view, line, () => true, { after: () => () => undefined });
});

test.each<[what: string, looks: number, isOpen: boolean, visible: boolean, asked: number]>([
  ['once the refresh is over', 3, true, true, 1],
  ['at last, where the refresh does not end', 30, true, true, 1],
  ['not at all, where it is collapsed by then', 3, false, true, 0],
  ['not at all, where the view is hidden by then', 3, true, false, 0],
])('a line that was expanded during a refresh is expanded %s', async (_, looks, isOpen, visible, asked) => {
  let looked = 0;
  let count = 0;
  const view = {
    visible,
    reveal: async () => {
      expect(looked).toBe(looks);
      count++;
    },
  };
  const clock = {
    after: (_: number, call: () => void) => {
      looked++;
      queueMicrotask(call);
      return () => undefined;
    },
  };
  const is = { open: () => isOpen, refreshed: () => looks === 30 || looked < looks };
  await expandAfterRefresh(view, line, is, clock);
  expect(count).toBe(asked);
});
