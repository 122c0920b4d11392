import { mildProblems } from '../../yaml/mild-problems.ts';
import type { YamlProblem } from '../../yaml/nodes.ts';
import type { Finding } from './finding.ts';

/** What is said of a problem that the reader found. `duplicates` is how much fields of one name matter to who reads the text. */
export function syntaxFinding(
  { code, message, span }: YamlProblem,
  duplicates: 'error' | 'warning',
): Finding {
  if (code === 'duplicate-key') {
    return { code: 'duplicate-field', severity: duplicates, message: sentence(message), span };
  }
  return { code, severity: mildProblems.get(code) ?? 'error', message: sentence(message), span };
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
