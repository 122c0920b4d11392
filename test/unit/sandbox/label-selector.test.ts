import { expect, test } from 'vitest';
import { parseLabelSelector } from '../../../sandbox/src/selectors/label-selector.ts';

const web = { app: 'web', tier: 'front', size: '3' };

test.each([
  '',
  'app=web',
  'app==web,tier',
  'app!=db,other!=x',
  '!other',
  'app in (db, web)',
  'other notin (x)',
  'size>2,size<4',
])('%j selects a web server', (text) => {
  expect(parseLabelSelector(text)(web)).toBe(true);
});

test.each(['app=db', '!app', 'app notin (db,web)', 'size>3', 'toString', 'example.com/app'])(
  '%j selects no web server',
  (text) => {
    expect(parseLabelSelector(text)(web)).toBe(false);
  },
);

test.each([
  ['a===b', "unable to parse requirement: found '=', expected: identifier"],
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a in b', "unable to parse requirement: found 'b', expected: '('"],
  ['a,', "unable to parse requirement: found '', expected: identifier after ','"],
  [',', "unable to parse requirement: found ',', expected: identifier"],
])('%s is refused', (text, message) => {
  expect(() => parseLabelSelector(text)).toThrow(message);
});
