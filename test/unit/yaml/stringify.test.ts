import { describe, expect, test } from 'vitest';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { stringify, stringifyWithin } from '../../../server/src/yaml/stringify.ts';
import { toValue } from '../../../server/src/yaml/value.ts';

test('an object is printed as kubectl prints it', () => {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', labels: { on: 'yes', port: '80' }, annotations: {} },
    spec: {
      containers: [{ name: 'web', args: ['-c', 'echo: x', '#'], env: [] }, { name: 'b' }],
      nested: [[1, 2], [], [{ a: 1 }]],
      gone: undefined,
      big: 9007199254740993n,
      script: '#!/bin/sh\necho hi\n',
    },
  };
  expect(stringify(object)).toBe(`apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    "on": "yes"
    port: "80"
  annotations: {}
spec:
  containers:
  - name: web
    args:
    - -c
    - 'echo: x'
    - '#'
    env: []
  - name: b
  nested:
  - - 1
    - 2
  - []
  - - a: 1
  big: 9007199254740993
  script: |
    #!/bin/sh
    echo hi
`);
});

describe('what is printed reads back as it was', () => {
  const strings = [
    '',
    ' ',
    'a ',
    ' a',
    'yes',
    'NULL',
    '~',
    '0644',
    '1e3',
    '1_0',
    '1:30',
    '2024-01-02',
    '<<',
    '=',
    '-',
    '- a',
    '-a',
    '?',
    ':',
    'a:',
    'a: b',
    'a #b',
    'a#b',
    '#',
    '[a',
    '{a',
    '*a',
    '&a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    '"a"',
    "'a'",
    "it's",
    '---',
    '...',
    'a\\b',
    '\ttab',
    'a\tb',
    'a\nb',
    'a\n',
    '\na',
    '\n',
    '\n\n',
    'a\n\n',
    ' a\nb',
    '\n a\n',
    'a\r\nb',
    '\0',
    '\u2028',
    '\ufeff',
    'é😀',
    'a\n b\n  c\n',
    'a \nb',
    '\ta\nb',
    'a\n---\nb\n',
    'x'.repeat(300),
  ];
  test.each(strings)('%j', (text) => {
    for (const value of [text, { a: text, b: 1 }, [text, 1], { [text]: [text] }]) {
      const [document] = parseDocuments(stringify(value));
      expect(document!.problems).toEqual([]);
      expect(toValue(document!.root)).toEqual(value);
    }
  });
  test.each([null, true, 5, -1.5, [], {}, 18446744073709551615n])('%s', (value) => {
    expect(toValue(parseDocuments(stringify({ value }))[0]!.root)).toEqual({ value });
  });
});

test('long strings are broken as an API server breaks them', () => {
  const words = 'aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo pppp qqqq rrrr';
  const value = {
    a: `${words}  ${words}`,
    b: `'${words}'`,
    c: { tab: `\t${words}`, x: words, z: `${words}: ` },
    d: 'x'.repeat(100),
  };
  expect(
    stringifyWithin(value, 80),
  ).toBe(`a: aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo pppp
  qqqq rrrr  aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn
  oooo pppp qqqq rrrr
b: '''aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo pppp
  qqqq rrrr'''
c:
  tab: "\\taaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo
    pppp qqqq rrrr"
  x: aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo pppp
    qqqq rrrr
  z: 'aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo pppp
    qqqq rrrr: '
d: ${'x'.repeat(100)}
`);
  expect(toValue(parseDocuments(stringifyWithin(value, 80))[0]!.root)).toEqual(value);
});
