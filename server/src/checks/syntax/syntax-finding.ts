import type { YamlDocument, YamlProblem } from '../../yaml/nodes.ts';
import { syntaxSeverities } from '../../yaml/syntax-severities.ts';
import type { Finding } from '../finding.ts';
import { syntaxFix } from './syntax-fix.ts';

/**
 * What is said of a problem that the reader found. `duplicates` is how much fields of one name matter to who reads the
 * text. A fix is written where the document is the one of the file.
 */
export function syntaxFinding(
  problem: YamlProblem,
  duplicates: 'error' | 'warning',
  document?: YamlDocument,
): Finding {
  const { code, message, span } = problem;
  const about = { is: 'syntax', text: message } as const;
  if (code === 'duplicate-key') {
    return { code: 'duplicate-field', severity: duplicates, about, span };
  }
  const mild = syntaxSeverities.get(code);
  const fix = document && syntaxFix(problem, document);
  return {
    code,
    severity: mild ?? 'error',
    about,
    span,
    ...(mild === undefined && { syntax: true }),
    ...(fix && { fix }),
  };
}
