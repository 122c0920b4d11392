import {
  afterString,
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../../../server/src/yaml/json-text.ts';
import type { Path } from '../../../server/src/yaml/path.ts';

/** What a walk over a JSON text tells, each with where it is. */
export interface JsonVisitor {
  /** A field that its object has had before. */
  readonly repeated?: (path: () => Path) => void;
  /** A number, as it is written. */
  readonly number?: (literal: string, path: () => Path) => void;
}

/** Walks over a JSON text from its beginning to its end, without making its values. The text must be valid JSON. */
export function walkJson(text: string, { repeated, number }: JsonVisitor): void {
  const open: Level[] = [];
  const path = () => open.map(({ step }) => step);
  let index = 0;
  while (index < text.length) {
    const character = text.charCodeAt(index);
    const level = open.at(-1);
    if (character === quote) {
      const end = afterString(text, index);
      if (level?.names && level.expects === 'key') {
        const name = JSON.parse(text.slice(index, end)) as string;
        level.step = name;
        level.expects = 'value';
        if (level.names.has(name)) repeated?.(path);
        level.names.add(name);
      }
      index = end;
      continue;
    }
    if (character === openBrace) open.push({ names: new Set(), expects: 'key', step: '' });
    else if (character === openBracket) open.push({ names: undefined, expects: 'value', step: 0 });
    else if (character === closeBrace || character === closeBracket) open.pop();
    else if (character === comma && level) {
      if (level.names) level.expects = 'key';
      else level.step = Number(level.step) + 1;
    } else if (number) {
      numberAt.lastIndex = index;
      const literal = numberAt.exec(text)?.[0];
      if (literal !== undefined) {
        number(literal, path);
        index += literal.length;
        continue;
      }
    }
    index++;
  }
}

interface Level {
  /** Those of the fields so far; undefined in a list. */
  readonly names: Set<string> | undefined;
  expects: 'key' | 'value';
  /** Of the field or item that is being read. */
  step: string | number;
}

const numberAt = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
