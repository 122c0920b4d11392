import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { makeCurrent } from '../../client/src/cluster/kubeconfig/use-context.ts';
import { cleanup, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { rounds } from './support/rounds.ts';

const after = cleanup();
afterEach(() => after.run());

const rest = 'contexts:\n- name: a\n  context: {cluster: c, user: u}\nclusters: []\n';

/** Kubeconfigs as no program writes them. */
const texts: Readonly<Record<string, string>> = {
  'a plain line': `current-context: a\n${rest}`,
  'no line': rest,
  'a byte order mark': `\ufeffcurrent-context: a\n${rest}`,
  'a byte order mark and no line': `\ufeff${rest}`,
  'line ends of Windows': `current-context: a\n${rest}`.replaceAll('\n', '\r\n'),
  'no line, line ends of Windows': rest.replaceAll('\n', '\r\n'),
  'comments around it': `# current-context: x\ncurrent-context: a # current-context: y\n# end\n${rest}`,
  'comments alone before the first field': `# one\n\n# two\n${rest}`,
  JSON: JSON.stringify({ contexts: [], 'current-context': 'a', clusters: [] }),
  'JSON without it': '{"contexts": [], "clusters": []}',
  'JSON of nothing': '{}',
  'flow style over lines': '{contexts: [],\n  current-context:\n  a,\n  clusters: []}\n',
  'an anchor': `current-context: &x a\nother: *x\n${rest}`,
  'an alias': `other: &x a\ncurrent-context: *x\n${rest}`,
  'a tag': `current-context: !!str a\n${rest}`,
  'a block scalar': `current-context: |-\n  a\n${rest}`,
  'a folded one': `current-context: a\n  b\n  c\n${rest}`,
  'quotes over lines': `current-context: "a\n  b"\n${rest}`,
  'single quotes': `current-context: 'it''s'\n${rest}`,
  'a key in quotes': `"current-context": a\n${rest}`,
  'an explicit key': `? current-context\n: a\n${rest}`,
  'a merge': `x: &x {current-context: a}\n<<: *x\n${rest}`,
  'two of them': `current-context: a\ncurrent-context: b\n${rest}`,
  'nothing behind it': `current-context:\n${rest}`,
  null: `current-context: ~\n${rest}`,
  'a number': `current-context: 5\n${rest}`,
  'a map': `current-context: {a: b}\n${rest}`,
  'a list': `current-context: [a]\n${rest}`,
  'one that is inside': `contexts:\n- name: a\n  context: {current-context: b}\nclusters: []\n`,
  'one in a text': `note: |\n  current-context: a\n${rest}`,
  'several documents': `current-context: a\n${rest}---\ncurrent-context: b\n`,
  'an empty document before it': `---\n---\ncurrent-context: a\n${rest}`,
  'a directive': `%YAML 1.1\n---\ncurrent-context: a\n${rest}`,
  'a first line of a document': `--- {current-context: a, contexts: []}\n`,
  tabs: `current-context:\ta\t# b\n${rest}`,
  margins: `  current-context: a\n  contexts: []\n`,
  'no end of the last line': `${rest}current-context: a`,
  'spaces behind it': `current-context: a   \n${rest}`,
  nothing: '',
  'a comment alone': '# nothing\n',
  'a list of it': '- current-context: a\n',
  'a text': 'current-context\n',
  'no YAML': 'current-context: [a\n',
  'ten megabytes': `current-context: a\n${rest}x: ${'y'.repeat(10_000_000)}\n`,
  'fifty thousand fields': `${Array.from({ length: 50_000 }, (_, index) => `# ${'c'.repeat(20)}\nf${index}: 1\n`).join('')}${rest}`,
};

const names = [
  'b',
  'a b',
  ' b ',
  '',
  'true',
  '5',
  '~',
  '1e3',
  '0x10',
  '2001-01-01',
  'a: b',
  'a #b',
  '- a',
  '&a',
  '*a',
  '!a',
  '%a',
  '@a',
  '`a',
  '[a]',
  '{a}',
  '"',
  "'",
  '\\',
  'a\nclusters: [x]',
  'a\r\nb',
  '\u2028\u0085\u202e',
  '\u{1F600}',
  '\u0000',
  '__proto__',
  'constructor',
  '<<',
  'arn:aws:eks:eu-west-1:1:cluster/x',
  'x'.repeat(5_000),
];

test.each(Object.entries(texts))(
  'a kubeconfig with %s is another in that one line alone, or in nothing',
  async (_, text) => {
    const folder = await temporaryFolder(after);
    const file = join(folder, 'config');
    const isLarge = text.length > 1_000_000;
    for (const name of isLarge ? ['b'] : namesOf(text)) {
      await writeFile(file, text);
      const error = await makeCurrent({ name, file, current: false }, { merged: [file], extra: [] }).then(
        () => undefined,
        (failure: Error) => failure,
      );
      const now = await readFile(file, 'utf8');
      expect(await readdir(folder)).toEqual(['config']);
      if (error) {
        expect(now === text).toBe(true);
        expect(error.constructor).toBe(Error);
        expect(error.message).toMatch(/^[^\r\n]{1,400}$/);
      } else if (now !== text) {
        expect(
          Math.abs(now.split(/\r\n|\r|\n/).length - text.split(/\r\n|\r|\n/).length),
        ).toBeLessThanOrEqual(1);
        if (!isLarge) expect([name, ...readOf(now)]).toEqual([name, ...expected(text, name)]);
      }
    }
  },
);

/** A quarter of the names, and all where more rounds are asked for: each comes with other texts. */
function namesOf(text: string): readonly string[] {
  return names.filter((_, index) => rounds > 1 || (index + text.length) % 4 === 0);
}

/** What another reader of YAML has of the documents of a text. */
function readOf(text: string): unknown[] {
  return parseAllDocuments(text, { uniqueKeys: false, merge: true, version: '1.1' }).map((document) =>
    document.toJS(),
  );
}

/** The same with another context in the first that has anything. */
function expected(text: string, name: string): unknown[] {
  const all = readOf(text);
  if (all.length === 0) return [{ 'current-context': name }];
  const at = Math.max(
    0,
    all.findIndex((one) => one !== null),
  );
  return all.map((one, index) => (index === at ? { ...(one as object), 'current-context': name } : one));
}
