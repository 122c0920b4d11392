import type { CheckContext } from '../../../checks/check-context.ts';
import type { Finding, Fix } from '../../../checks/finding.ts';
import { carriedFix } from './carried-fix.ts';
import { chooseSupported } from './choose-supported.ts';
import { chooseType } from './choose-type.ts';
import { clampNumber } from './clamp-number.ts';
import { withChanges } from './edited-text.ts';
import { type Fixer, type Fixing, objectAround } from './fixing.ts';
import { insertMissing } from './insert-missing.ts';
import { type Judge, type JudgedText, longestJudged, type Patience } from './judge.ts';
import { makeUnique } from './make-unique.ts';
import { matchSelector } from './match-selector.ts';
import { mendSyntax } from './mend-syntax.ts';
import { mendWarning } from './mend-warning.ts';
import { moveField } from './move-field.ts';
import { nameReferred } from './name-referred.ts';
import { nameType } from './name-type.ts';
import { reformat } from './reformat.ts';
import { removeField } from './remove-field.ts';
import { renameValidly } from './rename-validly.ts';
import { takeOtherEnd } from './take-other-end.ts';
import { takeToldValue } from './take-told-value.ts';
import { useSuccessor } from './use-successor.ts';
import { WrittenText } from './written-text.ts';

/** In the order in which their fixes are offered: the likely ones first, what takes something away last. */
const fixers: readonly Fixer[] = [
  carriedFix,
  useSuccessor,
  nameType,
  chooseType,
  insertMissing,
  moveField,
  chooseSupported,
  takeToldValue,
  reformat,
  renameValidly,
  makeUnique,
  matchSelector,
  nameReferred,
  takeOtherEnd,
  clampNumber,
  mendWarning,
  mendSyntax,
  removeField,
];

/** Of what these give, the first that mends is the nearest to what is written, and the others are no better. */
const nearestOnly = new Set<Fixer>([renameValidly, clampNumber, takeToldValue]);

/** What fixes are looked for in. */
export interface Mending {
  readonly before: JudgedText;
  readonly judge: Judge;
  readonly patience: Patience;
  readonly context: CheckContext;
}

/**
 * The fixes of a finding, the likeliest first, each once. Each is tried: what it makes of the document is judged, and it
 * is offered only where the finding is gone and nothing worse has come.
 */
export function mendingFixes(finding: Finding, mending: Mending): Fix[] {
  const fixes: Fix[] = [];
  for (const { fix } of triedFixes(finding, mending)) {
    fixes.push(fix);
    if (fixes.length >= mostFixes) break;
  }
  return fixes;
}

/** The fix of a finding beside which there is no other right one; undefined where there is none. */
export function sureFix(finding: Finding, mending: Mending): Fix | undefined {
  const isSure = ({ likelihood }: Fix) => likelihood === 'sure';
  for (const { fix, after } of triedFixes(finding, mending, isSure)) {
    // What takes the object for one that it is not shows by its fields.
    const isOther =
      finding.about.is === 'missing-type' && hasMore(isUnknownField, mending.before.findings, after);
    if (!isOther && faultsOf(fix, after).length === 0) return fix;
  }
  return undefined;
}

/** A fix that mends, and what is found in the document with it. */
interface Tried {
  readonly fix: Fix;
  readonly after: readonly Finding[];
}

function* triedFixes(
  finding: Finding,
  { before, context, judge, patience }: Mending,
  isWanted: (fix: Fix) => boolean = () => true,
): Iterable<Tried> {
  if (!before.document) return;
  if (judge.costs > longestJudged) {
    for (const fix of carriedFix({ finding })) yield { fix, after: before.findings };
    return;
  }
  const { catalog, version } = context;
  const written = new WrittenText(before.text, before.document);
  const object = objectAround(before.document.root, finding.span, catalog);
  const fixing: Fixing = { finding, written, object, catalog, version };
  const seen = new Set<string>();
  const titles = new Set<string>();
  for (const fixer of fixers) {
    let given = 0;
    for (const fix of fixer(fixing)) {
      if (given > 0 && nearestOnly.has(fixer)) break;
      if (!isWanted(fix) || titles.has(fix.title)) continue;
      const after = withChanges(before.text, [fix, ...(fix.more ?? [])]);
      if (after === before.text || seen.has(after)) continue;
      if (seen.size >= mostTries || !patience.allows(judge)) return;
      seen.add(after);
      const { findings } = judge(after);
      // What is written may break several rules of one code.
      const isRefusedAgain = faultsOf(fix, findings).some(({ code }) => code === finding.code);
      if (isRefusedAgain || !mends(finding, before.findings, findings)) continue;
      given++;
      titles.add(fix.title);
      yield { fix, after: findings };
    }
  }
}

/** What is wrong with the very text that a fix has written; nothing where it has further edits, which move it. */
function faultsOf({ span: { start }, newText, more }: Fix, after: readonly Finding[]): readonly Finding[] {
  if (more) return [];
  const end = start + newText.length;
  return after.filter(
    ({ span, severity }) => severity === 'error' && span.start === start && span.end === end,
  );
}

/** A longer menu helps nobody. */
const mostFixes = 8;
const mostTries = 40;

/**
 * Whether a finding is gone and nothing worse than it has come: no error more, and none of another sort unless what was
 * written is for a person to go on with.
 */
export function mends(finding: Finding, before: readonly Finding[], after: readonly Finding[]): boolean {
  const alike = ({ code }: Finding) => code === finding.code;
  if (after.filter(alike).length >= before.filter(alike).length) return false;
  // What a broken text hid comes to light.
  if (finding.syntax) return hasFewer(isSyntax, before, after) && !hasMore(isUnknownField, before, after);
  if (ofTypes.has(finding.about.is) || isAbsence(finding)) return true;
  if (hasMore(isError, before, after)) return false;
  if (isError(finding) && hasFewer(isError, before, after)) return true;
  if (goesOn.has(finding.about.is)) return true;
  const known = new Set(before.map(sortOf));
  return after.every((one) => !isTold(one) || known.has(sortOf(one)));
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function isTold({ severity }: Finding): boolean {
  return severity === 'error' || severity === 'warning';
}

function sortOf({ code, about }: Finding): string {
  return about.is === 'violation' ? `${code} ${about.violation.reason}` : `${code} ${about.is}`;
}

/** What is mended by saying what an object is: only then is its content judged. */
const ofTypes = new Set<Finding['about']['is']>([
  'missing-type',
  'unknown-kind',
  'kind-of-other-version',
  'unknown-version',
  'unknown-group',
  'removed-version',
  'deprecated-version',
  'not-served',
  'deprecated-in-cluster',
  'future-version',
]);

/** What is mended by writing something that may have faults of its own. */
const goesOn = new Set<Finding['about']['is']>(['unknown-field', 'wrong-type']);

type Judgement = (finding: Finding) => boolean;

const isSyntax: Judgement = ({ syntax }) => syntax === true;
const isUnknownField: Judgement = ({ code }) => code === 'unknown-field';

function hasFewer(judge: Judgement, before: readonly Finding[], after: readonly Finding[]): boolean {
  return after.filter(judge).length < before.filter(judge).length;
}

function hasMore(judge: Judgement, before: readonly Finding[], after: readonly Finding[]): boolean {
  return hasFewer(judge, after, before);
}

/** What is mended by a placeholder, which a person goes on with. */
function isAbsence({ about }: Finding): boolean {
  if (about.is === 'violation') return about.violation.reason === 'FieldValueRequired';
  return about.is === 'missing-field' || about.is === 'empty-field';
}
