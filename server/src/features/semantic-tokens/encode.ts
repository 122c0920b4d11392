import type { LineIndex } from '../../yaml/lines.ts';
import { type Token, type TokenModifier, type TokenType, tokenModifiers, tokenTypes } from './token.ts';

const typeNumbers = new Map<TokenType, number>(tokenTypes.map((type, index) => [type, index]));
const modifierBits = new Map<TokenModifier, number>(tokenModifiers.map((name, index) => [name, 1 << index]));

/** Tokens of a text, in its order, as the protocol sends them: five numbers each, places from the token before. */
export function encode(tokens: Iterable<Token>, lines: LineIndex): number[] {
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const { offset, length, type, modifiers } of tokens) {
    const at = placeFrom(line, offset, lines);
    const ahead = at.line - line;
    data.push(
      ahead,
      ahead === 0 ? at.character - character : at.character,
      length,
      typeNumbers.get(type)!,
      modifiers ? bitsOf(modifiers) : 0,
    );
    line = at.line;
    character = at.character;
  }
  return data;
}

/** The place of an offset, looked for from the line of the token before: most are on it or on the next. */
function placeFrom(line: number, offset: number, lines: LineIndex): { line: number; character: number } {
  for (let at = line; at < line + nearLines; at++) {
    if (offset < lines.lineStart(at + 1)) return { line: at, character: offset - lines.lineStart(at) };
  }
  return lines.positionAt(offset);
}

const nearLines = 4;

function bitsOf(modifiers: readonly TokenModifier[]): number {
  let bits = 0;
  for (const modifier of modifiers) bits |= modifierBits.get(modifier)!;
  return bits;
}
