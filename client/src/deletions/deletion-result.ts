import { sentenceOf } from '../cluster/explanation.ts';
import type { Entry } from '../journal/journal.ts';
import { stepName } from '../journal/object-name.ts';
import { isSendable } from '../journal/step.ts';
import { unknownSentence } from '../journal/unknown-steps.ts';
import { distinctWarnings, warningSentence } from '../journal/warnings.ts';

/** What a person is told of a deletion, and whether all went as they meant it. */
export interface DeletionResult {
  readonly text: string;
  readonly is: 'as meant' | 'otherwise' | 'failed';
}

/** What has become of one object, or of several; `what` and `place` are the words that the person has confirmed. */
export function deletionResult(entries: readonly Entry[], what: string, place: string): DeletionResult {
  const [only, ...others] = entries;
  const { text, is } =
    only && others.length === 0
      ? resultOfOne(only, what, place)
      : { text: `Delete from ${place}: ${summarizeDeletion(entries)}.`, is: resultOfSeveral(entries) };
  const warnings = distinctWarnings(entries);
  return {
    text: `${text}${unknownSentence(entries)}${warningSentence(warnings)}`,
    is: is === 'as meant' && warnings.length > 0 ? 'otherwise' : is,
  };
}

function resultOfOne({ result }: Entry, what: string, place: string): DeletionResult {
  switch (result.result) {
    case 'deleting': {
      const held = result.heldBy.length > 0 ? `, held by ${result.heldBy.join(', ')}` : '';
      return { text: `${what} is being deleted from ${place}${held}.`, is: 'otherwise' };
    }
    case 'missing':
      return { text: `${what} was not in ${place} any more.`, is: 'as meant' };
    case 'replaced':
      return {
        text: `${what} was not deleted from ${place}: another one has its name by now.`,
        is: 'otherwise',
      };
    case 'changed-since':
      return {
        text: `${what} was not deleted from ${place}: it has changed since (${result.fields.join(', ')}).`,
        is: 'otherwise',
      };
    case 'left-out':
      return { text: `${what} was not deleted from ${place}.`, is: 'otherwise' };
    case 'unknown':
      return { text: `${what} may have been deleted from ${place}.`, is: 'otherwise' };
    case 'failed':
      return { text: result.why ? sentenceOf(result.why) : result.message, is: 'failed' };
    default:
      return { text: `Deleted ${what} from ${place}.`, is: 'as meant' };
  }
}

function resultOfSeveral(entries: readonly Entry[]): DeletionResult['is'] {
  const fine = new Set<string>(['deleted', 'missing']);
  const sent = entries.filter(({ step }) => isSendable(step));
  return sent.every(({ result }) => fine.has(result.result)) ? 'as meant' : 'otherwise';
}

/** `2 deleted, 1 not there, 1 failed: MESSAGE`; what was left out of the plan is not told again. */
export function summarizeDeletion(entries: readonly Entry[]): string {
  const sent = entries.filter(({ step }) => isSendable(step));
  const words = {
    deleted: 'deleted',
    deleting: 'being deleted',
    missing: 'not there',
    replaced: 'replaced by another one, which stays',
    'changed-since': 'changed since',
    'left-out': 'left out',
    failed: 'failed',
    unknown: 'unknown',
  };
  const parts = Object.entries(words).flatMap(([kind, word]) => {
    const number = sent.filter(({ result }) => result.result === kind).length;
    return number > 0 ? [`${number} ${word}`] : [];
  });
  const first = sent.flatMap(reasonOf)[0];
  return first === undefined ? parts.join(', ') : `${parts.join(', ')}: ${first}`;
}

/** Why one is not gone: failures are listed before what is held, as they ask for more. */
function reasonOf({ step, result }: Entry): string[] {
  if (result.result === 'failed') return [result.message];
  if (result.result === 'deleting' && result.heldBy.length > 0)
    return [`${stepName(step)} is held by ${result.heldBy.join(', ')}`];
  return [];
}
