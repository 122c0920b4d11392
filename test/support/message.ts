import type { Finding } from '../../server/src/checks/finding.ts';
import { sentenceOf, textOf } from '../../server/src/checks/sentences.ts';

/** What a person reads of a finding, in one line: ` | ` stands where the second line begins. */
export function messageOf({ about }: Finding): string {
  return textOf(sentenceOf(about)).replaceAll('\n', ' | ');
}
