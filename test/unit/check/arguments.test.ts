import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../../check/src/arguments/parse-arguments.ts';
import { usage } from '../../../check/src/arguments/usage.ts';
import { newestKubernetesVersion } from '../../../server/src/catalog/catalog.ts';

/** There are two files, of odd names. */
const isThere = (path: string) => path === '-x.yaml' || path === '--placeholder=.*x.yaml';

const left = {
  paths: ['a.yaml'],
  pathsAre: 'named',
  output: 'text',
  kubernetesVersion: newestKubernetesVersion,
  schemas: [],
  workspace: undefined,
  placeholders: [],
  severities: {},
  show: 'hint',
  failOn: 'error',
  stdinName: undefined,
  threads: undefined,
  rulePage: undefined,
};

describe('a command line that makes sense', () => {
  test.each<[words: string, options: object]>([
    ['check a.yaml', {}],
    ['a.yaml', {}],
    ['check a.yaml b a.yaml', { paths: ['a.yaml', 'b'] }],
    ['check a.yaml --output sarif b', { paths: ['a.yaml', 'b'], output: 'sarif' }],
    ['check --output=json a.yaml', { output: 'json' }],
    ['check --kubernetes-version 1.35 a.yaml', { kubernetesVersion: '1.35' }],
    ['check --kubernetes-version v1.34.7 a.yaml', { kubernetesVersion: '1.34' }],
    ['check --schemas crds --schemas more a.yaml', { schemas: ['crds', 'more'] }],
    ['check --workspace .. a.yaml', { workspace: '..' }],
    [
      'check --severity unknown-group=error --severity bad-pattern=off a.yaml',
      { severities: { 'unknown-group': 'error', 'bad-pattern': 'off' } },
    ],
    [
      'check --ignore unknown-group,bad-pattern a.yaml',
      { severities: { 'unknown-group': 'off', 'bad-pattern': 'off' } },
    ],
    ['check --show warning --fail-on never a.yaml', { show: 'warning', failOn: 'never' }],
    ['check - --stdin-name a.yaml', { paths: ['-'], stdinName: 'a.yaml' }],
    ['check --threads 3 a.yaml', { threads: 3 }],
    [
      'check --rule-page https://example.com/rules#CODE a.yaml',
      { rulePage: 'https://example.com/rules#CODE' },
    ],
    ['check -- --odd -', { paths: ['--odd', '-'] }],
    ['check ./-x.yaml -- -x.yaml', { paths: ['./-x.yaml', '-x.yaml'] }],
    [
      'check --hook --show warning -x.yaml --odd',
      { pathsAre: 'found', show: 'warning', paths: ['-x.yaml', '--odd'] },
    ],
    [
      'check --hook --show=warning b --output',
      { pathsAre: 'found', show: 'warning', paths: ['b', '--output'] },
    ],
    [
      'check --hook --schemas c.yaml --placeholder=.*x.yaml b',
      { pathsAre: 'found', schemas: ['c.yaml'], paths: ['--placeholder=.*x.yaml', 'b'] },
    ],
    ['check --hook -- b', { pathsAre: 'found', paths: ['b'] }],
  ])('%s', (words, options) => {
    expect(parseArguments(words.split(' '), isThere)).toEqual({
      do: 'check',
      options: { ...left, ...options },
    });
  });

  test.each([
    ['--help', 'help'],
    ['check a.yaml -h', 'help'],
    ['--version', 'version'],
    ['check -V', 'version'],
  ])('%s', (words, command) => {
    expect(parseArguments(words.split(' '), isThere)).toEqual({ do: command });
  });
});

describe('a command line that makes none is refused with', () => {
  test.each<[words: readonly string[], problem: string]>([
    [[], 'name what to check: files, folders, or - for standard input'],
    [['check'], 'name what to check: files, folders, or - for standard input'],
    [['--outptu', 'json'], 'there is no flag --outptu; did you mean --output?'],
    [['-x'], 'there is no flag -x'],
    [['-x.yaml'], 'there is no flag -x.yaml; the file of that name is ./-x.yaml'],
    [['--help=1'], '--help takes no value'],
    [['a', '--hook=1'], '--hook takes no value'],
    [['--hook', '--outptu', 'a'], 'there is no flag --outptu; did you mean --output?'],
    [['--hook'], 'name what to check: files, folders, or - for standard input'],
    [['--constructor'], 'there is no flag --constructor'],
    [['a', '--output'], '--output needs a value: text, json or sarif'],
    [['a', '--output='], '--output needs a value: text, json or sarif'],
    [['a', '--output', 'xml'], '--output takes text, json or sarif, not "xml"'],
    [['a', '--kubernetes-version', '1.2'], '--kubernetes-version takes 1.34, 1.35 or 1.36, not "1.2"'],
    [['a', '--placeholder', '('], '--placeholder takes a regular expression as Go has them, not "("'],
    [['a', '--threads', '0'], '--threads takes a number from 1 to 256, not "0"'],
    [
      ['a', '--severity', 'unknown-group=loud'],
      '--severity takes CODE=SEVERITY with a code of docs/rules.md and error, warning, information, hint or off, not "unknown-group=loud"',
    ],
    [
      ['a', '--severity', 'unknown-group=off=x'],
      '--severity takes CODE=SEVERITY with a code of docs/rules.md and error, warning, information, hint or off, not "unknown-group=off=x"',
    ],
    [['-', '--schemas', '-'], 'standard input is read once: - is a path or what --schemas names'],
    [
      ['a', '--ignore', 'unknown-group,no-such'],
      '--ignore takes codes of docs/rules.md, with commas between them, not "no-such"',
    ],
    [
      ['a', '--rule-page', 'https://example.com'],
      '--rule-page takes an address with CODE in it, not "https://example.com"',
    ],
    [['a', '--stdin-name', 'b.yaml'], '--stdin-name says what standard input is: name - as a path, too'],
  ])('%j', (words, problem) => {
    expect(parseArguments(words, isThere)).toEqual({ do: 'refuse', problem });
  });
});

test('the help names every flag, in lines that a terminal shows whole', () => {
  for (const flag of ['output', 'kubernetes-version', 'schemas', 'workspace', 'severity', 'ignore', 'show'])
    expect(usage).toMatch(new RegExp(`^  --${flag} `, 'm'));
  for (const flag of ['fail-on', 'stdin-name', 'hook', 'threads', 'rule-page', 'placeholder', 'help'])
    expect(usage).toMatch(new RegExp(`^  --${flag}[ ,]`, 'm'));
  for (const line of usage.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});
