import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../check/src/files/decode-text.ts';
import { type IgnoreRule, parseIgnoreRules, verdictOf } from '../../../check/src/files/ignore-rules.ts';

describe('the text of bytes', () => {
  test.each<[what: string, bytes: Buffer, text: string | undefined]>([
    ['UTF-8', Buffer.from('kind: Pöd\r\n'), 'kind: Pöd\r\n'],
    ['UTF-8 behind its mark', Buffer.from('\ufeffkind: Pod\n'), 'kind: Pod\n'],
    ['UTF-16, little end first', Buffer.from('\ufeffkind: Pöd\n', 'utf16le'), 'kind: Pöd\n'],
    ['UTF-16, big end first', Buffer.from('\ufeffkind: Pöd\n', 'utf16le').swap16(), 'kind: Pöd\n'],
    ['UTF-16 with half a unit', Buffer.concat([Buffer.from('\ufeffa', 'utf16le'), Buffer.of(1)]), 'a'],
    ['UTF-32, little end first', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), undefined],
    ['UTF-32, big end first', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]), undefined],
    ['what is no UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
    ['a binary file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), undefined],
    ['nothing', Buffer.alloc(0), ''],
  ])('%s', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });
});

function verdictAt(rules: readonly IgnoreRule[], path: readonly string[], is: 'file' | 'folder') {
  return verdictOf(rules, path.slice(0, -1), path.at(-1)!, is);
}

/** `test/contract/check.test.ts` holds the same to git. */
describe('the rules of a .gitignore', () => {
  test.each<[rules: string, path: string, verdict: 'ignore' | 'keep' | undefined]>([
    ['*.log', 'a/b.log', 'ignore'],
    ['*.log', 'a/b.yaml', undefined],
    ['*.yaml\n!keep.yaml', 'keep.yaml', 'keep'],
    ['/a.yaml', 'b/a.yaml', undefined],
    ['a/*.yaml', 'a/b/c.yaml', undefined],
    ['a/**/c.yaml', 'a/c.yaml', 'ignore'],
    ['# a.yaml\n\n/', 'a.yaml', undefined],
    ['**', 'a/b.yaml', 'ignore'],
    ['*.y?ml', 'a/b.yaml', 'ignore'],
    ['b.yam[k-m]', 'a/b.yaml', 'ignore'],
  ])('%j: %s', (rules, path, verdict) => {
    expect(verdictAt(parseIgnoreRules(rules), path.split('/'), 'file')).toBe(verdict);
  });

  test('for folders alone say nothing of files', () => {
    const rules = parseIgnoreRules('build/');
    expect(verdictAt(rules, ['a', 'build'], 'folder')).toBe('ignore');
    expect(verdictAt(rules, ['a', 'build'], 'file')).toBe(undefined);
  });

  test('take linear time, whatever they are', () => {
    const rules = parseIgnoreRules(`${'*a'.repeat(2000)}b\n${'**/'.repeat(500)}z`);
    const path = [...Array.from({ length: 500 }, () => 'd'), 'a'.repeat(4000)];
    expect(verdictAt(rules, path, 'file')).toBe(undefined);
  });
});
