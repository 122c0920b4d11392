import { expect, test } from 'vitest';
import { containerPath, lastName } from '../../../../client/src/cluster/streams/copy/container-path.ts';
import { judgeLink } from '../../../../client/src/cluster/streams/copy/link-target.ts';
import { foldedPath, localNameFault } from '../../../../client/src/cluster/streams/copy/local-name.ts';
import { memberPath } from '../../../../client/src/cluster/streams/copy/member-path.ts';

const onWindows: readonly (readonly [name: string, fault: RegExp | undefined])[] = [
  ['web.yaml', undefined],
  ['.hidden', undefined],
  ['-dash', undefined],
  ['a b', undefined],
  ['zufällig 日本', undefined],
  ['console', undefined],
  ['com10', undefined],
  ['auxiliary.txt', undefined],
  ['CON', /device/],
  ['con.txt', /device/],
  ['Con .txt', /device/],
  ['NUL', /device/],
  ['nul.tar.gz', /device/],
  ['com1', /device/],
  ['COM¹', /device/],
  ['LPT9.log', /device/],
  ['CONIN$', /device/],
  ['a:b', /no names with :/],
  ['stream::$DATA', /no names with :/],
  ['a\\b', /no names with \\/],
  ['..\\evil', /no names with \\/],
  ['a?', /no names with \?/],
  ['a*', /no names with \*/],
  ['a|b', /no names with \|/],
  ['<a>', /no names with </],
  ['"a"', /no names with "/],
  ['a\nb', /control characters/],
  ['a\u0001', /control characters/],
  ['trailing.', /ends? with a dot or a blank/],
  ['trailing ', /ends? with a dot or a blank/],
  ['...', /ends? with a dot or a blank/],
];

test.each(onWindows)('%j on Windows', (name, fault) => {
  const found = localNameFault(name, 'win32');
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fault);
});

test.each(onWindows)('%j is possible elsewhere', (name) => {
  expect([localNameFault(name, 'linux'), localNameFault(name, 'darwin')]).toEqual([undefined, undefined]);
});

test.each(['linux', 'darwin', 'win32'] as const)('a NUL and a slash are in no name on %s', (platform) => {
  expect(localNameFault('a\0b', platform)).toMatch(/character/);
  expect(localNameFault('a/b', platform)).toMatch(/character/);
});

test.each<[one: string, other: string, isOne: boolean]>([
  ['README', 'readme', true],
  ['Ä', 'ä', true],
  ['A\u0308', '\u00c4', true],
  ['straße', 'STRASSE', true],
  ['a/B', 'A/b', true],
  ['a', 'b', false],
  ['a-b', 'a_b', false],
])('%j and %j where case is folded: %s', (one, other, isOne) => {
  expect(foldedPath(one) === foldedPath(other)).toBe(isOne);
});

test.each<[target: string, depth: number, verdict: 'stays' | 'leads out', platform?: NodeJS.Platform]>([
  ['file', 0, 'stays'],
  ['./file', 0, 'stays'],
  ['a/b/c', 0, 'stays'],
  ['.', 0, 'stays'],
  ['..data/key', 0, 'stays'],
  ['../sibling', 1, 'stays'],
  ['../../top', 2, 'stays'],
  ['..', 1, 'stays'],
  ['-dash and blank', 0, 'stays'],
  ['a\\b', 0, 'stays'],
  ['', 0, 'leads out'],
  ['..', 0, 'leads out'],
  ['../x', 0, 'leads out'],
  ['../../x', 1, 'leads out'],
  ['./../x', 0, 'leads out'],
  ['/etc/passwd', 3, 'leads out'],
  ['//host/share', 3, 'leads out'],
  ['a/../b', 1, 'leads out'],
  ['up/../../..', 3, 'leads out'],
  ['../a/..', 2, 'leads out'],
  ['a\0b', 1, 'leads out'],
  ['..\\..\\x', 0, 'leads out', 'win32'],
  ['C:', 0, 'leads out', 'win32'],
  ['a:stream', 0, 'leads out', 'win32'],
])('a link to %j at depth %i %s', (target, depth, verdict, platform = 'linux') => {
  expect(judgeLink(target, depth, platform)).toBe(verdict);
});

test.each<[name: string, path: readonly string[] | string]>([
  ['./a/b', ['a', 'b']],
  ['a//b/', ['a', 'b']],
  ['./', []],
  ['.', []],
  ['./-rf', ['-rf']],
  ['./a\nb', ['a\nb']],
  ['./...', ['...']],
  ['./..a', ['..a']],
  ['/etc/passwd', 'name leads out'],
  ['../x', 'name leads out'],
  ['./a/../../x', 'name leads out'],
  ['a/..', 'name leads out'],
  ['', 'name not readable'],
  ['a\0b', 'name not readable'],
  [`./${'a'.repeat(255)}`, ['a'.repeat(255)]],
  [`./${'a'.repeat(256)}`, 'name too long'],
  [`./${'ü'.repeat(128)}`, 'name too long'],
  [`./${'a/'.repeat(2_048)}`, 'name too long'],
])('%j in an archive', (name, path) => {
  const found = memberPath(name);
  expect('reason' in found ? found.reason : found).toEqual(path);
});

test.each<[named: string, path: string, folder: string, name: string, last: string]>([
  ['/var/log/app.log', '/var/log/app.log', '/var/log', 'app.log', 'app.log'],
  ['/app', '/app', '/', 'app', 'app'],
  ['/', '/', '/', '', ''],
  ['app.log', './app.log', '.', 'app.log', 'app.log'],
  ['-rf', './-rf', '.', '-rf', '-rf'],
  ['--help', './--help', '.', '--help', '--help'],
  ['.', './.', './.', '', ''],
  ['..', './..', './..', '', ''],
  ['/a/..', '/a/..', '/a/..', '', ''],
  ['/var/log/', '/var/log/', '/var/log/', '', 'log'],
  ['/a b/\n$(x)"\'', '/a b/\n$(x)"\'', '/a b', '\n$(x)"\'', '\n$(x)"\''],
])('%j in a container', (named, path, folder, name, last) => {
  expect(containerPath(named)).toEqual({ path, folder, name });
  expect(lastName(named)).toBe(last);
});
