import type { CheckContext } from '../../checks/check-context.ts';
import type { Finding, Fix } from '../../checks/finding.ts';
import { differenceOf, withChanges } from './fixes/edited-text.ts';
import { objectAround } from './fixes/fixing.ts';
import { insertionAt, missingPath } from './fixes/insert-missing.ts';
import { type Judge, longestJudged, type Patience } from './fixes/judge.ts';
import { WrittenText } from './fixes/written-text.ts';

/** The fix that writes all required fields that a document lacks, one after the other; undefined where it lacks less than two. */
export function insertAllMissing(
  text: string,
  judge: Judge,
  patience: Patience,
  { catalog }: CheckContext,
): Fix | undefined {
  let now = text;
  let inserted = 0;
  while (inserted < mostInserted) {
    const next = withOneMore(now);
    if (next === undefined) break;
    now = next;
    inserted++;
  }
  if (inserted < 2 || patience.isSpent) return undefined;
  return { title: `Insert all ${inserted} missing fields`, ...differenceOf(text, now) };

  function withOneMore(before: string): string | undefined {
    if (judge.costs > longestJudged || !patience.allows(judge)) return undefined;
    const judged = judge(before);
    const { document, findings } = judged;
    if (!document) return undefined;
    const written = new WrittenText(judged, document);
    const missing = findings.filter(isMissing);
    for (const finding of missing) {
      const object = objectAround(document.root, finding.span, catalog);
      const path = object && missingPath(finding, object);
      const fix = path && insertionAt(object, path, written);
      if (!fix) continue;
      if (!patience.allows(judge)) return undefined;
      const after = withChanges(before, [fix]);
      if (judge(after).findings.filter(isMissing).length < missing.length) return after;
    }
    return undefined;
  }
}

const mostInserted = 50;

/** Whether a field that is required is not there, or empty. */
export function isMissing({ code, about }: Finding): boolean {
  return code === 'missing-required' && about.is !== 'unknown-field';
}
