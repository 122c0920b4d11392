import type { CheckContext } from '../../checks/check-context.ts';
import type { Finding, Fix } from '../../checks/finding.ts';
import type { Path } from '../../yaml/path.ts';
import { changesOf, differenceOf, withChanges } from './fixes/edited-text.ts';
import { type FaultyObject, objectAround } from './fixes/fixing.ts';
import { insertionAt, missingPaths } from './fixes/insert-missing.ts';
import { type JudgedText, longestJudged } from './fixes/judge.ts';
import { fixingOf, type Mending } from './fixes/mending-fixes.ts';
import { mends } from './fixes/mends.ts';

/** The fix that writes all required fields that a document lacks, one after the other; undefined where it lacks less than two. */
export function insertAllMissing(mending: Mending): Fix | undefined {
  const { before, judge, patience } = mending;
  if (judge.costs > longestJudged) return undefined;
  let now = before;
  let inserted = 0;
  while (inserted < mostInserted) {
    const next = withOneMore(now, mending);
    if (!next) break;
    now = next;
    inserted++;
  }
  if (inserted < 2 || patience.isSpent) return undefined;
  return { title: `Insert all ${inserted} missing fields`, ...differenceOf(before.text, now.text) };
}

function withOneMore(before: JudgedText, mending: Mending): JudgedText | undefined {
  const { judge, patience, context } = mending;
  const missing = missedIn(before, context);
  for (const { finding, object, paths } of missing) {
    const fixing = fixingOf(finding, { ...mending, before });
    for (const path of paths) {
      const fix = insertionAt({ ...fixing, object }, path);
      if (!fix) continue;
      if (!patience.allows(judge)) return undefined;
      const changes = changesOf(fix);
      const after = judge(withChanges(before.text, changes));
      const isFewer = missedIn(after, context).length < missing.length;
      if (after.document && isFewer && mends(finding, { before, after, changes }, context.catalog))
        return after;
    }
  }
  return undefined;
}

const mostInserted = 50;

interface Missed {
  readonly finding: Finding;
  readonly object: FaultyObject;
  readonly paths: readonly Path[];
}

/** What a document is refused for because it is not there, or empty. A name may be made of the rest, so that it comes last. */
function missedIn({ document, findings }: JudgedText, { catalog }: CheckContext): Missed[] {
  const missed = findings.flatMap((finding) => {
    const object = finding.severity === 'error' && objectAround(document?.root, finding.span, catalog);
    const paths = object ? missingPaths(finding, object) : [];
    return object && paths.length > 0 ? { finding, object, paths } : [];
  });
  const isOfMetadata = ({ paths }: Missed) => paths[0]![0] === 'metadata';
  return missed.toSorted((left, right) => Number(isOfMetadata(left)) - Number(isOfMetadata(right)));
}

/** Whether a finding is that something is not there, or empty. */
export function isMissing(finding: Finding, document: JudgedText, context: CheckContext): boolean {
  return missedIn({ ...document, findings: [finding] }, context).length > 0;
}
