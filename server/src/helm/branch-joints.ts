import type { ListItem, MapEntry, Span, YamlNode } from '../yaml/nodes.ts';
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
  const continued = new Set<number>();
  const pending: Part[] = root ? partsOf(root, branches, undefined) : [];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (part.around && isPrintedWith(part.branch, part.around) === 'never') {
      misread.push(part.span);
      continue;
    }
    const below = part.value ? partsOf(part.value, branches, part.branch) : [];
    if (below.some(({ branch }) => isAround(branch, part.branch))) {
      for (const sibling of beginnersBefore(part)) continued.add(sibling.owner.start);
    }
    for (const inner of below) pending.push(inner);
  }
  return { misread, continued };
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

/** Nobody has more ways to write one part. */
const mostChoices = 100;

/** Those right above a part that are printed in its stead, and the one above these. */
function* beginnersBefore({ siblings, index, branch }: Part): Generator<Part> {
  for (let at = index - 1; at >= Math.max(0, index - mostChoices); at--) {
    const sibling = siblings[at]!;
    yield sibling;
    if (isPrintedWith(sibling.branch, branch) !== 'never') return;
  }
}
