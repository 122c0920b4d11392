import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { grammarContributions, grammarFiles, pathOf } from '../../../scripts/syntaxes/grammars.ts';

test.each(grammarFiles())('$file is up to date: npm run docs', async ({ file, grammar }) => {
  expect(JSON.parse(await readFile(pathOf(file), 'utf8'))).toEqual(JSON.parse(JSON.stringify(grammar)));
});

test('package.json names each of them, and languages that it contributes', async () => {
  const { contributes } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(contributes.grammars).toEqual(JSON.parse(JSON.stringify(grammarContributions())));
  const ids = new Set(contributes.languages.map(({ id }: { id: string }) => id));
  const named = contributes.grammars.flatMap(({ language }: { language?: string }) => language ?? []);
  expect(named.filter((language: string) => !ids.has(language))).toEqual([]);
});

test('every language configuration is there and is JSON', async () => {
  const { contributes } = JSON.parse(await readFile('package.json', 'utf8'));
  const languages = contributes.languages as { id: string; configuration: string }[];
  for (const { id, configuration } of languages) {
    // VS Code's own says the rest of YAML.
    const said = id === 'yaml' ? 'onEnterRules' : 'comments';
    expect(JSON.parse(await readFile(configuration, 'utf8'))).toHaveProperty(said);
  }
});
