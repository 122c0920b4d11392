import { describe, expect, test } from 'vitest';
import { parseDocuments, splitDocuments } from '../../../server/src/yaml/documents.ts';
import type { YamlProblem } from '../../../server/src/yaml/nodes.ts';
import { toValue } from '../../../server/src/yaml/value.ts';

describe('a text is cut into documents', () => {
  test.each<[string, string[]]>([
    ['', ['']],
    ['a: 1\n', ['a: 1\n']],
    ['a: 1\n---\nb: 2\n', ['a: 1\n', 'b: 2\n']],
    ['---\na: 1\n', ['a: 1\n']],
    ['# only a comment\n---\na: 1\n', ['a: 1\n']],
    ['%YAML 1.2\n---\na: 1\n', ['a: 1\n']],
    ['a: 1\n---\n', ['a: 1\n', '']],
    ['a: 1\n---\n---\nb: 2', ['a: 1\n', '', 'b: 2']],
    ['a: 1\r\n---\r\nb: 2\r\n', ['a: 1\r\n', 'b: 2\r\n']],
    ['\ufeffa: 1\n', ['a: 1\n']],
    ['--- {a: 1}\n--- # note\nb: 2\n', [' {a: 1}\n', 'b: 2\n']],
    ['a: |\n  ---\n  x\n---\nb: 2\n', ['a: |\n  ---\n  x\n', 'b: 2\n']],
    ['a: "open\n---\nb: 2\n', ['a: "open\n', 'b: 2\n']],
    ['a: 1\n...\n---\nb: 2\n', ['a: 1\n', 'b: 2\n']],
    ['a: 1\n...\nb: 2\n', ['a: 1\n', 'b: 2\n']],
    ['---x: 1\n', ['---x: 1\n']],
  ])('%j', (text, documents) => {
    expect(splitDocuments(text).map(({ start, end }) => text.slice(start, end))).toEqual(documents);
  });
});

describe('a document is what the API server decodes', () => {
  test.each<[string, unknown]>([
    ['', null],
    ['# nothing\n', null],
    [
      'a: 1\nb: [x, "y", {z: 2}]\nc:\n- 1\n-\n  d: e\n- - f\n',
      { a: 1, b: ['x', 'y', { z: 2 }], c: [1, { d: 'e' }, ['f']] },
    ],
    ["a: \"x\\ty\\u00e9\"\nb: 'it''s'\n", { a: 'x\tyé', b: "it's" }],
    ['a: |\n  x\n   y\n\nb: >-\n  x\n  y\n\n  z\n', { a: 'x\n y\n', b: 'x y\nz' }],
    ['a: |+\n  x\n\nb: |2\n   x\n', { a: 'x\n\n', b: ' x\n' }],
    ['yes: 1\n5: 2\n"no": 3\n', { true: 1, '5': 2, no: 3 }],
    ['a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 2\n', { a: { b: 1 }, c: { b: 1 }, d: { e: 2, b: 1 } }],
    ['a: &x {b: 1, c: 1}\nd: {<<: *x, b: 2}\n', { a: { b: 1, c: 1 }, d: { b: 2, c: 1 } }],
    ['a: !!str 5\nb: !!binary aGk=\n', { a: '5', b: 'hi' }],
    ['? a\n: 1\n', { a: 1 }],
    ['a: 1\na: 2\n', { a: 2 }],
    ['{"a": {"b": [1, 2.5, null, true]}}', { a: { b: [1, 2.5, null, true] } }],
    ['a: x\n  y\n\n  z # note\n', { a: 'x y\nz' }],
    ['a: "x \n\n  \n y "\nb: " \n"\n', { a: 'x\n\ny ', b: ' ' }],
    ['a: "x\ny"\nb: 1\n', { a: 'x y', b: 1 }],
    ['a: "x\n  y\n\n  z"\n', { a: 'x y\nz' }],
    ['a: http://x:80/#y\nb: -1\nc: a:b\n', { a: 'http://x:80/#y', b: -1, c: 'a:b' }],
    ['__proto__: 1\n', JSON.parse('{"__proto__": 1}')],
  ])('%j', (text, value) => {
    const [document] = parseDocuments(text);
    expect(toValue(document!.root)).toEqual(value);
  });
});

