import { parseDocument } from '../yaml/documents.ts';
import type { YamlDocument, YamlProblem } from '../yaml/nodes.ts';
import { breaksDocument } from '../yaml/syntax-severities.ts';
import { type Branch, type Branches, branchesOf } from './branches.ts';
import type { MaskedTemplate } from './masked-template.ts';

/** A masked template as it is read, where not all of it can be read together. */
export interface ReadableText {
  /** The masked text without the branches that are left out, as long as it. */
  readonly text: string;
  /** Where the branches were that are left out. */
  readonly left: readonly number[];
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
  let { text } = template;
  const left: number[] = [];
  for (const document of broken.slice(0, mostDocuments)) {
    const mended = mend(document, text, branches);
    if (!mended) continue;
    text = mended.text;
    left.push(...mended.left);
  }
  return left.length > 0 ? { text, left } : undefined;
}

/**
 * Whether a document of a masked template with this problem is broken. A line of which nothing is left but spaces may be
 * deeper than the text that it stands in: what is printed has no such line.
 */
export function breaksTemplate(problem: YamlProblem): boolean {
  return breaksDocument(problem) && problem.code !== 'deep-blank-line';
}

/** Nobody has more branches in each other's way, or more documents of them. */
const mostBranches = 8;
const mostDocuments = 20;

function mend(
  { span, index, problems, root }: YamlDocument,
  text: string,
  branches: Branches,
): ReadableText | undefined {
  const left: number[] = [];
  let problem = problems.find(breaksTemplate);
  let mended = text;
  while (problem && left.length < mostBranches) {
    const branch = branchInTheWay(problem.span.start, branches, left);
    const isAround = branch && branch.start <= (root ?? { span }).span.start;
    if (!branch || isAround) return undefined;
    mended = without(mended, branch.start, Math.min(branch.end, span.end));
    left.push(branch.start);
    problem = parseDocument(mended, span, index).problems.find(breaksTemplate);
  }
  return problem ? undefined : { text: mended, left };
}

/** The branch with the problem in it, or the one before it. */
function branchInTheWay(offset: number, branches: Branches, left: readonly number[]): Branch | undefined {
  const around = branches.at(offset);
  const branch = around.parent ? around : branches.before(offset);
  return branch && !left.includes(branch.start) ? branch : undefined;
}

function without(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}
