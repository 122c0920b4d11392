import { expect, test } from 'vitest';
import { type FocusableLine, FocusBesideGone } from '../../../client/src/views/focus-beside-gone.ts';

interface Line extends FocusableLine<Line> {}

/** A view as VS Code shows it, which knows lines by the ids that they are shown by: `pod/container` stands under `pod`. */
function viewOf(options: { inFocus?: string; selected?: string; open?: string } = {}) {
  const lines = new Map<string, Line>();
  const line = (id: string): Line => {
    const above = id.slice(0, Math.max(0, id.lastIndexOf('/')));
    const made = lines.get(id) ?? { id, parent: above ? line(above) : undefined };
    lines.set(id, made);
    return made;
  };
  const all = (text: string) => text.split(' ').filter(Boolean).map(line);
  let rows: readonly Line[] = [];
  let inFocus = options.inFocus;
  const open = new Set((options.open ?? '').split(' ').filter(Boolean));
  let selected = (options.selected ?? '').split(' ').filter(Boolean);
  let shownAt = 0;
  const by = (id: string): Line | undefined => rows.find((each) => focus.shownId(each.id) === id);
  const focus: FocusBesideGone<Line> = new FocusBesideGone<Line>({
    inFocus: async () => (inFocus === undefined ? undefined : by(inFocus)),
    selected: () => selected.flatMap((id) => by(id) ?? []),
    isOpen: (of) => open.has(of.id),
    close: ({ id }) => void open.delete(id),
    now: () => shownAt,
  });
  const top = {};
  const under = (above: Line | undefined, now: readonly Line[]) =>
    now.filter(({ parent }) => parent === above);
  return {
    /** The lines that VS Code has in focus and selected. */
    inFocus: () => (inFocus === undefined ? undefined : by(inFocus)?.id),
    selected: () =>
      selected
        .flatMap((id) => by(id)?.id ?? [])
        .sort()
        .join(' '),
    open: () => [...open].sort().join(' '),
    /** Since when a line has the focus because another went. */
    besideGoneSince: (id: string) => focus.besideGoneSince({ id }),
    press: (id: string) => {
      inFocus = focus.shownId(id);
    },
    /** The line under which VS Code would lose the line in focus when these are there. */
    async losing(text: string): Promise<string | undefined> {
      await focus.look();
      const now = all(text);
      return (await focus.losing((above) => under(above, now)))?.id;
    },
    /** VS Code is told of a change, asks, and shows these. */
    async show(text: string): Promise<void> {
      shownAt++;
      await focus.look();
      const now = all(text);
      for (const above of new Set(now.map(({ parent }) => parent)))
        focus.give(above ?? top, under(above, now));
      rows = now;
      const ids = new Set(rows.map(({ id }) => focus.shownId(id)));
      expect(ids.size).toBe(rows.length);
      if (inFocus !== undefined && !ids.has(inFocus)) inFocus = undefined;
      selected = selected.filter((id) => ids.has(id));
    },
  };
}

test.each<[string, string, string, string, string | undefined]>([
  ['the next one has it', 'a b c', 'b', 'a c', 'c'],
  ['of the last line the one before has it', 'a b c', 'c', 'a b', 'b'],
  ['the next one that stays has it', 'a b c d', 'a', 'd', 'd'],
  ['where none stays below, the one above has it', 'a b c d', 'c', 'a b', 'b'],
  ['a line under the one that goes gives it on', 'a b b/x b/y c', 'b/y', 'a c', 'c'],
  ['what comes in its place has it not', 'a b c', 'b', 'a z c', 'c'],
  ['another line that goes leaves it', 'a b c', 'c', 'a c', 'c'],
  ['where all go, the first that has come has it', 'a b', 'a', 'y z', 'y'],
  ['where all go, that which has come in its place has it', 'a b', 'b', 'x y z', 'y'],
  ['where fewer come, the last of them has it', 'a b c', 'c', 'y z', 'z'],
  ['under a line of which all go, what has come in its place', 'a b b/x', 'b/x', 'y z', 'z'],
  ['where nothing comes, none has it', 'a b', 'b', '', undefined],
])('when the line in focus goes: %s', async (_, shown, inFocus, then, end) => {
  const view = viewOf({ inFocus });
  await view.show(shown);
  await view.show(then);
  expect(view.inFocus()).toBe(end);
});

