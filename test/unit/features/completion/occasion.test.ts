import { expect, test } from 'vitest';
import type { CompletionParams } from 'vscode-languageserver';
import { Occasions } from '../../../../server/src/features/completion/occasion.ts';
import { LineIndex } from '../../../../server/src/yaml/lines.ts';

const uri = 'file:///workspace/app.yaml';

test('an editor asks by itself behind the letter that was typed, a person asks again or elsewhere', () => {
  const { typed, ask } = editing('kind: ');
  typed('S');
  expect(ask('kind: S'.length)).toBe('typed');
  expect(ask('kind: S'.length)).toBe('asked');
  expect(ask('kind'.length)).toBe('asked');
  typed('e');
  expect(ask('kind: Se'.length)).toBe('typed');
});

test('behind a number, a sign or nothing an editor does not ask by itself', () => {
  for (const [before, character] of [
    ['port: ', '8'],
    ['a: b', '/'],
    ['a:\n', ' '],
    ['- ', '-'],
  ] as const) {
    const { typed, ask } = editing(before);
    typed(character);
    expect(ask(before.length + 1)).toBe('asked');
  }
});

test('a value begins behind its space, by that or by an item that ends there', () => {
  const { typed, ask } = editing('kind:');
  typed(' ');
  expect(ask('kind: '.length, 2)).toBe('begun');
  expect(ask('kind: '.length)).toBe('asked');
  const accepted = editing('');
  accepted.typed('kind: ');
  expect(accepted.ask('kind: '.length)).toBe('begun');
});

test('letters that follow a list that was not whole are typed', () => {
  const { typed, ask } = editing('name: ');
  typed('w');
  expect(ask('name: w'.length, 3)).toBe('typed');
});

test('of a document that has not been changed, a person asks', () => {
  const occasions = new Occasions();
  expect(occasions.of(request(new LineIndex('kind: S'), 7), new LineIndex('kind: S'))).toBe('asked');
});

/** A document with the cursor at its end, where text is typed. */
function editing(start: string) {
  const occasions = new Occasions();
  let lines = new LineIndex(start);
  return {
    typed(text: string): void {
      const position = lines.positionAt(lines.text.length);
      lines = new LineIndex(lines.text + text);
      occasions.changed(uri, [{ range: { start: position, end: position }, text }], lines);
    },
    ask(offset: number, triggerKind: 1 | 2 | 3 = 1) {
      return occasions.of(request(lines, offset, triggerKind), lines);
    },
  };
}

function request(lines: LineIndex, offset: number, triggerKind: 1 | 2 | 3 = 1): CompletionParams {
  return { textDocument: { uri }, position: lines.positionAt(offset), context: { triggerKind } };
}
