import type { ChangeAnswer, RecordedChange } from '../cluster/changes/recorded-change.ts';
import { describeIntent } from '../cluster/intent.ts';
import { documentOf, nameInLine } from '../prompts/document-lines.ts';

/** What of a session is kept. */
export interface KeptChanges {
  /** The oldest first. */
  readonly entries: readonly RecordedChange[];
  /** How many older ones are not kept any more. */
  readonly dropped: number;
}

/** The page that tells what was changed in a session, the newest first. */
export function changesText({ entries, dropped }: KeptChanges): string {
  const lines = [headOf(entries)];
  for (const change of entries.toReversed()) lines.push('', ...linesOf(change));
  if (dropped > 0) lines.push('', `${dropped} older ${dropped === 1 ? 'one is' : 'ones are'} not kept.`);
  return documentOf(lines);
}

function headOf(entries: readonly RecordedChange[]): string {
  if (entries.length === 0) return 'Nothing that changes a cluster was sent in this session.';
  const unknown = entries.filter(({ answer }) => answer.certainty === 'unknown').length;
  const head = `What was sent in this session that changes a cluster, the newest first: ${entries.length}.`;
  if (unknown === 0) return head;
  return `${head} Of ${unknown} the answer is unknown: look before you try again.`;
}

function linesOf(change: RecordedChange): string[] {
  const { intent, sentAt, times, answer, took, found, fieldManager } = change;
  const often = times === 1 ? '' : `, ${times} times, at last then`;
  const after = took === undefined ? '' : `, after ${took} ms`;
  return [
    `${new Date(sentAt).toISOString()}  ${nameInLine(describeIntent(intent))}${often}`,
    `    ${wordsOf[answer.certainty]}${answerOf(answer)}${after}`,
    ...(found === undefined ? [] : [`    read again: ${found}`]),
    `    ${nameInLine(change.context)} (${nameInLine(change.server)}), as ${nameInLine(userOf(change))}${
      fieldManager === undefined ? '' : `, field manager ${nameInLine(fieldManager)}`
    }`,
  ];
}

const wordsOf: Readonly<Record<ChangeAnswer['certainty'], string>> = {
  awaited: 'under way',
  answered: 'done',
  refused: 'refused',
  'not-sent': 'not sent',
  unknown: 'UNKNOWN',
};

function answerOf(answer: ChangeAnswer): string {
  switch (answer.certainty) {
    case 'awaited':
      return '';
    case 'answered': {
      const { name, uid, resourceVersion } = answer.object ?? {};
      const parts = [
        String(answer.code),
        ...(name === undefined ? [] : [nameInLine(name)]),
        ...(uid === undefined ? [] : [`uid ${nameInLine(uid)}`]),
        ...(resourceVersion === undefined ? [] : [`resourceVersion ${nameInLine(resourceVersion)}`]),
      ];
      return `: ${parts.join(', ')}`;
    }
    case 'refused':
      return `: ${answer.code === undefined ? '' : `${answer.code}, `}${answer.message}`;
    default:
      return `: ${answer.message}`;
  }
}

function userOf({ user, impersonated }: RecordedChange): string {
  return impersonated === undefined ? user : `${user} for ${impersonated}`;
}
