import { withStop } from '../cluster/explanation.ts';
import type { Entry } from './journal.ts';
import { stepName } from './object-name.ts';

/** Objects that are named; the others are counted. */
const mostNamed = 3;

/**
 * What follows on a sentence that tells what was done: the objects of which nobody can tell it, and why of the first; empty
 * where there is none.
 */
export function unknownSentence(entries: readonly Entry[]): string {
  const unknown = entries.flatMap(({ step, result }) =>
    result.result === 'unknown' ? [{ name: stepName(step), message: result.message }] : [],
  );
  const [first] = unknown;
  if (!first) return '';
  const names = unknown.slice(0, mostNamed).map(({ name }) => name);
  const others = unknown.length - names.length;
  const which = `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return ` Nobody can tell what became of ${which}: ${withStop(first.message)} Look before you try again.`;
}
