import type { CheckContext } from '../../../checks/check-context.ts';
import type { Finding, Fix, TextChange } from '../../../checks/finding.ts';
import type { YamlDocument } from '../../../yaml/nodes.ts';
import { objectsIn } from '../../completion/file-objects.ts';
import { carriedFix } from './carried-fix.ts';
import { chooseSupported } from './choose-supported.ts';
import { chooseType } from './choose-type.ts';
import { clampNumber } from './clamp-number.ts';
import { changesOf, overlap, withChanges } from './edited-text.ts';
import { hasMore, isSyntax, isUnknownField } from './finding-counts.ts';
import { type Attempt, type Fixer, type Fixing, objectAround } from './fixing.ts';
import { insertMissing } from './insert-missing.ts';
import { intoBlockScalar } from './into-block-scalar.ts';
import { type Judge, type JudgedText, longestJudged, type Patience } from './judge.ts';
import { removeRepeated, renameRepeated } from './make-unique.ts';
import { matchSelector } from './match-selector.ts';
import { mendSyntax } from './mend-syntax.ts';
import { mendWarning } from './mend-warning.ts';
import { mends } from './mends.ts';
import { type Edit, problemsOf, uncovers } from './mends-syntax.ts';
import { moveField } from './move-field.ts';
import { isKept, isMoved } from './moved-data.ts';
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
  intoBlockScalar,
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
  renameRepeated,
  removeRepeated,
  matchSelector,
  nameReferred,
  takeOtherEnd,
  clampNumber,
  mendWarning,
  mendSyntax,
  removeField,
];

/** Those that may know of the only right answer. A placeholder is none. */
const sureFixers = fixers.filter((fixer) => fixer !== insertMissing);

/** Of what these give, the first that mends is the nearest to what is written, and the others are no better. */
const nearestOnly = new Set<Fixer>([renameValidly, clampNumber, takeToldValue]);

/** What fixes are looked for in. */
export interface Mending {
  readonly before: JudgedText;
  readonly judge: Judge;
  readonly patience: Patience;
  readonly context: CheckContext;
  /** The documents of the file. */
  readonly documents: readonly YamlDocument[];
}

/** What is known to whoever looks for fixes of a finding in a document, which is that of the text. */
export function fixingOf(finding: Finding, { before, judge, patience, context, documents }: Mending): Fixing {
  const { catalog, version } = context;
  const document = before.document!;
  return {
    finding,
    written: new WrittenText(before, document),
    object: objectAround(document.root, finding.span, catalog),
    catalog,
    version,
    isWhole: before.template === undefined,
    objects: () => objectsIn(documents),
    mayAsk: () => patience.allows({ costs: judge.costs * rulesCost }),
  };
}

/** What it takes to ask the rules once, of what it takes to judge the text. */
const rulesCost = 0.4;

/**
 * The fixes of a finding, the likeliest first, each once. Each is tried: what it makes of the document is judged, and it
 * is offered only where the finding is gone and nothing worse has come; where none is, what leaves the least of what is told
 * in its place.
 */
export function mendingFixes(finding: Finding, mending: Mending): Fix[] {
  const fixes: Fix[] = [];
  const uncovering: Tried[] = [];
  for (const tried of triedFixes(finding, mending)) {
    if (tried.does === 'uncovers') uncovering.push(tried);
    else fixes.push(tried.fix);
    if (fixes.length >= mostFixes) break;
  }
  return fixes.length > 0 ? fixes : best(uncovering);
}

/** The fixes that leave the least, each title once. */
function best(tried: readonly Tried[]): Fix[] {
  const left = tried.map(({ after }) => problemsOf(after).length);
  const fixes = new Map<string, Fix>();
  for (const [index, { fix }] of tried.entries()) {
    if (left[index] === Math.min(...left) && !fixes.has(fix.title)) fixes.set(fix.title, fix);
  }
  return [...fixes.values()].slice(0, mostFixes);
}

/** The fix of a finding beside which there is no other right one; undefined where there is none. */
export function sureFix(finding: Finding, mending: Mending): Fix | undefined {
  const isSure = ({ likelihood }: Fix) => likelihood === 'sure';
  for (const { fix, after, does } of triedFixes(finding, mending, sureFixers, isSure)) {
    if (does === 'uncovers') continue;
    const { findings } = after;
    // What takes the object for one that it is not shows by its fields.
    const isOther =
      finding.about.is === 'missing-type' && hasMore(isUnknownField, mending.before.findings, findings);
    if (!isOther && faultsOf(fix, findings).length === 0) return fix;
  }
  return undefined;
}

/** A fix that mends, or has another fault told in the place of one, and the document with it. */
interface Tried {
  readonly fix: Fix;
  readonly after: JudgedText;
  readonly does: 'mends' | 'uncovers';
}

function* triedFixes(
  finding: Finding,
  mending: Mending,
  tried: readonly Fixer[] = fixers,
  isWanted: (fix: Fix) => boolean = () => true,
): Iterable<Tried> {
  const { before, context, judge, patience } = mending;
  if (!before.document) return;
  const { catalog } = context;
  const fixing = fixingOf(finding, mending);
  if (judge.costs > longestJudged) {
    for (const fix of carriedFix(fixing)) yield { fix, after: before, does: 'mends' };
    return;
  }
  const seen = new Set<string>();
  const titles = new Set<string>();
  for (const fixer of tried) {
    let given = 0;
    for (const fix of fixer(fixing)) {
      if (given > 0 && nearestOnly.has(fixer)) break;
      if (!isWanted(fix) || titles.has(fix.title)) continue;
      const changes = changesOf(fix);
      if (doOverlap(changes)) continue;
      const after = withChanges(before.text, changes);
      if (after === before.text || seen.has(after)) continue;
      if (seen.size >= mostTries || !patience.allows(judge)) return;
      seen.add(after);
      const edit: Edit = { before, after: judge(after), changes, movedTo: fix.moves?.to };
      const { findings } = edit.after;
      // What is written may break several rules of one code.
      const isRefusedAgain = faultsOf(fix, findings).some(({ code }) => code === finding.code);
      const does = mends(finding, edit, catalog) ? 'mends' : uncovers(finding, edit) ? 'uncovers' : undefined;
      if (isRefusedAgain || !does || !doesNoMore(fix, before, edit.after)) continue;
      if (does === 'mends') {
        given++;
        titles.add(fix.title);
      }
      yield { fix, after: edit.after, does };
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
 * Whether a fix does nothing else than what it is to: what it inserts leaves all else as it was, and what it moves stands
 * where it should.
 */
function doesNoMore(fix: Attempt, before: JudgedText, after: JudgedText): boolean {
  const [known, found] = [before.document?.root, after.document?.root];
  if (fix.moves) return isMoved(known, found, fix.moves);
  const onlyInserts = changesOf(fix).every(({ span }) => span.start === span.end);
  // What is broken is read in another way once it is mended.
  return !onlyInserts || before.findings.some(isSyntax) || isKept(known, found);
}

function doOverlap(changes: readonly TextChange[]): boolean {
  return changes.some((one, index) => changes.slice(0, index).some((other) => overlap(one, other)));
}
