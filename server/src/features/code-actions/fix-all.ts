import { loadSchemas } from '../../checks/check-document.ts';
import type { TextChange } from '../../checks/finding.ts';
import { changesOf, differenceOf, overlap, withChanges } from './fixes/edited-text.ts';
import { type Mending, sureFix } from './fixes/mending-fixes.ts';
import { mends } from './fixes/mends.ts';

/**
 * The changes that mend all of a document, as it is judged, that has one right answer, none of which overlaps another. What
 * they make has nothing of that left, unless the patience has ended: what comes to light when something is mended is mended
 * too. Rejects when the catalog cannot be read.
 */
export async function fixAllChanges(given: Mending): Promise<readonly TextChange[]> {
  const { judge, patience, context } = given;
  const { text } = given.before;
  let { before } = given;
  let changes: readonly TextChange[] = [];
  for (let round = 0; round < mostRounds; round++) {
    const found = sureChanges({ ...given, before });
    if (found.length === 0) break;
    const next = withChanges(before.text, found);
    changes = round === 0 ? found : [differenceOf(text, next)];
    if (!patience.allows(judge)) break;
    // An object may be of another version now.
    const { document } = judge(next);
    if (document) await loadSchemas([document], context.catalog);
    before = judge(next);
  }
  return changes;
}

/** What is mended may show what was hidden behind it; nothing real hides deeper. */
const mostRounds = 5;
/** More findings are of a document that somebody else wrote. */
const mostFindings = 200;

function sureChanges(mending: Mending): TextChange[] {
  const { before, judge, patience, context } = mending;
  const changes: TextChange[] = [];
  for (const finding of before.findings.slice(0, mostFindings)) {
    const fix = sureFix(finding, mending);
    if (!fix) continue;
    const own = changesOf(fix);
    if (own.some((change) => changes.some((other) => overlap(change, other)))) continue;
    // Two that are right alone may contradict each other.
    if (!patience.allows(judge)) break;
    const all = [...changes, ...own];
    const after = judge(withChanges(before.text, all));
    if (mends(finding, { before, after, changes: all }, context.catalog)) changes.push(...own);
  }
  return changes;
}
