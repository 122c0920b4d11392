import { describe, expect, test } from 'vitest';
import { type ExpandableLine, Expansion } from '../../../client/src/explorer/expansion.ts';

/** Lines by their paths, which say what was opened and closed. */
function tree() {
  const told: string[] = [];
  const lines = new Map<string, ExpandableLine>();
  const make = (id: string): ExpandableLine => ({
    id,
    parent: id.includes('/') ? line(id.slice(0, id.lastIndexOf('/'))) : undefined,
    open: () => told.push(`+${id}`),
    close: () => told.push(`-${id}`),
  });
  const line = (id: string): ExpandableLine => {
    const known = lines.get(id) ?? make(id);
    lines.set(id, known);
    return known;
  };
  return { told, line, make };
}

interface Case {
  readonly name: string;
  /** What VS Code does: `? a` asks for children, `> a` expands, `< a` collapses, `! a b` is told of changes, `x a`: the line is gone. */
  readonly does: readonly string[];
  /** What is opened and closed by it, or `answer`: what a question or an expansion gives. */
  readonly told: readonly string[];
}

const clock = { now: () => 0 };

const cases: Case[] = [
  { name: 'a question for children opens', does: ['? a'], told: ['+a', 'true'] },
  { name: 'the event after it changes nothing', does: ['? a', '> a'], told: ['+a', 'true', ''] },
  { name: 'the event alone opens; VS Code asks for what it never had', does: ['> a'], told: ['+a', ''] },
  {
    name: 'of what is open again VS Code may have kept what was under it',
    does: ['? a', '< a', '> a'],
    told: ['+a', 'true', '-a', '+a', 'a'],
  },
  { name: 'a collapse closes once', does: ['? a', '< a', '< a'], told: ['+a', 'true', '-a'] },
  {
    name: 'a collapse closes what is under it, the innermost first; an expansion opens it again',
    does: ['? a', '? a/b', '? a/b/c', '< a', '> a'],
    told: [
      '+a',
      'true',
      '+a/b',
      'true',
      '+a/b/c',
      'true',
      '-a/b/c',
      '-a/b',
      '-a',
      '+a/b',
      '+a/b/c',
      '+a',
      'a/b a/b/c a',
    ],
  },
  {
    name: 'what was collapsed under it stays so',
    does: ['? a', '? a/b', '< a/b', '< a', '> a'],
    told: ['+a', 'true', '+a/b', 'true', '-a/b', '-a', '+a', 'a'],
  },
  {
    name: 'a line under a collapsed one has no children for now',
    does: ['? a', '? a/b', '? a/b/c', '< a', '? a/b', '> a'],
    told: [
      '+a',
      'true',
      '+a/b',
      'true',
      '+a/b/c',
      'true',
      '-a/b/c',
      '-a/b',
      '-a',
      'false',
      '+a/b',
      '+a',
      'a/b a',
    ],
  },
  {
    name: 'a refresh of a collapsed line forgets what was expanded under it',
    does: ['? a', '? a/b', '< a', '! a', '> a'],
    told: ['+a', 'true', '+a/b', 'true', '-a/b', '-a', '+a', 'a'],
  },
  {
    name: 'so does one of a line above it, or of all',
    does: ['? r', '? r/a', '? r/a/b', '< r/a', '! r', '? r/a', '? r/a/b', '< r/a', '! *', '> r/a'],
    told: [
      ...['+r', 'true', '+r/a', 'true', '+r/a/b', 'true', '-r/a/b', '-r/a', '+r/a', 'true'],
      ...['+r/a/b', 'true', '-r/a/b', '-r/a', '+r/a', 'r/a'],
    ],
  },
  {
    name: 'a refresh of expanded lines closes nothing',
    does: ['? a', '? a/b', '! a', '! *', '! a/b'],
    told: ['+a', 'true', '+a/b', 'true'],
  },
  {
    name: 'what is gone is closed, and all under it',
    does: ['? a', '? a/b', '? a/b/c', 'x a/b', '> a'],
    told: ['+a', 'true', '+a/b', 'true', '+a/b/c', 'true', '-a/b/c', '-a/b', ''],
  },
];

describe('which lines are open', () => {
  test.each(cases)('$name', ({ does, told: expected }) => {
    const { told, line } = tree();
    const expansion = new Expansion<ExpandableLine>(clock);
    for (const one of does) {
      const [sign, ...ids] = one.split(' ');
      const first = line(ids[0]!);
      if (sign === '?') told.push(String(expansion.asked(first)));
      if (sign === '>')
        told.push(
          expansion
            .expanded(first)
            .map(({ id }) => id)
            .join(' '),
        );
      if (sign === '<') expansion.collapsed(first);
      if (sign === '!') expansion.refreshed(ids[0] === '*' ? undefined : ids.map(line));
      if (sign === 'x') expansion.forget(first);
    }
    expect(told).toEqual(expected);
  });

  test('a line made anew takes the place of the old one', () => {
    const { told, line, make } = tree();
    const expansion = new Expansion<ExpandableLine>(clock);
    expansion.asked(line('a'));
    const anew = make('a');
    expansion.asked(anew);
    expect([told, expansion.open]).toEqual([['+a', '-a', '+a'], [anew]]);
    expansion.forget(line('a'));
    expect(expansion.open).toEqual([anew]);
  });

  /** Each at its time in milliseconds: `?` asks for children of the line `a/b`, `!` refreshes a line, `<` collapses `a/b`. */
  test.each([
    { does: ['0 ?', '100 ! a', '150 <'], by: 'by a refresh' },
    { does: ['0 ! a', '30 ?', '150 <'], by: 'by a refresh' },
    { does: ['0 ! *', '30 ?', '150 <'], by: 'by a refresh' },
    { does: ['0 ?', '150 <'], by: 'by the person' },
    { does: ['0 ! a/b', '30 ?', '150 <'], by: 'by the person' },
    { does: ['0 ! c', '30 ?', '150 <'], by: 'by the person' },
    { does: ['0 ?', '900 ! a', '950 <'], by: 'by the person' },
    { does: ['0 ! a', '2000 ?', '2100 <'], by: 'by the person' },
  ])('$does: it is collapsed $by', ({ does, by }) => {
    const { line } = tree();
    let now = 0;
    const expansion = new Expansion<ExpandableLine>({ now: () => now });
    expansion.asked(line('a'));
    let told: string | undefined;
    for (const one of does) {
      const [at, sign, id] = one.split(' ');
      now = Number(at);
      if (sign === '?') expansion.asked(line('a/b'));
      if (sign === '!') expansion.refreshed(id === '*' ? undefined : [line(id!)]);
      if (sign === '<') told = expansion.collapsed(line('a/b'));
    }
    expect(told).toBe(by);
  });
});

test('the lines that are open below one, and all of them', () => {
  const { line } = tree();
  const expansion = new Expansion(clock);
  for (const id of ['a', 'a/b', 'a/b/c', 'a/d', 'e']) expansion.asked(line(id));
  expansion.collapsed(line('a/b'));
  const below = (id: string | undefined) =>
    expansion.openBelow(id === undefined ? undefined : line(id)).map((open) => open.id);
  expect(below('a')).toEqual(['a/d']);
  expect(below(undefined)).toEqual(['a', 'a/d', 'e']);
});
