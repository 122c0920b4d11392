import {
  afterString,
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../../../server/src/yaml/json-text.ts';

/**
 * Fields that a JSON text sets more than once, as full paths (`spec.ports[0].port`), in the order of the text.
 * The text must be valid JSON; at most `limit` are told.
 */
export function duplicateFields(text: string, limit = 100): string[] {
  const duplicates: string[] = [];
  const open: Level[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text.charCodeAt(index);
    const level = open.at(-1);
    if (character === quote) {
      const end = afterString(text, index);
      if (level?.keys && level.expects === 'key') {
        const name = JSON.parse(text.slice(index, end)) as string;
        level.path = level.base === '' ? name : `${level.base}.${name}`;
        if (level.keys.has(name) && duplicates.length < limit) duplicates.push(level.path);
        level.keys.add(name);
        level.expects = 'value';
      }
      index = end;
      continue;
    }
    if (character === openBrace) {
      open.push({ keys: new Set(), expects: 'key', base: pathOf(level), path: '', item: 0 });
    } else if (character === openBracket) {
      open.push({ keys: undefined, expects: 'value', base: pathOf(level), path: '', item: 0 });
    } else if (character === closeBrace || character === closeBracket) {
      open.pop();
    } else if (character === comma && level) {
      if (level.keys) level.expects = 'key';
      else level.item++;
    }
    index++;
  }
  return duplicates;
}

interface Level {
  /** Names seen so far; undefined in a list. */
  readonly keys: Set<string> | undefined;
  expects: 'key' | 'value';
  readonly base: string;
  /** Of the field being read. */
  path: string;
  /** Of the list item being read. */
  item: number;
}

function pathOf(level: Level | undefined): string {
  if (!level) return '';
  return level.keys ? level.path : `${level.base}[${level.item}]`;
}
