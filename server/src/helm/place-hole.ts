/**
 * The line that stands for something printed at a column: a masked key beside other keys or under a parent, a masked
 * item beside other items, nothing inside a block of text. Undefined where YAML has no place for it, or the line is too
 * short.
 */
export function placeHole(
  lines: readonly string[],
  index: number,
  column: number,
  masked: string,
): string | undefined {
  const neighbour = above(lines, index, column, masked);
  if (neighbour === 'none') return undefined;
  if (typeof neighbour === 'number') return placeHole(lines, index, neighbour, masked);
  const mayBeItem = neighbour === 'parent' || neighbour === 'opener';
  const isItem = neighbour === 'item' || (mayBeItem && isItemBelow(lines, index, column));
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
): 'key' | 'opener' | 'item' | 'parent' | 'none' | number {
  let below: number | undefined;
  let isFirst = true;
  for (let at = index - 1; at >= 0 && index - at < farthest; at--) {
    const line = lines[at]!;
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (line.startsWith('---')) break;
    const places = placesOf(line);
    const same = places.find((place) => place.column === column);
    const isWritten = isFirst && !line.includes(masked);
    if (same?.is === 'key' && isWritten && opensBlock(line, same)) return 'opener';
    if (same) return same.is;
    isFirst = false;
    const nearer = places.findLast((place) => place.column < column);
    if (nearer && opensBlock(line, nearer)) return isText(line) ? 'parent' : (below ?? 'parent');
    if (nearer) return 'none';
    below = places[0]!.column;
  }
  return column === 0 ? 'key' : 'none';
}

/** Nothing real has more lines of other items between. */
const farthest = 5_000;

/** Where a dash or the content behind it stands on its line. */
export interface Place {
  readonly column: number;
  readonly is: 'key' | 'item';
}

/** Where the dashes and the content of a line stand: `  - - name: x` has places at 2, 4 and 6. */
export function placesOf(line: string): Place[] {
  const places: Place[] = [];
  let column = line.search(/\S/);
  while (/^-(?:\s|$)/.test(line.slice(column, column + 2))) {
    places.push({ column, is: 'item' });
    const next = line.slice(column + 1).search(/\S/);
    if (next < 0) return places;
    column += 1 + next;
  }
  places.push({ column, is: 'key' });
  return places;
}

/** Whether something may stand below a line: `key:`, a dash alone, or the header of a text. */
function opensBlock(line: string, place: Place): boolean {
  const content = line
    .slice(place.column)
    .replace(/\s+#.*$/, '')
    .trimEnd();
  if (place.is === 'item') return content === '-';
  return /(?::|^[|>][-+\d]*)$/.test(content) || /:(?:\s+[&!]\S+)*(?:\s+[|>][-+\d]*)?$/.test(content);
}

function isText(line: string): boolean {
  return /[|>][-+\d]*(?:\s+#.*)?\s*$/.test(line);
}

function isItemBelow(lines: readonly string[], index: number, column: number): boolean {
  for (let at = index + 1; at < lines.length && at - index < farthest; at++) {
    const line = lines[at]!;
    if (/^\s*(?:#|$)/.test(line)) continue;
    const indent = line.search(/\S/);
    if (indent > column) continue;
    return indent === column && /^-(?:\s|$)/.test(line.slice(indent));
  }
  return false;
}
