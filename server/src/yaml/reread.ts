import { readItem } from './block-list.ts';
import { readEntry } from './block-map.ts';
import { firstControlCharacter } from './control-characters.ts';
import { detachedString } from './detached-string.ts';
import { lineStartAt } from './lines.ts';
import {
  type MutableEntry,
  type MutableItem,
  MutableList,
  MutableMap,
  type MutableNode,
  type Origin,
  shiftEntry,
  shiftItem,
} from './mutable-nodes.ts';
import { Reader, TooDeepError } from './reader.ts';
import { hasSign } from './refused-values.ts';
import { countAhead } from './sorted.ts';
import { TreeBuilder } from './tree.ts';

/** A text that was read without a fault, and in which nothing is reached by two ways. */
export interface RereadableTree {
  readonly text: string;
  readonly root: MutableNode;
  readonly origin: Origin;
}

/**
 * The root of a text that differs from one before it inside of one entry or item: only that one is read, and all else is
 * the nodes of before, those behind it moved. Undefined where the whole has to be read, as when what was read
 * has a fault. `before` must not be used any more when there is a root.
 *
 * It is the tree that reading the whole text makes. The reader reaches an entry or item by what stands before it, which
 * is as it was, and looks behind it no further than to the line of the next one, from where on all is as it was, too.
 */
export function reread(before: RereadableTree, text: string): MutableNode | undefined {
  const change = changeBetween(before.text, text);
  const steps = stepsTo(before.root, change.start);
  for (let level = steps.length - 1; level >= Math.max(0, steps.length - mostTries); level--) {
    const child = rereadChild(before, text, change, steps[level]!, level);
    if (child) return rebuilt(steps.slice(0, level + 1), child, change.longer);
  }
  return undefined;
}

/** Where the innermost entries and items end the change, as when a line is added behind the last one, an outer one may not. */
const mostTries = 4;

interface Change {
  /** Where the texts begin to differ, and where they are the same again in the text before. */
  readonly start: number;
  readonly end: number;
  readonly longer: number;
}

function changeBetween(before: string, after: string): Change {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start + stride <= shortest && before.startsWith(after.slice(start, start + stride), start))
    start += stride;
  while (start < shortest && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  const longer = after.length - before.length;
  const least = Math.max(start, start - longer);
  let end = before.length;
  while (
    end - stride >= least &&
    before.startsWith(after.slice(end + longer - stride, end + longer), end - stride)
  ) {
    end -= stride;
  }
  while (end > least && before.charCodeAt(end - 1) === after.charCodeAt(end + longer - 1)) end--;
  return { start, end, longer };
}

const stride = 4096;

/** A child of a map or list. */
interface Step {
  readonly parent: MutableMap | MutableList;
  readonly index: number;
}

/** The entries and items around an offset, the outermost first. */
function stepsTo(root: MutableNode, offset: number): Step[] {
  const steps: Step[] = [];
  for (let node: MutableNode | undefined = root; node && node.type !== 'scalar' && !node.flow; ) {
    const children: readonly (MutableEntry | MutableItem)[] = childrenOf(node);
    const index = lastBefore(children, offset);
    if (index < 0) break;
    steps.push({ parent: node, index });
    node = children[index]!.value;
  }
  return steps;
}

function childrenOf(node: MutableMap | MutableList): readonly (MutableEntry | MutableItem)[] {
  return node.type === 'map' ? node.entries : node.items;
}

/** The last child that starts at or before an offset; -1 where none does. */
function lastBefore(children: readonly (MutableEntry | MutableItem)[], offset: number): number {
  return countAhead<MutableEntry | MutableItem>(children, (child) => startOf(child) <= offset) - 1;
}

function startOf(child: MutableEntry | MutableItem): number {
  return child.from;
}

