import { expect, test } from 'vitest';
import { JudgedProtection } from '../../../../client/src/cluster/protection/judged-protection.ts';
import type {
  ProtectedContext,
  ProtectionRules,
} from '../../../../client/src/cluster/protection/protection.ts';

const eu: ProtectedContext = { name: 'prod-eu', cluster: 'eu', server: 'https://eu.example.com' };
const alias: ProtectedContext = { name: 'alias', cluster: 'other', server: 'https://eu.example.com/' };
const elsewhere: ProtectedContext = { ...eu, name: 'alias', server: 'https://home.example.com' };

function judged() {
  const asked = { rules: {} as ProtectionRules, times: 0 };
  const protection = new JudgedProtection(() => {
    asked.times++;
    return asked.rules;
  });
  return { asked, protection };
}

test('a context is judged once', () => {
  const { asked, protection } = judged();
  asked.rules = { 'prod-*': 'read-only' };
  expect([eu, eu, { ...eu }].map((context) => protection.of(context))).toEqual(Array(3).fill('read-only'));
  expect(asked.times).toBe(1);
});

test('contexts that differ in one thing are judged each by itself', () => {
  const { asked, protection } = judged();
  asked.rules = { 'prod-*': 'read-only', other: 'confirm' };
  const levels = [eu, alias, elsewhere, { ...alias, cluster: 'eu' }, { ...alias, server: undefined }].map(
    (context) => protection.of(context),
  );
  expect(levels).toEqual(['read-only', 'confirm', 'none', 'none', 'confirm']);
});

test('other contexts protect a context at once, and no longer once they are gone', () => {
  const { asked, protection } = judged();
  asked.rules = { 'prod-*': 'read-only' };
  const levels = [[], [eu], []].map((contexts) => {
    protection.know(contexts);
    return protection.of(alias);
  });
  expect(levels).toEqual(['none', 'read-only', 'none']);
});

test('other rules hold once what was judged is forgotten', () => {
  const { asked, protection } = judged();
  expect(protection.of(eu)).toBe('none');
  asked.rules = { '*': 'confirm' };
  protection.forget();
  expect(protection.of(eu)).toBe('confirm');
});
