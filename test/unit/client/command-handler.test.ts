import { describe, expect, test } from 'vitest';
import { type Argument, on, onNothing, onOptional } from '../../../client/src/prompts/command-handler.ts';
import { textOfThrown } from '../../../client/src/prompts/text-of-thrown.ts';

const text: Argument<string> = {
  what: 'a text',
  read: ([given]) => ((given as string).length > 0 ? (given as string) : undefined),
};

describe('a command', () => {
  test.each([
    { args: [], optional: [undefined], needed: 'wrong', none: 'done' },
    { args: [undefined, null], optional: [undefined], needed: 'wrong', none: 'done' },
    { args: ['a', 5], optional: ['a'], needed: ['a'], none: 'wrong' },
    { args: [''], optional: 'wrong', needed: 'wrong', none: 'wrong' },
    { args: [null, 5], optional: 'wrong', needed: 'wrong', none: 'wrong' },
  ])('with $args', ({ args, optional, needed, none }) => {
    const given: unknown[] = [];
    const take = (value: unknown) => void given.push(value);
    const outcome = (prepared: (() => unknown) | undefined) => {
      given.length = 0;
      prepared?.();
      return prepared ? [...given] : 'wrong';
    };
    expect(outcome(onOptional(text, take).prepare(args))).toEqual(optional);
    expect(outcome(on(text, take).prepare(args))).toEqual(needed);
    expect(outcome(onNothing(() => take('done')).prepare(args))).toEqual(
      none === 'done' ? ['done'] : 'wrong',
    );
  });

  test('says what it takes', () => {
    const work = () => undefined;
    expect([on(text, work), onOptional(text, work), onNothing(work)].map(({ takes }) => takes)).toEqual([
      'a text',
      'a text, or nothing',
      'no argument',
    ]);
  });
});

test.each([
  { thrown: new Error('why'), said: 'why' },
  { thrown: new TypeError(''), said: 'TypeError' },
  { thrown: 5, said: '5' },
  { thrown: Symbol('x'), said: 'Symbol(x)' },
  { thrown: Object.create(null), said: 'something failed that cannot be told' },
])('of what was thrown is said: $said', ({ thrown, said }) => {
  expect(textOfThrown(thrown)).toBe(said);
});
