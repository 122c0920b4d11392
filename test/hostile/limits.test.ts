import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../check/src/arguments/parse-arguments.ts';
import { nodeCredentialsIo } from '../../client/src/cluster/kubeconfig/credentials.ts';
import { readNameFilter } from '../../client/src/cluster/streams/logs/name-filter.ts';
import { BoundedOutput } from '../../client/src/logs/bounded-output.ts';
import { differenceLines } from '../../client/src/manifests/difference.ts';
import { checkJsonLimits } from '../../sandbox/src/decode/body-limits.ts';
import { StatusError } from '../../sandbox/src/status-error.ts';
import type { Finding } from '../../server/src/checks/finding.ts';
import { limited, tooLarge } from '../../server/src/diagnostics/limits.ts';
import { Placeholders } from '../../server/src/placeholders/placeholders.ts';
import { parseDocuments } from '../../server/src/yaml/documents.ts';
import { filesWith, run } from '../unit/sandbox/shell/run.ts';

describe('in a container of the sandbox it is said on the standard error', () => {
  const many = (count: number, one: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => one(index)).join('');
  test.each<[what: string, script: string, said: string]>([
    ['a script in a file', 'sh /long', 'sh: /long: script too long'],
    ['shells in one another', 'echo "sh /again" > /again; sh /again', 'too many shells in one another'],
    ['what a command prints for a word', 'A=$(cat /long); echo $A', 'input too long'],
    ['a word', `A=${'x'.repeat(70_000)}; echo $A`, 'argument list too long'],
    ['words', `echo ${'x '.repeat(11_000)}`, 'argument list too long'],
    ['variables', many(501, (index) => `V${index}=1;`), 'too many variables'],
    ['input of tail', 'cat /long /long /long /long /long /long /long /long /long | tail', 'input too long'],
  ])('%s', async (_, script, said) => {
    const files = filesWith({ '/long': `${'x'.repeat(2_000_000)}\n` });
    expect((await run(['sh', '-c', script], '', files)).err).toContain(said);
  });

  test('a file', async () => {
    const { err } = await run(
      ['sh', '-c', `cat${' /m'.repeat(33)} > /f`],
      '',
      filesWith({ '/m': 'x'.repeat(1 << 20) }, 64 << 20),
    );
    expect(err).toContain('File too large');
  });

  test('lines that are no whole script', async () => {
    const { err } = await run(['sh'], `echo "\n${'x\n'.repeat(5_000)}`);
    expect(err).toContain('syntax error: unterminated quoted string');
  });

  test('processes at a time', async () => {
    const { err } = await run(['sh', '-c', `echo a${' | cat'.repeat(300)}`]);
    expect(err).toContain("can't fork: Resource temporarily unavailable");
  });

  test('processes', async () => {
    const { err } = await run(['sh', '-c', 'true;'.repeat(60_000)]);
    expect(err).toContain("can't fork: Resource temporarily unavailable");
  });
});

describe('the sandbox refuses, and names its limit', () => {
  test.each<[what: string, text: string, said: string]>([
    [
      'fields of one map',
      `{${'"a":1,'.repeat(33_000)}}`,
      'Request entity too large: the sandbox takes at most 32768 fields in one map',
    ],
    [
      'fields and items',
      `[${'1,'.repeat(110_000)}]`,
      'Request entity too large: the sandbox takes at most 106496 fields and items in one body',
    ],
  ])('%s', (_, text, said) => {
    expect(() => checkJsonLimits(text, (problem) => new StatusError(400, 'BadRequest', problem))).toThrow(
      said,
    );
  });
});

test('problems beyond the first thousand, and a document beyond what a server takes, are a note', () => {
  const finding: Finding = {
    code: 'unknown-field',
    severity: 'error',
    about: { is: 'unknown-field', field: 'a' },
    span: { start: 0, end: 1 },
  };
  expect(limited(Array(1_000).fill(finding))).toHaveLength(1_000);
  const all = limited(Array(1_001).fill(finding));
  expect([all.length, all.at(-1)?.about]).toEqual([1_000, { is: 'too-many', shown: 999 }]);
  const text = (length: number) => `apiVersion: v1\nkind: Pod\n#${'x'.repeat(length)}\n`;
  const note = (length: number) => tooLarge(parseDocuments(text(length))[0]!)?.about;
  expect(note(3_900_000)).toBeUndefined();
  expect(note(4_000_000)).toMatchObject({ is: 'too-large', most: 4_000_000 });
});

test('more threads than the command line takes are refused', () => {
  const command = parseArguments(['check', '--threads', '257', '.'], () => false);
  expect(JSON.stringify(command)).toContain('a number from 1 to 256');
});

test('a credential that is larger than any is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-limits-'));
  try {
    const file = join(folder, 'token');
    await writeFile(file, Buffer.alloc(4 * 1024 * 1024 + 1, 'x'));
    await expect(nodeCredentialsIo.readFile(file)).rejects.toThrow('it is larger than 4 MiB');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a log that is faster than its terminal says how many lines were not shown', () => {
  const output = new BoundedOutput(10);
  for (let index = 0; index < 5; index++) output.push('line\n');
  expect(output.take()).toEqual({ text: 'line\nline\n', droppedLines: 3 });
});

test('two objects that have nothing in common are shown as a whole', () => {
  const configMap = (letter: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
    data: Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`${letter}${index}`, letter])),
  });
  expect(differenceLines(configMap('a'), configMap('b'))[0]).toBe('@@ everything @@');
});

test('patterns of the settings beyond the first are told', () => {
  const { bad } = new Placeholders(Array.from({ length: 60 }, (_, index) => `a${index}`));
  expect(bad).toEqual([{ pattern: 'a50', problem: 'it is beyond the first 50' }]);
  expect(new Placeholders(['x'.repeat(1_001)]).bad[0]?.problem).toBe('it is longer than 1000 characters');
});

test('a pattern of names that repeats too much is told', () => {
  expect(readNameFilter({ include: ['(a{1,30}){1,30}b{1,900}'] })).toMatchObject({
    is: 'problem',
    problem: 'it repeats too much to be tried on every name',
  });
});
