import {
  afterString,
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../../../server/src/yaml/json-text.ts';
import { formatPath, type Path } from '../../../server/src/yaml/path.ts';

/**
 * The numbers of a JSON text that Go reads as no integer, or that JavaScript does not keep to the last digit, as they are
 * written: `1.0`, `1e3`, and what has more than 15 digits. By their paths. The text must be valid JSON.
 */
export function numberLiterals(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!/\d[.eE]|\d{16}/.test(text)) return found;
  const open: Level[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text.charCodeAt(index);
    const level = open.at(-1);
    if (character === quote) {
      const end = afterString(text, index);
      if (level?.expects === 'key') {
        level.step = JSON.parse(text.slice(index, end)) as string;
        level.expects = 'value';
      }
      index = end;
      continue;
    }
    if (character === openBrace) open.push({ expects: 'key', isObject: true, step: '' });
    else if (character === openBracket) open.push({ expects: 'value', isObject: false, step: 0 });
    else if (character === closeBrace || character === closeBracket) open.pop();
    else if (character === comma && level) {
      if (level.isObject) level.expects = 'key';
      else level.step = Number(level.step) + 1;
    } else {
      numberAt.lastIndex = index;
      const literal = numberAt.exec(text)?.[0];
      if (literal !== undefined) {
        if (/[.eE]|\d{16}/.test(literal) && found.size < most) found.set(formatPath(pathOf(open)), literal);
        index += literal.length;
        continue;
      }
    }
    index++;
  }
  return found;
}

interface Level {
  readonly isObject: boolean;
  expects: 'key' | 'value';
  /** Of the field or item that is being read. */
  step: string | number;
}

/** The first one that is no integer ends the request. */
const most = 100;

const numberAt = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function pathOf(open: readonly Level[]): Path {
  return open.map(({ step }) => step);
}