describe('a broken line costs itself only', () => {
  test.each<[string, unknown, [string, string][]]>([
    ['kin\napiVersion: v1\n', { kin: null, apiVersion: 'v1' }, [['missing-colon', 'kin']]],
    [
      'spec:\n  contai\n  volumes: []\n',
      { spec: { contai: null, volumes: [] } },
      [['missing-colon', 'contai']],
    ],
    ['a: 1\nspec\n  b: 2\n', { a: 1, spec: { b: 2 } }, [['missing-colon', 'spec']]],
    ['a: "open\nb: 2\n', { a: 'open', b: 2 }, [['unclosed-quote', '"open']]],
    ['a: "open\nb: "x"\n', { a: 'open', b: 'x' }, [['unclosed-quote', '"open']]],
    ['a: [1, 2\nb: 2\n', { a: [1, 2], b: 2 }, [['unclosed-bracket', '[']]],
    [
      'a: {b: [1\nc: 2\n',
      { a: { b: [1] }, c: 2 },
      [
        ['unclosed-bracket', '['],
        ['unclosed-bracket', '{'],
      ],
    ],
    ['msg: a: b\nc: 1\n', { msg: 'a: b', c: 1 }, [['nested-colon', 'a: b']]],
    ['a:\n\tb: 1\nc: 2\n', { a: { b: 1 }, c: 2 }, [['tab-indentation', '\t']]],
    ['a:\n- x\n-y\nb: 1\n', { a: ['x'], '-y': null, b: 1 }, [['missing-colon', '-y']]],
    ['a:\n  - x\n  -y\nb: 1\n', { a: ['x', true], b: 1 }, [['missing-space', '-']]],
    ['a:\n  - b: 1\n  -c: 2\nd: 1\n', { a: [{ b: 1 }, { c: 2 }], d: 1 }, [['missing-space', '-']]],
    ['a:\n    b: 1\n  c: 2\nd: 3\n', { a: { b: 1, c: 2 }, d: 3 }, [['bad-indentation', 'c: 2']]],
    ['a:\n   b: 1\n  c: 2\n  d: 3\n', { a: { b: 1, c: 2, d: 3 } }, [['bad-indentation', 'b: 1']]],
    ['a: 1\n  b: 2\nc: 3\n', { a: 1, b: 2, c: 3 }, [['bad-indentation', 'b: 2']]],
    ['a: "x" y\nb: 1\n', { a: 'x', b: 1 }, [['unexpected-text', 'y']]],
    ['a: 1\na: 2\n', { a: 2 }, [['duplicate-key', 'a']]],
    ['a: *x\n', { a: null }, [['unknown-alias', '*x']]],
    ['a: &x [*x]\n', { a: [null] }, [['recursive-alias', '*x']]],
    ['a: "\\q"\n', { a: '\\q' }, [['bad-escape', '\\q']]],
    ['a: @x\nb: 1\n', { a: '@x', b: 1 }, [['bad-start', '@']]],
    ['a: x\0y\n', { a: 'x\0y' }, [['control-character', '\0']]],
    ['a: [x y: 1, , 2]\n', { a: [{ 'x y': 1 }, 2] }, [['unexpected-comma', ',']]],
  ])('%j', (text, value, problems) => {
    const [document] = parseDocuments(text);
    expect(toValue(document!.root)).toEqual(value);
    expect(document!.problems.map((problem) => [problem.code, textOf(text, problem)])).toEqual(problems);
  });

  test('documents do not reach each other', () => {
    const [, second] = parseDocuments('a: "open [\n---\nb: 2\n---\nc: {\n');
    expect(second).toMatchObject({ index: 1, text: 'b: 2\n', problems: [], span: { start: 15, end: 20 } });
    expect(toValue(second!.root)).toEqual({ b: 2 });
  });
});

