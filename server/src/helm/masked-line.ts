/**
 * The line that stands for something printed at a column: a masked key beside other keys or under a parent, a masked
 * item beside other items, nothing inside a block of text. Undefined where YAML has no place for it, or the line is too
 * short.
 */
export function maskedLine(
  lines: readonly string[],
  index: number,
  column: number,
  masked: string,
  search: LineSearch,
): string | undefined {
  const neighbour = above(lines, index, column, masked, search);
  if (neighbour === 'none') return undefined;
  if (typeof neighbour === 'number') return maskedLine(lines, index, neighbour, masked, search);
  const mayBeItem = neighbour === 'parent' || neighbour === 'opener';
  const isItem = neighbour === 'item' || (mayBeItem && isItemBelow(lines, index, column, search));
  const { length } = lines[index]!;
  const written = `${' '.repeat(column)}${isItem ? `- ${masked}` : `${masked}:`}`;
  return written.length > length ? undefined : written.padEnd(length);
}

/**
 * What the nearest line above says about a column; an opener is a key there that has nothing below it yet. A number is the
 * column at which what stands under the same parent has begun.
 */
function above(
  lines: readonly string[],
  index: number,
  column: number,
  masked: string,
  search: LineSearch,
): 'key' | 'opener' | 'item' | 'parent' | 'none' | number {
  let below: number | undefined;
  let isFirst = true;
  for (let at = index - 1; at >= 0 && index - at < farthest && search.goesOn(); at--) {
    const line = lines[at]!;
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (line.startsWith('---')) break;
    const starts = blockStartsOf(line);
    const same = starts.find((start) => start.column === column);
    const isWritten = isFirst && !line.includes(masked);
    if (same?.is === 'key' && isWritten && opensBlock(line, same)) return 'opener';
    if (same) return same.is;
    isFirst = false;
    const nearer = starts.findLast((start) => start.column < column);
    if (nearer && opensBlock(line, nearer)) return isText(line) ? 'parent' : (below ?? 'parent');
    if (nearer) return 'none';
    below = starts[0]!.column;
  }
  return column === 0 ? 'key' : 'none';
}

/** How many lines may be looked at for all that is printed in a template; what is behind them has no place. */
export class LineSearch {
  #left = 2_000_000;

  /** Whether one more line may be looked at, which is counted. */
  goesOn(): boolean {
    return this.#left-- > 0;
  }
}

/** Nothing real has more lines of other items between. */
const farthest = 5_000;

/** Where an item (its dash) or a key starts on its line, as block collections of YAML do. */
export interface BlockStart {
  readonly column: number;
  readonly is: 'key' | 'item';
}

/** Where the dashes and the content of a line stand: `  - - name: x` has starts at 2, 4 and 6. */
export function blockStartsOf(line: string): BlockStart[] {
  const starts: BlockStart[] = [];
  let column = line.search(/\S/);
  while (/^-(?:\s|$)/.test(line.slice(column, column + 2))) {
    starts.push({ column, is: 'item' });
    const next = line.slice(column + 1).search(/\S/);
    if (next < 0) return starts;
    column += 1 + next;
  }
  starts.push({ column, is: 'key' });
  return starts;
}

/** Whether something may stand below a line: `key:`, a dash alone, or the header of a text. */
function opensBlock(line: string, start: BlockStart): boolean {
  const content = line
    .slice(start.column)
    .replace(/(?<!\s)\s+#.*$/, '')
    .trimEnd();
  if (start.is === 'item') return content === '-';
  return /(?::|^[|>][-+\d]*)$/.test(content) || /:(?:\s+[&!]\S+)*(?:\s+[|>][-+\d]*)?$/.test(content);
}

function isText(line: string): boolean {
  return /[|>][-+\d]*(?:\s+#.*)?\s*$/.test(line);
}

function isItemBelow(lines: readonly string[], index: number, column: number, search: LineSearch): boolean {
  for (let at = index + 1; at < lines.length && at - index < farthest && search.goesOn(); at++) {
    const line = lines[at]!;
    if (/^\s*(?:#|$)/.test(line)) continue;
    const indent = line.search(/\S/);
    if (indent > column) continue;
    return indent === column && /^-(?:\s|$)/.test(line.slice(indent));
  }
  return false;
}