/** The child as it is read now; undefined where the change is not inside of it, or has made it something else. */
function rereadChild(
  before: RereadableTree,
  text: string,
  change: Change,
  { parent, index }: Step,
  level: number,
): MutableEntry | MutableItem | undefined {
  const children = childrenOf(parent);
  const child = children[index]!;
  const next = children[index + 1];
  if (!next || change.start < endOfMark(child, before)) return undefined;
  const lineBreak = before.text.lastIndexOf('\n', startOf(next));
  if (change.end > lineBreak || !isBlank(before.text, lineBreak + 1, startOf(next))) return undefined;
  const lineStart = lineStartAt(text, startOf(child));
  const nextStart = startOf(next) + change.longer;
  const lineEnd = text.indexOf('\n', nextStart) + 1;
  const lines = text.slice(lineStart, lineEnd === 0 ? text.length : lineEnd);
  if (!isReadAlone(lines)) return undefined;
  const read = readPart(
    lines,
    startOf(child) - lineStart,
    nextStart - lineStart,
    parent.type,
    level,
    before.origin,
  );
  if (!read) return undefined;
  if (parent.type === 'map') shiftEntry(read as MutableEntry, lineStart);
  else shiftItem(read as MutableItem, lineStart);
  return read;
}

/** Up to where a child must be as it was: its dash, or its key with the colon, and one character more. */
function endOfMark(child: MutableEntry | MutableItem, { origin, text }: RereadableTree): number {
  if (!('key' in child)) return text.charCodeAt(startOf(child)) === 45 ? startOf(child) + 2 : text.length;
  return child.colon === undefined ? text.length : child.colon - origin.offset + 2;
}

/** Whether nothing in it keeps a document from being read in part. */
function isReadAlone(lines: string): boolean {
  const isJson = /^\s*\{/.test(lines);
  return !isJson && !lines.includes('<<') && !hasSign(lines) && firstControlCharacter(lines) < 0;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) !== 32) return false;
  return true;
}

/** The tree with another child at the end of the steps; what stands behind that is moved. */
function rebuilt(steps: readonly Step[], child: MutableEntry | MutableItem, longer: number): MutableNode {
  let inner = child;
  for (let level = steps.length - 1; ; level--) {
    const node = withChild(steps[level]!, inner, longer);
    const above = steps[level - 1];
    if (!above) return node;
    const around = childrenOf(above.parent)[above.index]!;
    inner = 'key' in around ? around.withValue(node, longer) : around.withValue(node);
  }
}

function withChild({ parent, index }: Step, child: MutableEntry | MutableItem, longer: number): MutableNode {
  const { origin, from, to } = parent;
  if (parent.type === 'map') {
    const entries = parent.entries.with(index, child as MutableEntry);
    if (longer !== 0)
      for (let behind = index + 1; behind < entries.length; behind++) shiftEntry(entries[behind]!, longer);
    return new MutableMap(origin, from, to + longer, false, entries, undefined);
  }
  const items = parent.items.with(index, child as MutableItem);
  if (longer !== 0)
    for (let behind = index + 1; behind < items.length; behind++) shiftItem(items[behind]!, longer);
  return new MutableList(origin, from, to + longer, false, items);
}

/** The item or entry at `start`, where the next one begins at `end` and nothing is wrong between. */
function readPart(
  lines: string,
  start: number,
  end: number,
  parent: 'map' | 'list',
  level: number,
  origin: Origin,
): MutableEntry | MutableItem | undefined {
  const builder = new TreeBuilder(origin);
  const reader = new Reader(detachedString(lines), builder);
  reader.at = start;
  reader.depth = level + 1;
  try {
    const entries: MutableEntry[] = [];
    const item = parent === 'list' ? readItem(reader).item : undefined;
    if (!item) readEntry(reader, entries);
    const isNext = reader.skipToContent() && reader.at === end;
    if (!isNext || builder.problems.length > 0 || builder.origin.hasAnchors) return undefined;
    return item ?? entries[0];
  } catch (error) {
    if (error instanceof TooDeepError || error instanceof RangeError) return undefined;
    throw error;
  }
}
