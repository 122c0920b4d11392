import { expect, test } from 'vitest';
import { Bag } from '../../../client/src/cluster/bag.ts';

test('what is put into a bag is in it until it is taken out, once', () => {
  const bag = new Bag<string>();
  const [takeOne, takeTwo, takeThree] = ['one', 'two', 'three'].map((value) => bag.add(value));
  expect([bag.size, bag.values().sort()]).toEqual([3, ['one', 'three', 'two']]);
  takeOne!();
  takeOne!();
  expect([bag.size, bag.values().sort()]).toEqual([2, ['three', 'two']]);
  takeThree!();
  expect(bag.values()).toEqual(['two']);
  takeTwo!();
  takeTwo!();
  expect([bag.size, bag.values()]).toEqual([0, []]);
});

test('a value may be in a bag more than once, and each is taken out by itself', () => {
  const bag = new Bag<string>();
  const take = bag.add('same');
  bag.add('same');
  take();
  expect(bag.values()).toEqual(['same']);
});

test('what comes and goes while a bag is looked at changes nothing of what is seen', () => {
  const bag = new Bag<number>();
  const takes = [1, 2, 3].map((value) => bag.add(value));
  const seen: number[] = [];
  for (const value of bag.values()) {
    for (const take of takes) take();
    seen.push(value);
  }
  expect([seen, bag.size]).toEqual([[1, 2, 3], 0]);
});
