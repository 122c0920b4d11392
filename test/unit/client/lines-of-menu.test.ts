import { describe, expect, it, test } from 'vitest';
import { linesOfMenu } from '../../../client/src/prompts/lines-of-menu.ts';
import { type LineOffer, lacksLine } from '../../../client/src/prompts/menu-lines.ts';

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

test.each<[string, unknown[], boolean]>([
  ['a line', [a, undefined], false],
  ['a line and what is selected', [a, [a, b]], false],
  ['no line', [undefined, undefined], true],
  ['no line, as it comes from another process', [null, null], true],
  ['no line, and what is selected', [undefined, [undefined, a]], true],
  ['a line, and not all that is selected', [a, [a, undefined]], true],
  ['nothing, by a key or the palette', [], false],
  ['what another extension makes up', [undefined, 5], false],
  ['a file and what is selected', [{ path: '/a.yaml' }, [{ path: '/a.yaml' }]], false],
])('%s', (_, given, lacks) => {
  expect(lacksLine(given)).toBe(lacks);
});

interface View {
  readonly given: unknown[];
  readonly from?: LineOffer;
  /** Milliseconds until VS Code knows all lines. */
  readonly told?: number;
  /** Milliseconds until it knows the line in focus. */
  readonly known?: number;
  readonly inFocus?: object;
  readonly selected?: readonly object[];
  /** The line that has the focus in place of one that went so many milliseconds ago. */
  readonly beside?: [object, number];
}

/** What a command is meant for, and after how many milliseconds that is known. */
async function meant({ given, from = 'menu', told = 0, known = 0, inFocus, selected = [], beside }: View) {
  let now = 5_000;
  const begun = now;
  const lines = linesOfMenu<object>(
    {
      isBeingTold: () => now < begun + told,
      inFocus: async () => (now < begun + known ? undefined : inFocus),
      selected: () => selected,
      besideGoneSince: (line) => (beside && line === beside[0] ? begun - beside[1] : undefined),
    },
    {
      now: () => now,
      after: (milliseconds, call) => {
        now += milliseconds;
        queueMicrotask(call);
        return () => {};
      },
    },
  );
  return { lines: await lines.meant(given, from), after: now - begun };
}

describe('a command of a line is meant for', () => {
  it.each<[string, View, unknown[], number]>([
    ['the line that it is given', { given: [a, undefined], inFocus: b, told: 900 }, [a, undefined], 0],
    ['those that are selected', { given: [a, [a, b]], inFocus: c }, [a, [a, b]], 0],
    ['the line in focus, where it is given none', { given: [null, null], inFocus: a }, [a, undefined], 0],
    ['that, once VS Code knows it', { given: [null, null], known: 300, inFocus: a }, [a, undefined], 300],
    ['that, once VS Code knows all', { given: [null, null], told: 200, inFocus: a }, [a, undefined], 200],
    [
      'that, where VS Code is told of more and more',
      { given: [null, null], told: 9_000, inFocus: a },
      [a, undefined],
      5_000,
    ],
    [
      'all that are selected, where it is one of them',
      { given: [null, [null, null]], inFocus: a, selected: [a, b] },
      [a, [a, b]],
      0,
    ],
    [
      'that alone, where others are selected',
      { given: [null, null], inFocus: a, selected: [b, c] },
      [a, undefined],
      0,
    ],
    [
      'the line that it is given with all that are selected, once VS Code knows them',
      { given: [a, [a, null]], from: 'button', told: 100, inFocus: c, selected: [a, b] },
      [a, [a, b]],
      100,
    ],
    [
      'those of them that VS Code knows, where others are selected by now',
      { given: [a, [a, null, b]], inFocus: c, selected: [b, c] },
      [a, [a, b]],
      0,
    ],
    ['nothing, by the palette', { given: [], inFocus: a }, [], 0],
    [
      'a line that has the focus in place of another since long',
      { given: [b, undefined], beside: [b, 1_000] },
      [b, undefined],
      0,
    ],
    [
      'the line of a button, whatever went before it',
      { given: [b, undefined], from: 'button', beside: [b, 10] },
      [b, undefined],
      0,
    ],
  ])('%s', async (_, view, lines, after) => {
    expect(await meant(view)).toEqual({ lines, after });
  });

  it.each<[string, View, string]>([
    [
      'a button was pressed on no line',
      { given: [null, null], from: 'button', inFocus: a },
      'VS Code was showing the lines of the view anew, and it is not known on which the button was: press it again.',
    ],
    [
      'VS Code never says which line is in focus',
      { given: [null, null] },
      'VS Code was showing the lines of the view anew, and it is not known on which the menu was opened: open it again.',
    ],
    [
      'the line went while its menu was open',
      { given: [b, undefined], beside: [b, 999] },
      'The line whose menu was open has gone meanwhile: nothing was done.',
    ],
    [
      'it went, and its neighbour is in focus',
      { given: [null, null], inFocus: b, beside: [b, 0] },
      'The line whose menu was open has gone meanwhile: nothing was done.',
    ],
  ])('none, where %s', async (_, view, said) => {
    await expect(meant(view)).rejects.toThrow(said);
  });
});