describe('hostile input is bounded', () => {
  test('an alias bomb', () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? 'l0: &l0 [x]'
        : `l${level}: &l${level} [${Array(10)
            .fill(`*l${level - 1}`)
            .join(', ')}]`,
    );
    const [document] = parseDocuments(levels.join('\n'));
    expect(new Set(document!.problems.map(({ code }) => code))).toEqual(new Set(['too-many-aliases']));
  });

  test.each([
    ['brackets', '['.repeat(20_000)],
    ['dashes', '- '.repeat(20_000)],
    ['maps', Array.from({ length: 2_000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ])('nesting of %s', (_, text) => {
    const [document] = parseDocuments(text);
    expect(document!.problems.map(({ code }) => code)).toEqual(['too-deep']);
  });

  const blockMap = (levels: number) =>
    Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
  test.each<[string, (levels: number) => string]>([
    ['lists in brackets', (levels) => '['.repeat(levels) + ']'.repeat(levels)],
    ['lists', (levels) => `${'- '.repeat(levels)}a`],
    ['maps in brackets', (levels) => `${'{a: '.repeat(levels)}b${'}'.repeat(levels)}`],
    ['maps', blockMap],
    ['entries behind marks', (levels) => `${'? '.repeat(levels - 1)}a: b`],
  ])('500 levels of %s are read, and 501 are not', (_, text) => {
    const isTooDeep = (levels: number) =>
      parseDocuments(text(levels))[0]!.problems.some(({ code }) => code === 'too-deep');
    expect([isTooDeep(500), isTooDeep(501)]).toEqual([false, true]);
  });

  test('nesting, and is told what to do', () => {
    const [document] = parseDocuments('['.repeat(20_000));
    expect(document!.problems[0]!.message).toMatch(
      /^Beyond 500 levels nothing is read: .* Nest it less deeply$/,
    );
  });

  const half = (count: number) =>
    `a: b\n${Array.from({ length: count }, (_, index) => `c${index}\n`).join('')}`;
  const same = (count: number) => `a: b\n${'a: c\n'.repeat(count)}`;
  const directives = (count: number) => `${'%TAG ! tag:a\n'.repeat(count)}---\na: b\n`;
  const broken = `a: "b" c\n${'# a comment\n'.repeat(5_000)}`;
  test.each<[what: string, within: string, beyond: string, told: RegExp]>([
    ['lines without a colon', half(100), half(101), /more than 100 faults of YAML.*Mend those/],
    ['fields of one name', same(100), same(101), /more than 100 faults of YAML.*Mend those/],
    ['directives', directives(100), directives(101), /more than 100 faults of YAML.*Mend those/],
    [
      'faults in long texts',
      broken.slice(0, 40_000),
      broken,
      /read once: a fault from here on may be none\. Mend the first one, or cut/,
    ],
  ])('%s, and says what it leaves', (_, within, beyond, told) => {
    const notes = (text: string) =>
      parseDocuments(text, () => undefined)[0]!.problems.filter(({ code }) => code === 'not-checked');
    expect(notes(within)).toEqual([]);
    expect(notes(beyond).map(({ message }) => message)).toEqual([expect.stringMatching(told)]);
  });

  test('directives far above their document', () => {
    const [document] = parseDocuments(`%YAML 1.2\n${'# a comment\n'.repeat(5_000)}---\na: b\n`);
    expect(document!.problems.map(({ code }) => code)).toEqual(['bad-directive']);
  });

  test.each([
    ['a long line', `a: ${'x'.repeat(1_000_000)}`],
    ['a long line of words', `a: ${'x '.repeat(500_000)}`],
    ['many colons', 'a: '.repeat(300_000)],
    ['an open quote', `a: "${'x\n  '.repeat(300_000)}`],
    ['a folded quote', `a: "${'x\n  '.repeat(300_000)}"`],
    ['spaces in a folded quote', `a: "x\n  ${' '.repeat(1_000_000)}y"`],
    ['escaped spaces', `a: "\\t${' '.repeat(1_000_000)}\n y"`],
    ['blank lines in a block', `a: |\n  x\n${'\n'.repeat(500_000)}  y\n`],
    ['blank lines in a folded block', `a: >\n  x\n${'\n'.repeat(500_000)}  y\n`],
    ['many quotes', `${'"a\n'.repeat(50_000)}`],
    ['many words', `${'word\n'.repeat(50_000)}`],
    ['deep words', `a:\n${'  word\n'.repeat(50_000)}b: 1\n`],
    ['blank lines', `a:\n${'\n'.repeat(500_000)}`],
    ['words and blank lines', 'word\n\n'.repeat(50_000)],
    ['lone surrogates', '\ud800: \udc00\n'],
    ['carriage returns', 'a: 1\rb: 2\r'],
  ])('%s', (_, text) => {
    expect(parseDocuments(text)).toHaveLength(1);
  });
});

function textOf(text: string, { span }: YamlProblem): string {
  return text.slice(span.start, span.end);
}
