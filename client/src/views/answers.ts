import type { Clock } from '../cluster/watch/clock.ts';

/**
 * This many milliseconds after its answer VS Code has taken in what stands under a line. It asks no second time for what
 * is refreshed before: it shows the first answer, whose lines then answer to nothing any more and have nothing under them.
 */
export const answerTakes = 100;

/** What VS Code is being told of a view at the moment, at its questions. */
export class Answers<Element> {
  readonly #parentOf: (element: Element) => Element | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #underWay = new Set<{ element: Element | undefined; until: number }>();

  constructor(parentOf: (element: Element) => Element | undefined, clock: Pick<Clock, 'now'>) {
    this.#parentOf = parentOf;
    this.#clock = clock;
  }

  /** Gives on the answer to a question of VS Code: what stands under an element, or at the top. */
  async give(element: Element | undefined, children: Promise<Element[]>): Promise<Element[]> {
    const answer = { element, until: Number.POSITIVE_INFINITY };
    this.#underWay.add(answer);
    try {
      return await children;
    } finally {
      answer.until = this.#clock.now() + answerTakes;
    }
  }

  /** Whether VS Code is still taking in an answer of this element, or all of the view, of one above it or one below it. */
  touch(element: Element | undefined): boolean {
    for (const answer of this.#underWay) {
      if (answer.until <= this.#clock.now()) this.#underWay.delete(answer);
      else if (this.#isAt(answer.element, element) || this.#isAt(element, answer.element)) return true;
    }
    return false;
  }

  /** Whether the first is the second, or stands above it. */
  #isAt(above: Element | undefined, element: Element | undefined): boolean {
    let line = element;
    while (line !== undefined && line !== above) line = this.#parentOf(line);
    return line === above;
  }
}
