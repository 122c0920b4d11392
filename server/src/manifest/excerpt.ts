import { lineStartAt } from '../yaml/lines.ts';
import type { Span } from '../yaml/nodes.ts';

/** A document around a word of it, without what is far away and says nothing about what may stand there. */
export interface Excerpt {
  /** What is left before the word and behind it. */
  readonly before: string;
  readonly after: string;
  /** How much is left out before the word. */
  readonly removed: number;
}

/**
 * Leaves out of a long block document the lines that cannot matter to what may be typed at `word`: what is nested
 * under siblings of the word and of its ancestors, and far items of the lists around it. Lines nearby, ancestors and
 * their siblings stay. `column` is the one at
 * which the word is read, where that is another than its own. Undefined where the document is short, or written in a way
 * that indentation does not tell.
 */
export function excerptAround(
  text: string,
  { start, end }: Span,
  word: Span,
  column = word.start - lineStartAt(text, word.start),
): Excerpt | undefined {
  if (end - start < longEnough || isFlowOrMerges(text.slice(start, end))) return undefined;
  const line = lineStartAt(text, word.start);
  const lineEnd = lineAfter(text, word.end, 1, end);
  const headEnd = lineAfter(text, start, nearLines, line);
  const upward = new Surroundings(column);
  const downward = new Surroundings(column);

  let nearStart = line;
  let at = line;
  for (let lines = 0; lines < nearLines && at > headEnd; lines++) {
    const next = lineStartAt(text, at - 1);
    // Below a line that is deeper than the word nothing is lost: what is over it starts no earlier than here.
    if (upward.see(text, next, at)) nearStart = next;
    at = next;
  }
  const above: string[] = [];
  for (at = nearStart; at > headEnd; ) {
    const next = lineStartAt(text, at - 1);
    if (upward.see(text, next, at) === 'matters') above.push(text.slice(next, at));
    at = next;
  }
  const nearEnd = lineAfter(text, lineEnd, nearLines, end);
  for (at = lineEnd; at < nearEnd; ) {
    const next = lineAfter(text, at, 1, end);
    downward.see(text, at, next);
    at = next;
  }
  const below: string[] = [];
  while (at < end) {
    const next = lineAfter(text, at, 1, end);
    if (downward.see(text, at, next) === 'matters') below.push(text.slice(at, next));
    at = next;
  }
  const kept = above.reverse().join('');
  return {
    before: text.slice(start, headEnd) + kept + text.slice(nearStart, word.start),
    after: text.slice(word.end, nearEnd) + below.join(''),
    removed: nearStart - headEnd - kept.length,
  };
}

/** A shorter document is read whole in a part of a millisecond. */
const longEnough = 15_000;
/** Lines at the start and around the word that stay whatever they are; the first ones show how the file is indented. */
const nearLines = 150;
/** No kind has so many fields in one map: what is farther away among siblings is data under keys of a person's own. */
const mostSiblings = 400;

/** What has been seen on the way from a word outwards, one line after the other. */
class Surroundings {
  #column: number;
  #siblings = 0;
  #isInList = false;

  constructor(column: number) {
    this.#column = column;
  }

  /**
   * What the next line on the way is: one that `matters` is no deeper than all before it and no item of a list that
   * another item stands for; undefined is nested under something else, or has no content.
   */
  see(text: string, start: number, end: number): 'matters' | 'another' | undefined {
    let at = start;
    while (text.charCodeAt(at) === 32) at++;
    const code = text.charCodeAt(at);
    const column = at - start;
    if (at >= end || code === 10 || code === 13 || code === 35 || column > this.#column) return undefined;
    const isItem = code === 45 && isSpace(text.charCodeAt(at + 1));
    if (column < this.#column) {
      this.#column = column;
      this.#siblings = 0;
      this.#isInList = false;
    }
    if (isItem && this.#isInList) return 'another';
    this.#isInList = isItem;
    return ++this.#siblings <= mostSiblings ? 'matters' : 'another';
  }
}

/** In brackets indentation says nothing, and a merge key takes from anywhere. */
function isFlowOrMerges(document: string): boolean {
  return document.includes('<<:') || /^\s*[{[]/.test(document);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13;
}

function lineAfter(text: string, from: number, lines: number, limit: number): number {
  let at = from;
  for (let line = 0; line < lines && at < limit; line++) {
    const end = text.indexOf('\n', at);
    at = end < 0 ? limit : Math.min(limit, end + 1);
  }
  return at;
}
