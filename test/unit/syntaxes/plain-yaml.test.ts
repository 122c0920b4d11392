import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Colouring, type ScopedText } from '../../support/grammars.ts';

const colouring = new Colouring();

describe('YAML without templates has the scopes that it has without this extension', () => {
  test.each(plainFiles())('%s', async (file) => {
    await expectSame(readFileSync(file, 'utf8'));
  });

  test.each([
    'a: 1\nb:\n  - c: |\n      text: {x}\n    d: >-\n      e\n  -   f: g\n      h: i\n  - - j\n    - k: l\n# end\n',
    'a:\n- b\n-\n  c: d\n- ? e\n  : f\n- "g": \'h\'\n- &x {i: [j, {k: l}]}\n- *x\n- !!str m\n',
    'a: multi\n  line: no\n  text\nb: "c\n  d"\ne: \'f\n\n  g\'\n--- # h\n%TAG ! tag:x\n...\n---\ni: ~\n',
    'a:\n    b:\n        - c\n          d\n        # e\n    # f\n  # g\nh: i # j\nk: l#m\n',
    'rule: rate(a[5m]) > 1\nexpr: |\n  up == 0\nimages: [a, b]\nselector: {matchLabels: {a: b}}\n',
  ])('%s', expectSame);
});

test('an action changes nothing of what stands around it', async () => {
  for (const file of plainFiles()) {
    const text = readFileSync(file, 'utf8');
    const templated = text.replaceAll(
      /^(?=( *)[A-Za-z-])/gm,
      (_, margin: string) => `${margin}{{- if .x }}\n`,
    );
    const isAction = (line: readonly ScopedText[]) =>
      line
        .map(({ text }) => text)
        .join('')
        .includes('{{-');
    const [plain, around] = await Promise.all([colouring.lines(text), colouring.lines(templated)]);
    const kept = around.filter((line) => !isAction(line));
    const differ = plain.flatMap((line, index) => {
      const [expected, found] = [shown(line), shown(kept[index] ?? [])];
      return expected === found ? [] : [[index + 1, expected, found]];
    });
    // Lines that YAML reads only with the one before: of a block scalar, or of a text that goes on.
    expect(differ.length / plain.length, JSON.stringify(differ.slice(0, 3))).toBeLessThan(0.02);
  }
});

async function expectSame(text: string): Promise<void> {
  const [ours, theirs] = await Promise.all([
    colouring.lines(text),
    colouring.lines(text, 'source.yaml', 'only VS Code'),
  ]);
  for (const [index, line] of ours.entries()) {
    if (line.some(({ scopes }) => scopes.some((scope) => scope.startsWith('meta.embedded')))) continue;
    expect(shown(line), `line ${index + 1}`).toBe(shown(theirs[index]!));
  }
}

/** What a theme sees of a line: the innermost scope of each part that is no blank. */
function shown(line: readonly ScopedText[]): string {
  const characters = line.flatMap(({ text, scopes }) => {
    const scope = scopes.findLast((one) => !/^(?:meta|source|punctuation\.whitespace)\./.test(one)) ?? '';
    return [...text].map((character) => (character.trim() === '' ? '' : `${character} ${scope}`));
  });
  return characters.filter((one) => one !== '').join('\n');
}

/** Samples without actions. */
function plainFiles(): string[] {
  const names = readdirSync('samples', { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.ya?ml$/.test(name)).map((name) => join('samples', name));
  return files.filter((file) => !readFileSync(file, 'utf8').includes('{{'));
}
