import type { Finding, TextChange } from '../../../checks/finding.ts';
import type { Span, YamlProblem } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import { breaksDocument } from '../../../yaml/syntax-severities.ts';
import { writtenStretches } from './edited-text.ts';
import { hasFewer, hasMore, isSyntax, isUnknownField } from './finding-counts.ts';
import type { JudgedText } from './judge.ts';

/** A document before and after changes, and these. */
export interface Edit {
  readonly before: JudgedText;
  readonly after: JudgedText;
  readonly changes: readonly TextChange[];
  /** Where a field stands then that was moved. */
  readonly movedTo?: Path | undefined;
}

/**
 * Whether a fault of the syntax is gone and no other has come. What it hid comes to light, but for names that are made of what
 * was no name.
 */
export function mendsSyntax(finding: Finding, edit: Edit): boolean {
  const [before, after] = [edit.before.findings, edit.after.findings];
  const alike = ({ code }: Finding) => code === finding.code;
  const isMended = hasFewer(alike, before, after) && hasFewer(isSyntax, before, after);
  return isMended && !bringsSyntaxFault(edit) && !bringsName(edit);
}

/**
 * Whether there is less wrong with the syntax, although as much is told of it: one fault may hide another one of its sort
 * further down.
 */
export function uncovers(finding: Finding, edit: Edit): boolean {
  if (!finding.syntax || bringsSyntaxFault(edit) || bringsName(edit)) return false;
  const [before, after] = [problemsOf(edit.before), problemsOf(edit.after)];
  const alike = ({ code }: Coded) => code === finding.code;
  return hasFewer(alike, before, after) && hasFewer(breaksDocument, before, after);
}

/** Whether more fields are unknown, or those that the changes have a part in. */
function bringsName({ before, after, changes }: Edit): boolean {
  if (hasMore(isUnknownField, before.findings, after.findings)) return true;
  const known = namesIn(
    before,
    changes.map(({ span }) => span),
  );
  return namesIn(after, writtenStretches(changes)) > known;
}

/** How many unknown fields have a part in some stretches. */
function namesIn({ findings }: JudgedText, stretches: readonly Span[]): number {
  const isIn = ({ span }: Finding) =>
    stretches.some(({ start, end }) => span.start <= end && start <= span.end);
  return findings.filter((one) => isUnknownField(one) && isIn(one)).length;
}

/** Whether a fault of the syntax is told of a sort that there was less of, and that was not hidden before. */
export function bringsSyntaxFault({ before, after }: Edit): boolean {
  const codes = new Set(after.findings.filter(isSyntax).map(({ code }) => code));
  const [problems, left] = [problemsOf(before), problemsOf(after)];
  return [...codes].some((fault) => {
    const isOf = ({ code }: Coded) => code === fault;
    const wasHidden = problems.some(isOf) && !hasMore(isOf, problems, left);
    return !wasHidden && hasMore(isOf, before.findings, after.findings);
  });
}

/** A finding, or a problem that the reader found, which need not be told. */
type Coded = Pick<Finding | YamlProblem, 'code'>;

/** What the reader found in a document. */
export function problemsOf({ document }: JudgedText): readonly YamlProblem[] {
  return document?.problems ?? [];
}

/** Whether fewer findings are told of that sort, and no more faults of the syntax: whether a comment that hides it does so. */
export function isHidden(finding: Finding, before: readonly Finding[], after: readonly Finding[]): boolean {
  return hasFewer(({ code }) => code === finding.code, before, after) && !hasMore(isSyntax, before, after);
}
