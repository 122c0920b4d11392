import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../scripts/docs/limits.ts';
import { limitsIn, limitsPage } from '../../../scripts/docs/limits-page.ts';

const root = join(import.meta.dirname, '../../..');
const source = (file: string) => readFileSync(join(root, file), 'utf8');

test('each limit of the sources says what becomes of what is beyond it', () => {
  const files = ['server/src', 'client/src', 'sandbox/src', 'check/src', 'spdy/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  const written = files.flatMap((file) => limitsIn(source(file)).map(({ name }) => `${file} ${name}`));
  const told = Object.entries(limits).flatMap(([file, named]) =>
    Object.keys(named).map((name) => `${file} ${name}`),
  );
  expect(written.toSorted()).toEqual(told.toSorted());
});

test('what is said of each limit is shown by a test, which has words that are about it', () => {
  const shown = Object.entries(limits).flatMap(([file, named]) =>
    Object.entries(named).flatMap(([name, beyond]) =>
      typeof beyond === 'object' ? { limit: `${file} ${name}`, ...beyond.shownBy } : [],
    ),
  );
  const isShown = ({ test: file, words }: (typeof shown)[number]) =>
    existsSync(join(root, file)) && source(file).replaceAll('\\', '').includes(words);
  expect(shown.filter((one) => !isShown(one))).toEqual([]);
});

test('the page of limits is up to date', () => {
  expect(source('docs/limits.md')).toBe(limitsPage(source));
});

test('a limit is found by its name, however its value is written', () => {
  const text =
    'export const mostThings = 3;\nconst longest: Bound = 2 ** 31 - 1;\nconst fileLimit = 1_000;\nconst most = of;\n';
  expect(limitsIn(text)).toEqual([
    { name: 'mostThings', value: '3' },
    { name: 'longest', value: '2 ** 31 - 1' },
    { name: 'fileLimit', value: '1_000' },
  ]);
});
