import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { widgetDefinition } from '../support/widgets.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-manifests-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The exit code and the printed lines of `npm run check:manifests`. */
function check(target: string): [code: number | null, lines: string[]] {
  const run = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/check-manifests.ts', target], {
    cwd: root,
    encoding: 'utf8',
    timeout: 25_000,
  });
  return [run.status, `${run.stdout}${run.stderr}`.trimEnd().split('\n')];
}

const definition = widgetDefinition('size: {type: string}');

test('a set in any order of files is opened without errors and applied whole', async () => {
  const widget =
    'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a, namespace: shop}\nsize: big\n';
  await writeFile(join(folder, 'a.yaml'), widget);
  await writeFile(
    join(folder, 'b.yaml'),
    `${definition}---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n`,
  );
  await writeFile(join(folder, 'compose.yml'), 'services:\n  web: {image: nginx}\n');
  expect(check(folder)).toEqual([
    0,
    [
      'ok    a.yaml',
      'ok    b.yaml',
      'ok    compose.yml',
      '1 of 1 applied from a.yaml',
      '2 of 2 applied from b.yaml',
      '0 of 0 applied from compose.yml',
      '3 files: 0 false errors, 0 objects not applied',
    ],
  ]);
});

test('what the editor or the server objects to fails the run and is named', async () => {
  await writeFile(join(folder, 'a.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndta: {}\n');
  const [code, lines] = check(folder);
  expect(code).toBe(1);
  expect(lines.slice(0, 2)).toEqual([
    'FALSE a.yaml',
    '      4:1 unknown-field: Unknown field `dta`. Did you mean `data`?',
  ]);
  expect(lines.slice(2, -1)).toEqual([
    '0 of 1 applied from a.yaml',
    expect.stringContaining('ConfigMap default/a: '),
  ]);
  expect(lines.at(-1)).toBe('1 files: 1 false errors, 1 objects not applied');
});

test('a folder that is none is said so', () => {
  expect(check(join(folder, 'nowhere'))).toEqual([2, ['usage: npm run check:manifests -- FOLDER']]);
});
