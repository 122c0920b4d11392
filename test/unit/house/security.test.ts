import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');

/** Rows of the tables of promises: what is promised, and the cell with its tests. */
const promises = [...page.matchAll(/^\| (?!Promise|Trusted|-)(.+?) \| (`test\/.+`) \|$/gm)].map(
  ([, promise, tests]) => ({
    promise: promise!,
    tests: [...tests!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!),
  }),
);

describe('every promise of SECURITY.md names tests that are there', () => {
  test.each(promises)('$promise', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('in every table of promises', () => {
    const tables = page.split('| Promise | Test |').slice(1);
    const rows = tables.flatMap((table) => table.split('\n\n')[0]!.split('\n').slice(2).filter(Boolean));
    expect(promises.length).toBe(rows.length);
    expect(promises.length).toBeGreaterThan(15);
  });
});

const sources = ['client', 'server', 'check'].flatMap((program) =>
  readdirSync(join(root, program, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${program}/src/${path.replaceAll('\\', '/')}`)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
);

/** What only some rooms may do, how it is written, and where. */
const reserved: readonly { readonly does: string; readonly written: RegExp; readonly where: RegExp }[] = [
  {
    does: 'starts programs',
    written: /from 'node:child_process'/,
    where: /^client\/src\/(?:sandbox|cluster)\//,
  },
  {
    does: 'opens connections',
    written:
      /^import (?!type ).* from '(?:node:(?:http|https|http2|net|tls|dgram|dns)|undici.*|ws)'|\bgetBuiltinModule\(|(?<![.\w])fetch\(['"`]/m,
    where: /^client\/src\/cluster\//,
  },
  {
    does: 'imports what loads all of Node’s fetch',
    written: /^import (?!type ).* from 'node:http'/m,
    where: /^$/,
  },
  {
    does: 'writes files',
    written:
      /\b(?:writeFile|appendFile|createWriteStream|mkdir|mkdtemp|copyFile|symlink|truncate)(?:Sync)?\(|\bfs\.(?:write|delete|rename|copy|createDirectory)\w*\(/,
    where:
      /^client\/src\/(?:sandbox\/sandbox|cluster\/kubeconfig\/(?:use-context|terminal-runner)|cluster\/discovery\/document-files|cluster\/streams\/copy\/(?:unpack|local-place))\.ts$/,
  },
  { does: 'runs a shell', written: /\bshell: (?!false)|\bexec(?:Sync)?\(['"`]/, where: /^$/ },
  { does: 'runs text as a program', written: /\beval\(|\bnew Function\(|\bnode:vm\b/, where: /^$/ },
];

test.each(reserved)('only its rooms have what $does', ({ written, where }) => {
  const found = sources.filter(({ text }) => written.test(text)).map(({ path }) => path);
  expect(found.filter((path) => !where.test(path))).toEqual([]);
});