test.each<[string, string, string, string, string | undefined, string]>([
  ['the next one, which is not expanded either', 'a', 'b', 'a c d', 'c', 'a'],
  ['the one before, because the next one is expanded', 'c', 'b', 'a c d', 'a', 'c'],
  ['the next one, which VS Code collapses, because both are expanded', 'a c', 'b', 'a c d', 'c', 'a'],
  ['the one before, which is expanded as the line was', 'a b', 'b', 'a c d', 'a', 'a b'],
])('what is expanded stays so as far as can be: %s', async (_, open, inFocus, then, end, left) => {
  const view = viewOf({ inFocus, open });
  await view.show('a b c d');
  await view.show(then);
  expect(view.inFocus()).toBe(end);
  expect(view.open()).toBe(left);
});

test('lines go one after the other, and come back', async () => {
  const view = viewOf({ inFocus: 'b' });
  await view.show('a b c d');
  await view.show('a c d');
  await view.show('a d');
  expect(view.inFocus()).toBe('d');
  await view.show('a b c d');
  expect(view.inFocus()).toBe('d');
  view.press('c');
  await view.show('a b d');
  expect(view.inFocus()).toBe('d');
  await view.show('a b c');
  expect(view.inFocus()).toBe('b');
});

test.each<[string, string, string, string | undefined, string]>([
  ['one line: its neighbour', 'b', 'b', 'c', 'c'],
  ['another line: that alone', 'd', 'b', 'c', 'd'],
  ['several: the next of them', 'b d e', 'b', 'd', 'd e'],
  ['several, and the keyboard is at another one: these', 'c d', 'b', 'e', 'c d'],
])('what is selected then is what was selected before: %s', async (_, selected, inFocus, end, left) => {
  const view = viewOf({ inFocus, selected });
  await view.show('a b c d e');
  await view.show('a c d e');
  expect(view.inFocus()).toBe(end);
  expect(view.selected()).toBe(left);
});

test('since when a line has the focus in place of another is known of that one alone', async () => {
  const view = viewOf({ inFocus: 'b' });
  await view.show('a b c d');
  expect(view.besideGoneSince('b')).toBeUndefined();
  await view.show('a c d');
  await view.show('a c d');
  expect(view.besideGoneSince('c')).toBe(2);
  await view.show('a d');
  expect([view.besideGoneSince('c'), view.besideGoneSince('d')]).toEqual([undefined, 4]);
});

test.each<[string, string, string, string, string | undefined]>([
  ['nothing goes', 'k k/a k/b', 'k/b', 'k k/a k/b k/z', undefined],
  ['another line goes', 'k k/a k/b k/b/x', 'k/b/x', 'k k/b k/b/x', undefined],
  ['it goes, and its neighbour is shown by its id', 'k k/a k/b', 'k/b', 'k k/a', undefined],
  ['it goes, and what comes is shown by its id', 'k k/a', 'k/a', 'k k/y', undefined],
  ['it goes, and nothing comes', 'k k/a', 'k/a', 'k', 'k'],
  ['the line above it goes', 'k k/a k/b k/b/x', 'k/b/x', 'k k/a', 'k'],
  ['a line far above it goes', 'k k/a k/b k/b/x k/b/x/y', 'k/b/x/y', 'k k/a', 'k'],
])('where VS Code loses the line in focus: %s', async (_, shown, inFocus, then, losing) => {
  const view = viewOf({ inFocus });
  await view.show(shown);
  expect(await view.losing(then)).toBe(losing);
});
