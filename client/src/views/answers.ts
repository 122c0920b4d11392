import type { Clock } from '../cluster/watch/clock.ts';

/**
 * This many milliseconds after its answer VS Code has taken in what stands under a line. It asks no second time for what
 * is refreshed before: it shows the first answer, whose lines then answer to nothing any more and have nothing under them.
 */
export const answerTakes = 100;

/**
 * VS Code asks at most so many milliseconds after it was told of a change, unless it is busy with one before. What it is told
 * meanwhile it would work at together with that: of two questions at a time, of which one is about what stands below the
 * other, the second is refused, and the line has nothing under it.
 */
export const questionTakes = 1000;

/** So many milliseconds after a view is shown VS Code has asked for what it was told of before. */
export const showingTakes = 300;

/** What VS Code tells of its view comes so many milliseconds late at most, over a long line to a busy window. */
export const wordTakes = 1000;

/** What VS Code is being told of a view at the moment, at its questions. */
export class Answers<Element> {
  readonly #parentOf: (element: Element) => Element | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  /** What VS Code will ask for, and until when it is waited for. */
  readonly #expected = new Map<Element | undefined, number>();
  readonly #underWay = new Set<{ element: Element | undefined; asked: number; until: number }>();

  /** The view is hidden, and there is something that VS Code was told of and has not asked for: at first all. */
  #isLeft = true;

  constructor(parentOf: (element: Element) => Element | undefined, clock: Pick<Clock, 'now'>) {
    this.#parentOf = parentOf;
    this.#clock = clock;
  }

  /** Gives on the answer to a question of VS Code: what stands under an element, or at the top. */
  async give(element: Element | undefined, children: Promise<Element[]>): Promise<Element[]> {
    this.#expected.delete(element);
    const answer = { element, asked: this.#clock.now(), until: Number.POSITIVE_INFINITY };
    this.#underWay.add(answer);
    try {
      return await children;
    } finally {
      answer.until = this.#clock.now() + answerTakes;
    }
  }

  /** VS Code was told to show these elements anew, under which there are lines: it will ask for them. */
  told(elements: Iterable<Element | undefined>): void {
    const until = this.#clock.now() + questionTakes;
    for (const element of elements) this.#expected.set(element, until);
  }

  /** VS Code hides the view. */
  hidden(): void {
    this.#isLeft = this.#areExpected(this.#clock.now());
  }

  /** VS Code shows the view, which was hidden: it will ask for what it was told of before and had not asked for. */
  shown(): void {
    if (!this.#isLeft) return;
    const now = this.#clock.now();
    this.#underWay.add({ element: undefined, asked: now, until: now + showingTakes });
  }

  /** Whether VS Code is about to ask for, or still taking in an answer of this element, or all of the view, of one above it or one below it. */
  touch(element: Element | undefined): boolean {
    return this.#since(this.#clock.now()).some(
      (other) => this.#isAt(other, element) || this.#isAt(element, other),
    );
  }

  /** Whether VS Code was told of something that it has not asked for yet, or asks: of what it asked for long ago it waits in vain. */
  get areOpen(): boolean {
    const now = this.#clock.now();
    const isOpen = ({ asked, until }: { asked: number; until: number }) =>
      until === Number.POSITIVE_INFINITY && now - asked < questionTakes;
    return this.#areExpected(now) || [...this.#underWay].some(isOpen);
  }

  /** The same of what stands above an element, or beside it, alone: whether VS Code may be at a refresh that shows it anew. */
  touchAround(element: Element): boolean {
    return this.#isAround(element, this.#clock.now());
  }

  /** Whether that was so some moments ago, as what VS Code tells now may be of that time. */
  touchedAround(element: Element): boolean {
    return this.#isAround(element, this.#clock.now() - wordTakes);
  }

  #areExpected(now: number): boolean {
    return [...this.#expected.values()].some((until) => until > now);
  }

  #isAround(element: Element, since: number): boolean {
    const parent = this.#parentOf(element);
    return this.#since(since).some(
      (other) =>
        (this.#isAt(other, parent) || this.#isAt(parent, other)) &&
        (other === undefined || !this.#isAt(element, other)),
    );
  }

  /** What VS Code was about to ask for, or still taking in, at a time that is not long ago, or later. */
  #since(time: number): (Element | undefined)[] {
    const now = this.#clock.now();
    for (const [expected, until] of this.#expected) if (until <= now) this.#expected.delete(expected);
    for (const answer of this.#underWay) {
      if (answer.until <= now - wordTakes) this.#underWay.delete(answer);
    }
    const answers = [...this.#underWay].filter(({ until }) => until > time);
    return [...this.#expected.keys(), ...answers.map(({ element }) => element)];
  }

  /** Whether the first is the second, or stands above it. */
  #isAt(above: Element | undefined, element: Element | undefined): boolean {
    let line = element;
    while (line !== undefined && line !== above) line = this.#parentOf(line);
    return line === above;
  }
}
