import { expect, test } from 'vitest';
import { parseLabelSelector } from '../../../sandbox/src/selectors/label-selector.ts';

const web = { app: 'web', tier: 'front', size: '3' };

test.each([
  ['', true],
  ['app=web', true],
  ['app==web,tier', true],
  ['app=db', false],
  ['app!=db,other!=x', true],
  ['!other', true],
  ['!app', false],
  ['app in (db, web)', true],
  ['app notin (db,web)', false],
  ['other notin (x)', true],
  ['size>2,size<4', true],
  ['size>3', false],
  ['toString', false],
  ['example.com/app', false],
])('%s', (text, expected) => {
  expect(parseLabelSelector(text)(web)).toBe(expected);
});

test.each([
  ['a===b', "unable to parse requirement: found '=', expected: identifier"],
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a in b', "unable to parse requirement: found 'b', expected: '('"],
  ['a,', "unable to parse requirement: found '', expected: identifier after ','"],
  [',', "unable to parse requirement: found ',', expected: identifier"],
])('%s is refused', (text, message) => {
  expect(() => parseLabelSelector(text)).toThrow(message);
});
