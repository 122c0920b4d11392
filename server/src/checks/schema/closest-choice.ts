import { closest } from '../closest.ts';

/**
 * `closest` among the choices of a field. What is known of a list stays known as long as the list: a document is judged
 * again for each fix that is tried of it, and each time the same words are compared with the same choices.
 */
export function closestChoice(word: string, choices: readonly unknown[]): string | undefined {
  const known = knownOf(choices);
  if (known.meant.has(word)) return known.meant.get(word);
  const meant = closest(word, known.words);
  if (known.meant.size >= mostKept) known.meant.clear();
  known.meant.set(word, meant);
  return meant;
}

interface Known {
  readonly words: readonly string[];
  readonly meant: Map<string, string | undefined>;
}

/** A document has no more that are compared. */
const mostKept = 1000;

const known = new WeakMap<readonly unknown[], Known>();

function knownOf(choices: readonly unknown[]): Known {
  const before = known.get(choices);
  if (before) return before;
  const found = { words: choices.filter(isWord), meant: new Map<string, string | undefined>() };
  known.set(choices, found);
  return found;
}

function isWord(choice: unknown): choice is string {
  return typeof choice === 'string' && choice !== '';
}
