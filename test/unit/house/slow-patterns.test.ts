import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/**
 * A pattern that may begin anywhere, takes as much as there is of something and then asks for the end begins anew at each
 * character of a run that does not reach it: of `=====x` it looks at the square of the signs. Each that is left has the reason
 * why its text is short, or why it comes to an end at once.
 */
const allowed: Readonly<Record<string, string>> = {
  '/[?#].*$/': 'a URI: a path has 4,096 characters',
  '/\\.[a-z\\d]+$/i': 'the name of a file',
  '/:\\s+$/': 'begins at a colon alone, and goes on over what is none',
  '/\\s#.*$/': 'the first one reaches the end of its line',
  '/:[0-9]+$/': 'begins at a colon alone, and goes on over what is none',
  '/(?<!\\s)\\s+#.*$/': 'begins where a run begins',
  '/[|>][-+\\d]*(?:\\s+#.*)?\\s*$/': 'begins at a sign alone, and goes on over what is none',
  '/(?::|^[|>][-+\\d]*)$/': 'the run begins where the text does',
  '/\\/[^/]+\\/*$/': 'begins at a slash alone, and goes on over what is none, and slashes behind it once',
  '/[^\\s`~!@#%^&*()=+[{\\]}\\\\|;:\'",.<>/?-]+$/': 'of the last 200 characters',
  '/[\\s_*]|^[-.]|\\.\\.|\\.$|^[\\d.]+$/': 'the run begins where the text does',
  '/[:-]\\s+[|>]([^\\s|>]+)$/': 'begins at a sign alone, and goes on over what is none',
  '/(?:^|\\n)((?:[ \\t]*\\r?\\n)+)$/': 'of the last 2,000 characters',
  '/\\((?:e\\.g\\.|such as|for example|regex)[\\s\\S]*$/i': 'the first one reaches the end',
  '/(?:[^\\w\\s)"\'`;]|\\b(?:then|do|else|begin|in))\\s*$/':
    'begins at a sign or a word, and goes on over neither',
  '/cannot be handled as a [^:]*: (.*)$/s': 'the first one reaches the end',
  '/(?<![\\\\ ]) +$|(?<=\\\\ ) +$/': 'begins where a run begins',
  '/\\0.*$/s': 'the first one reaches the end',
  '/#.*$/s': 'the first one reaches the end',
};

test('no pattern looks at a long run again from each of its characters', () => {
  const found = new Map<string, string>();
  for (const folder of ['server/src', 'client/src', 'sandbox/src', 'check/src', 'spdy/src']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const text = readFileSync(join(root, folder, name), 'utf8');
      for (const [pattern] of text.matchAll(
        /(?<=(?:[(,=:!&|?>[]|return) ?)\/(?![*/^])(?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g,
      )) {
        if (/[^\\][+*]\)?\$\//.test(pattern)) found.set(pattern, join(folder, name));
      }
    }
  }
  expect([...found].filter(([pattern]) => !(pattern in allowed))).toEqual([]);
  expect(Object.keys(allowed).filter((pattern) => !found.has(pattern))).toEqual([]);
});
