import type { ListItem, MapEntry, Span, YamlNode } from '../yaml/nodes.ts';
import { countAhead } from '../yaml/sorted.ts';
import { type Branch, type Branches, isAround, isPrintedWith } from './branches.ts';

/**
 * Where the text of a template, read from above to below, is not what is printed, because branches stand below each other
 * that are never printed together.
 */
export interface BranchJoints {
  /**
   * What is read as part of a value that is never printed with it: an item behind `else` that goes on with a list above what
   * the other branch ends with.
   */
  readonly misread: readonly Span[];
  /** The keys and dashes, by where they start, whose values go on behind the last of the branches that begin one. */
  readonly continued: ReadonlySet<number>;
}

/** The joints in a document of a template. Takes time in the size of the document. */
export function branchJoints(root: YamlNode | undefined, branches: Branches): BranchJoints {
  const misread: Span[] = [];
  const above: PartsAbove[] = [];
  const pending: Part[] = root ? [...partsOf(root, branches, undefined)] : [];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (part.around && isPrintedWith(part.branch, part.around) === 'never') {
      misread.push(part.span);
      continue;
    }
    const below = part.value ? partsOf(part.value, branches, part.branch) : [];
    if (below.some(({ branch }) => isAround(branch, part.branch))) {
      above.push(beginnersBefore(part));
    }
    for (const inner of below) pending.push(inner);
  }
  return { misread, continued: startsOf(above) };
}

/** An entry or item where it stands. */
interface Part {
  /** Its key or dash. */
  readonly owner: Span;
  readonly span: Span;
  readonly value: YamlNode | undefined;
  readonly branch: Branch;
  /** The branch of what it is read as part of. */
  readonly around: Branch | undefined;
  readonly siblings: readonly Part[];
  readonly index: number;
}

function partsOf(node: YamlNode, branches: Branches, around: Branch | undefined): Part[] {
  const parts: Part[] = [];
  const add = (owner: Span, span: Span, value: YamlNode | undefined) => {
    const branch = branches.at(owner.start);
    parts.push({ owner, span, value, branch, around, siblings: parts, index: parts.length });
  };
  if (node.type === 'map')
    for (const entry of node.entries) if (isWritten(entry)) add(entry.key.span, entry.span, entry.value);
  if (node.type === 'list') {
    for (const item of node.items) add(item.span, spanOf(item), item.alias ? undefined : item.value);
  }
  return parts;
}

function isWritten({ merged, alias }: MapEntry): boolean {
  return !merged && !alias;
}

function spanOf({ span, value, alias }: ListItem): Span {
  return { start: span.start, end: Math.max(span.end, (alias ?? value?.span ?? span).end) };
}

/** Parts that stand in one list or map, from the first to the one before `end`. */
interface PartsAbove {
  readonly parts: readonly Part[];
  readonly first: number;
  readonly end: number;
}

/**
 * Those right above a part that are printed in its stead, and the one above these. One that is in another branch of a block is
 * so with all that stand in the block before it, however many these are.
 */
function beginnersBefore({ siblings, index, branch }: Part): PartsAbove {
  let first = index - 1;
  while (first >= 0) {
    const other = otherBranch(siblings[first]!.branch, branch);
    if (!other) break;
    first = countAhead(siblings, ({ owner }) => owner.start < other.blockStart) - 1;
  }
  return { parts: siblings, first: Math.max(0, first), end: index };
}

/** The branch around one that is never printed with another one. */
function otherBranch(branch: Branch, printed: Branch): Branch | undefined {
  const around = new Map<number, Branch>();
  for (let one: Branch | undefined = printed; one; one = one.parent) around.set(one.block, one);
  for (let one: Branch | undefined = branch; one; one = one.parent) {
    const side = around.get(one.block);
    if (side) return side === one ? undefined : one;
  }
  return undefined;
}

/** Where all of these parts start; each is looked at once, however many have it above them. */
function startsOf(above: readonly PartsAbove[]): ReadonlySet<number> {
  const starts = new Set<number>();
  const ends = new Map<readonly Part[], number>();
  for (const { parts, first, end } of above.toSorted((one, other) => one.first - other.first)) {
    const from = Math.max(first, ends.get(parts) ?? 0);
    for (let at = from; at < end; at++) starts.add(parts[at]!.owner.start);
    ends.set(parts, Math.max(end, ends.get(parts) ?? 0));
  }
  return starts;
}
