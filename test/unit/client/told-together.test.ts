import { describe, expect, test } from 'vitest';
import { ToldTogether } from '../../../client/src/views/told-together.ts';

interface Line {
  readonly id: string;
}

/**
 * A view: `a/1` stands under `a`. Names that end with a digit are leaves.
 *
 * @param before what VS Code was given
 * @param now what is there now
 * @param open the lines that are expanded
 */
function viewOf(before: string, now: string, open: string) {
  const lines = new Map<string, Line>();
  const line = (id: string): Line => {
    const made = lines.get(id) ?? { id };
    lines.set(id, made);
    return made;
  };
  const all = (text: string) => text.split(' ').filter(Boolean).map(line);
  const under = (text: string, { id }: Line) =>
    all(text).filter((one) => one.id.slice(0, Math.max(0, one.id.lastIndexOf('/'))) === id);
  const read: string[] = [];
  let isBusy = false;
  const together = new ToldTogether<Line>({
    given: (of) => under(before, of),
    isLeaf: ({ id }) => /\d$/.test(id),
    isOpen: (of) => all(open).includes(of),
    now: async (of) => {
      read.push(of.id);
      return under(now, of);
    },
    isBusy: () => isBusy,
  });
  return {
    /** What is told together, in the order in which it is told, and what comes while it is looked. */
    async told(changed: string, meanwhile = ''): Promise<string> {
      let left: (Line | undefined)[] = all(changed);
      const told: string[] = [];
      for (let come = all(meanwhile); left.length > 0; come = []) {
        await together.look(left);
        left.push(...come);
        const first = together.of(left);
        expect(first.length).toBeGreaterThan(0);
        told.push(first.map((one) => one?.id).join(' '));
        left = left.filter((one) => !first.includes(one));
      }
      return told.join(', ');
    },
    /** What is told of these while VS Code is at what it was told of before, or no longer. */
    async toldWhile(how: 'busy' | 'done', changed: string, alone?: string): Promise<string> {
      isBusy = how === 'busy';
      await together.look(all(changed));
      return together
        .of(all(changed), alone === undefined ? undefined : line(alone))
        .map(({ id }) => id)
        .join(' ');
    },
    read,
  };
}

describe('of which lines VS Code is told together', () => {
  test.each<[string, { before: string; now: string; open: string; changed: string; told: string }]>([
    [
      'of those under which nothing goes',
      { before: 'a/1 b/1', now: 'a/1 a/2 b/1', open: 'a b', changed: 'a b', told: 'a b' },
    ],
    [
      'of one under which a leaf goes by itself, when its turn comes',
      { before: 'a/1 b/1 c/1', now: 'a/1 c/1', open: 'a b c', changed: 'a b c', told: 'a c, b' },
    ],
    [
      'of the first, if leaves go under it, before the others',
      { before: 'a/1 b/1 c/1', now: 'b/1 c/1', open: 'a b c', changed: 'a b c', told: 'a, b c' },
    ],
    [
      'of each under which leaves go by itself',
      { before: 'a/1 b/1', now: '', open: 'a b', changed: 'a b', told: 'a, b' },
    ],
    [
      'what is collapsed goes with the first',
      { before: 'a/1 b/1 c/1', now: 'c/1', open: 'a b', changed: 'd a b c', told: 'd a c, b' },
    ],
    [
      'of one that is expanded alone, with all that is not',
      { before: 'a/1', now: '', open: 'a', changed: 'b a c', told: 'b a c' },
    ],
    [
      'of lines that had others under them, but no leaves, with others',
      { before: 'a/x b/x', now: '', open: 'a b', changed: 'a b', told: 'a b' },
    ],
    [
      'a line that goes with leaves under it',
      { before: 'a/x a/x/1 b/x', now: 'b/x', open: 'a a/x b', changed: 'a b', told: 'a, b' },
    ],
    [
      'a leaf that goes a floor below',
      { before: 'a/x a/x/1 b/x', now: 'a/x b/x', open: 'a a/x b', changed: 'a b', told: 'a, b' },
    ],
    [
      'a leaf that went under a line that is collapsed since',
      { before: 'a/x a/x/1 b/x', now: 'a/x b/x', open: 'a b', changed: 'a b', told: 'a b' },
    ],
  ])('%s', async (_, { before, now, open, changed, told }) => {
    expect(await viewOf(before, now, open).told(changed)).toBe(told);
  });

  test('what comes while it is looked waits, if it is expanded', async () => {
    const view = viewOf('a/1 b/1 c/1', 'a/1 b/1', 'a b c');
    expect(await view.told('a b', 'c')).toBe('a b, c');
    expect(await view.told('a b', 'd')).toBe('a b d');
  });

  test('a line under which leaves go waits for what was told before, and what comes then for it', async () => {
    const view = viewOf('a/1 b/1', 'a/1', 'a b');
    expect(await view.toldWhile('busy', 'a')).toBe('a');
    expect(await view.toldWhile('busy', 'b a')).toBe('');
    expect(await view.toldWhile('done', 'b a')).toBe('b');
    expect(await view.toldWhile('busy', 'a')).toBe('');
    expect(await view.toldWhile('busy', 'c')).toBe('');
    expect(await view.toldWhile('done', 'a')).toBe('a');
    expect(await view.toldWhile('busy', 'c')).toBe('c');
  });

  test('of a line of which VS Code has to be told first it is told alone, once it is done', async () => {
    const view = viewOf('a/1 b/1', 'a/1 b/1', 'a b');
    expect(await view.toldWhile('done', 'a')).toBe('a');
    expect(await view.toldWhile('busy', 'a c b', 'b')).toBe('');
    expect(await view.toldWhile('done', 'a c b', 'b')).toBe('b');
    expect(await view.toldWhile('busy', 'a c')).toBe('');
    expect(await view.toldWhile('done', 'a c')).toBe('a c');
  });

  test('the whole view is told at once', async () => {
    const together = new ToldTogether<Line>({
      given: () => [],
      isLeaf: () => true,
      isOpen: () => true,
      now: () => [],
      isBusy: () => false,
    });
    await together.look([undefined]);
    expect(together.of([undefined])).toEqual([undefined]);
  });

  test('nothing is read of a line alone, nor where no leaf can go', async () => {
    const alone = viewOf('a/1', '', 'a');
    await alone.told('a b');
    expect(alone.read).toEqual([]);
    const leafless = viewOf('a/x b/x', '', 'a b');
    await leafless.told('a b');
    expect(leafless.read).toEqual([]);
  });
});
