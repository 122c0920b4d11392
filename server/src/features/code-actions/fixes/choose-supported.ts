import { closest } from '../../../checks/closest.ts';
import type { Fix } from '../../../checks/finding.ts';
import { faultyScalar } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { replaceText } from './replace-value.ts';

/** Of the few words that a field takes, the one that was meant first, then the others. */
export function* chooseSupported(fixing: Fixing): Iterable<Fix> {
  const words = supportedWords(fixing);
  const node = words.length > 0 ? faultyScalar(fixing) : undefined;
  if (!node) return;
  const meant = closest(node.text, words);
  if (meant !== undefined) {
    const isSure = meant.toLowerCase() === node.text.toLowerCase();
    yield { ...replaceText(node, meant), ...(isSure && { likelihood: 'sure' }) };
  }
  if (words.length > mostWords) return;
  for (const word of words) yield { ...replaceText(node, word), likelihood: 'possible' };
}

/** More are for completion to offer. */
const mostWords = 5;

function supportedWords({ finding: { about } }: Fixing): readonly string[] {
  if (about.is === 'unsupported-value') return about.supported.filter(isWord);
  if (about.is !== 'violation') return [];
  return (about.violation.supported ?? []).map(unquoted).filter(isWord);
}

function isWord(choice: unknown): choice is string {
  return typeof choice === 'string' && /^[^{}]+$/.test(choice);
}

/** The server prints a word in quotes. */
function unquoted(printed: string): string {
  return /^"[^"\\]*"$/.test(printed) ? printed.slice(1, -1) : printed;
}
