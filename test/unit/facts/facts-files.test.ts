import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { factsFileName, readFacts } from '../../../scripts/facts/facts-files.ts';

test.each([
  ['v1.36.3', 'kubernetes-1.36.json'],
  ['v1.37.0-alpha.1', 'kubernetes-1.37.json'],
  ['1.9', 'kubernetes-1.9.json'],
])('the facts of %s are in %s', (release, file) => {
  expect(factsFileName(release)).toBe(file);
});

test('what is no version has no file', () => {
  expect(() => factsFileName('unknown')).toThrow('"unknown" is no version of Kubernetes');
});

test('the oldest facts come first, and other files are none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-facts-'));
  try {
    for (const name of [
      'kubernetes-1.10.json',
      'kubernetes-1.9.json',
      'lifecycle.json',
      'kubernetes-1.9.json.bak',
    ])
      await writeFile(join(folder, name), JSON.stringify({ version: name }));
    expect([...(await readFacts(folder))]).toEqual([
      ['1.9', { version: 'kubernetes-1.9.json' }],
      ['1.10', { version: 'kubernetes-1.10.json' }],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
