import { expect, test } from 'vitest';
import type { TreeNode } from '../../../client/src/explorer/nodes/node.ts';
import { expandLine, revealLine } from '../../../client/src/explorer/reveal-line.ts';

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

test.each([
  [0, 1, undefined],
  [3, 4, undefined],
  [99, 30, 'not known'],
] as const)(
  'a line that VS Code does not know %d times is asked to be expanded %d times',
  async (unknown, asked, fails) => {
    let count = 0;
    const view = {
      reveal: async () => {
        if (++count <= unknown) throw new Error('not known');
      },
    };
    const clock = {
      after: (_: number, call: () => void) => {
        queueMicrotask(call);
        return () => undefined;
      },
    };
    const failure = await expandLine(view, line, clock).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect([count, failure]).toEqual([asked, fails]);
  },
);
