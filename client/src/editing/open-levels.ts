import type { TextLines } from './text-lines.ts';
import { indentOf, printsText, readLine, type YamlLine } from './yaml-line.ts';

/** A map or a list that a new line may go on with. */
export interface OpenLevel {
  readonly type: 'map' | 'list';
  /** Where its keys or dashes stand. */
  readonly column: number;
  /** Keys that it has above, the nearest first: of a list those that its items begin with, undefined for plain values. */
  readonly keys: readonly (string | undefined)[];
}

/** What a new line between two others may belong to. */
export interface OpenLevels {
  /** Maps and lists that are open there, the innermost first. */
  readonly levels: readonly OpenLevel[];
  /** The key or dash of the line above that has no value yet. */
  readonly opener: Opener | undefined;
}

/** A key or a dash without a value. */
export interface Opener {
  readonly column: number;
  readonly by: 'key' | 'dash';
  /** The key's name. */
  readonly key: string | undefined;
}

/** What is open between the lines above a row and those of a text from `from` on, and leaves both as they are. */
export function levelsBetween(above: TextLines, row: number, below: TextLines, from: number): OpenLevels {
  const { levels, opener } = levelsAbove(above, row);
  const next = nextContent(below, from);
  if (!next) return { levels, opener };
  const child = opener && childOf(opener, next);
  if (child) return { levels: [child], opener: undefined };
  const open = levels.filter((level) => keepsWhole(level, next));
  return { levels: open.map((level) => withNext(level, next)), opener };
}

/** The first line from a row on that has content, in the same document. */
function nextContent(lines: TextLines, from: number): YamlLine | undefined {
  for (let row = from; row < lines.count; row++) {
    const line = readLine(lines.at(row));
    if (line.kind === 'marker') return undefined;
    if (line.kind === 'content') return line;
  }
  return undefined;
}

/** What is open behind the line above a row, whatever follows. */
export function levelsAbove(lines: TextLines, row: number): OpenLevels {
  const levels: MutableLevel[] = [];
  let opener: Opener | undefined;
  let last: YamlLine | undefined;
  let isFilled = false;
  for (let above = row - 1; above >= 0; above--) {
    const text = lines.at(above);
    if (last && isInside(text, levels.at(-1))) continue;
    const line = readLine(text);
    if (line.kind === 'marker') break;
    if (line.kind === 'action' && !last) isFilled ||= printsText(text);
    if (line.kind !== 'content') continue;
    if (!last && !isFilled) opener = openerOf(line);
    last = line;
    addLevels(levels, line);
  }
  return { levels, opener };
}

/** How many keys of a level are looked at: those far away say nothing new. */
const mostKeys = 200;

/** Whether a line tells nothing of a level around it: it is deeper, or one more of very many entries. */
function isInside(text: string, level: OpenLevel | undefined): boolean {
  if (!level) return false;
  const indent = indentOf(text);
  if (indent !== level.column || level.keys.length < mostKeys) return indent > level.column;
  return level.type === 'map' || text[indent] === '-';
}

interface MutableLevel extends OpenLevel {
  readonly keys: (string | undefined)[];
}

function openerOf(line: YamlLine): Opener | undefined {
  if (line.opens !== 'value') return undefined;
  if (line.key !== undefined) return { column: line.column, by: 'key', key: line.key };
  return { column: line.dashes.at(-1)!, by: 'dash', key: undefined };
}

/** From the inside to the outside: a line's key, then its dashes. */
function addLevels(levels: MutableLevel[], line: YamlLine): void {
  if (line.key !== undefined) addLevel(levels, { type: 'map', column: line.column, keys: [line.key] }, line);
  for (const [index, column] of [...line.dashes].reverse().entries()) {
    addLevel(levels, { type: 'list', column, keys: [index === 0 ? line.key : undefined] }, line);
  }
}

function addLevel(levels: MutableLevel[], level: MutableLevel, { opens }: YamlLine): void {
  const outermost = levels.at(-1);
  if (!outermost || level.column < outermost.column) levels.push(level);
  else if (level.column > outermost.column) return;
  else if (level.type === outermost.type) outermost.keys.push(...level.keys);
  // A list may stand at the column of its key.
  else if (level.type === 'map' && opens === 'value') levels.push(level);
}

/** What a key or a dash has on the lines below already. */
function childOf({ column, by }: Opener, { indent, dashes, key }: YamlLine): OpenLevel | undefined {
  const isList = dashes.length > 0;
  const isBelow = indent > column || (indent === column && isList && by === 'key');
  return isBelow ? { type: isList ? 'list' : 'map', column: indent, keys: [key] } : undefined;
}

/** A map with the key that follows in it. */
function withNext(level: OpenLevel, { indent, key }: YamlLine): OpenLevel {
  const isSame = level.type === 'map' && level.column === indent;
  return isSame ? { ...level, keys: [...level.keys, key] } : level;
}

/** Whether one more entry leaves the line below where it is. */
function keepsWhole({ type, column }: OpenLevel, { indent, dashes }: YamlLine): boolean {
  return column > indent || (column === indent && !(type === 'map' && dashes.length > 0));
}
