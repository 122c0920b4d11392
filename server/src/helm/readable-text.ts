import { parseInPlace } from '../yaml/documents.ts';
import type { Span, YamlDocument, YamlProblem } from '../yaml/nodes.ts';
import { breaksDocument } from '../yaml/syntax-severities.ts';
import { type Branch, type Branches, branchesOf } from './branches.ts';
import type { MaskedTemplate } from './masked-template.ts';

/** A masked template as it is read, where not all of it can be read together. */
export interface ReadableText {
  /** The masked text without the branches that are left out, as long as it. */
  readonly text: string;
  /** Where the branches were that are left out. */
  readonly left: readonly number[];
  /** Where the documents begin in which more branches are in the way than are left out. */
  readonly unread: ReadonlySet<number>;
}

/**
 * Two branches may print what cannot stand beside each other, such as two ways to end a list. Of documents that cannot be
 * read this leaves out the branches that are in the way, where they can be read then. Undefined where there is nothing to
 * mend.
 */
export function readableText(
  template: MaskedTemplate,
  documents: readonly YamlDocument[],
): ReadableText | undefined {
  const broken = documents.filter(({ problems }) => problems.some(breaksTemplate));
  if (broken.length === 0) return undefined;
  const branches = branchesOf(template.actions);
  const left: Span[] = [];
  const unread = new Set<number>();
  for (const document of broken) {
    const inTheWay = branchesInTheWay(document, branches);
    if (inTheWay === 'too many') unread.add(document.span.start);
    else left.push(...inTheWay);
  }
  if (left.length === 0 && unread.size === 0) return undefined;
  return { text: without(template.text, left), left: left.map(({ start }) => start), unread };
}

/**
 * Whether a document of a masked template with this problem is broken. A line of which nothing is left but spaces may be
 * deeper than the text that it stands in: what is printed has no such line.
 */
export function breaksTemplate(problem: YamlProblem): boolean {
  return breaksDocument(problem) && problem.code !== 'deep-blank-line';
}

/** Nobody has more branches in each other's way. */
export const mostInTheWay = 8;

/** The branches without which a document can be read, as far as they are in it; none where it cannot be read without any. */
function branchesInTheWay(document: YamlDocument, branches: Branches): Span[] | 'too many' {
  const { span, text, root } = document;
  const left: Span[] = [];
  const known = new Set<number>();
  let problem = document.problems.find(breaksTemplate);
  while (problem) {
    if (left.length >= mostInTheWay) return 'too many';
    const branch = branchInTheWay(problem.span.start, branches, known);
    const isAround = branch && branch.start <= (root ?? { span }).span.start;
    if (!branch || isAround) return [];
    known.add(branch.start);
    left.push({ start: branch.start, end: Math.min(branch.end, span.end) });
    const inDocument = left.map(({ start, end }) => ({ start: start - span.start, end: end - span.start }));
    problem = parseInPlace(document, without(text, inDocument)).problems.find(breaksTemplate);
  }
  return left;
}

/** The branch with the problem in it, or the one before it. */
function branchInTheWay(offset: number, branches: Branches, left: ReadonlySet<number>): Branch | undefined {
  const around = branches.at(offset);
  const branch = around.parent ? around : branches.before(offset);
  return branch && !left.has(branch.start) ? branch : undefined;
}

/** A text with blanks in place of some stretches, which may overlap. */
function without(text: string, stretches: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of stretches.toSorted((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    parts.push(text.slice(at, from), text.slice(from, end).replace(/[^\r\n]/g, ' '));
    at = end;
  }
  return parts.join('') + text.slice(at);
}
