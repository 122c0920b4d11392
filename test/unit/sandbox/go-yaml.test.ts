import { expect, test } from 'vitest';
import { goYaml } from '../../../sandbox/src/go-yaml.ts';

const long = 'only the following media types are accepted: application/json;stream=watch, then more';

/** As kube-apiserver writes them: 3,000 odd texts were compared with one. */
const written: [value: unknown, text: string][] = [
  [{ b: 1, a: { c: [], d: {} } }, 'a:\n  c: []\n  d: {}\nb: 1\n'],
  [{ list: [{ a: 1, b: null }, 'x', ['z']] }, 'list:\n- a: 1\n  b: null\n- x\n- - z\n'],
  [{ key10: 1, key9: 2, 'key-': 3, keya: 4 }, 'key-: 3\nkey9: 2\nkey10: 1\nkeya: 4\n'],
  [
    { message: long },
    "message: 'only the following media types are accepted: application/json;stream=watch,\n  then more'\n",
  ],
  [
    { a: [{ message: `${'word '.repeat(18)}end` }] },
    `a:\n- message: ${'word '.repeat(14)}word\n    word word word end\n`,
  ],
  [{ a: `${'x'.repeat(90)}  two` }, `a: ${'x'.repeat(90)}  two\n`],
  [{ a: `${'x'.repeat(90)}\t  two` }, `a: "${'x'.repeat(90)}\\t\n  \\ two"\n`],
  [
    { a: 'yes', b: '', c: '1_000', d: '2026-02-31', e: '2026-02-28' },
    'a: "yes"\nb: ""\nc: "1_000"\nd: 2026-02-31\ne: "2026-02-28"\n',
  ],
  [
    { a: ' x', b: 'a: b', c: '<<', d: '---', e: "it's: " },
    "a: ' x'\nb: 'a: b'\nc: <<\nd: '---'\ne: 'it''s: '\n",
  ],
  [
    { a: 'x\ny', b: 'x\n\n', c: ' x\n', d: 'x \ny' },
    'a: |-\n  x\n  y\nb: |+\n  x\n\nc: |2\n   x\nd: "x \\ny"\n',
  ],
  [{ a: 'if\n\tthen\n', b: '\u{1f600}' }, 'a: "if\\n\\tthen\\n"\nb: "\\U0001F600"\n'],
  [{ ['k'.repeat(130)]: 'x' }, `? ${'k'.repeat(130)}\n: x\n`],
  [{ a: 0.5, b: 1234567.5, c: 1e-7, d: true }, 'a: 0.5\nb: 1.2345675e+06\nc: 1e-07\nd: true\n'],
];

test.each(written)('%j', (value, text) => {
  expect(goYaml(value)).toBe(text);
});
