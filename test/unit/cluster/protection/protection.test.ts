import { expect, test } from 'vitest';
import {
  type ProtectedContext,
  type Protection,
  type ProtectionRules,
  protectionOf,
} from '../../../../client/src/cluster/protection/protection.ts';
import { matchesWildcards } from '../../../../client/src/cluster/protection/wildcards.ts';

const eu: ProtectedContext = { name: 'prod-eu', cluster: 'eu', server: 'https://eu.example.com:6443' };
const alias: ProtectedContext = { name: 'eu', cluster: 'other', server: 'https://EU.example.com:6443/' };
const home: ProtectedContext = { name: 'home', cluster: 'home', server: 'https://home.example.com' };
const broken: ProtectedContext = { name: 'broken', cluster: '', server: undefined };
const all = [eu, alias, home, broken];

test.each<[string, ProtectedContext, ProtectionRules, Protection]>([
  ['nothing without rules', eu, {}, 'none'],
  ['what a rule names', eu, { 'prod-eu': 'confirm' }, 'confirm'],
  ['by a part of its name', eu, { 'PROD*': 'read-only' }, 'read-only'],
  ['by the name of its cluster', alias, { other: 'confirm' }, 'confirm'],
  ['by its server', home, { 'https://home.example.com': 'read-only' }, 'read-only'],
  ['by its server, written in another way', home, { 'https://home.example.com/': 'read-only' }, 'none'],
  ['by a part of its server', alias, { '*eu.example.com*': 'confirm' }, 'confirm'],
  ['another context to the same server', alias, { 'prod-*': 'read-only' }, 'read-only'],
  ['the strictest of several', eu, { 'prod*': 'confirm', '*': 'read-only' }, 'read-only'],
  ['not others', home, { 'prod*': 'read-only' }, 'none'],
  ['not those without a server, which are not the same', broken, { 'prod*': 'read-only' }, 'none'],
  ['a level that nobody knows is the strictest', eu, { 'prod*': 'readonly' as 'read-only' }, 'read-only'],
])('protects %s', (_, context, rules, level) => {
  expect(protectionOf(context, all, rules)).toBe(level);
});

test.each([
  ['*', '', true],
  ['*', 'anything', true],
  ['a*b', 'ab', true],
  ['a*b', 'a', false],
  ['ab*ba', 'aba', false],
  ['*prod*', 'my-Production', true],
  ['*a*a*', 'a', false],
  ['*a*a*', 'aa', true],
  ['a*b*c', 'a-c-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['a.c', 'abc', false],
  ['', '', true],
  ['', 'a', false],
])('%s and %s', (pattern, text, matches) => {
  expect(matchesWildcards(pattern, text)).toBe(matches);
});
