import type { Clock } from '../cluster/watch/clock.ts';
import { questionTakes } from './answers.ts';

/** A line of a tree. */
export interface ReadyLine {
  /** Resolves when it is known what is under the line, or when that takes long; nothing has to be waited for without it. */
  ready?(): Promise<void>;
}

/**
 * VS Code takes what is under a line out of its books when that is answered, and shows it anew when the last line that is
 * expanded below has answered, too, one floor after the other. A key that is pressed meanwhile at what has gone finds nothing: a
 * "TreeError" in its console. So whatever has to be waited for below a line is waited for at the question about that line, and
 * those that follow are answered at once.
 */
export class ReadyLines<Line extends ReadyLine> {
  readonly #openBelow: (line: Line | undefined) => Iterable<Line>;
  readonly #clock: Pick<Clock, 'now'>;
  /** Until when a line that was waited for with one above it is not waited for again. */
  readonly #waitedFor = new WeakMap<Line, number>();

  /** @param openBelow the lines that are expanded below one, or at all */
  constructor(openBelow: (line: Line | undefined) => Iterable<Line>, clock: Pick<Clock, 'now'>) {
    this.#openBelow = openBelow;
    this.#clock = clock;
  }

  /** VS Code asks what is under a line: resolves when that can be answered. */
  async ready(line: Line): Promise<void> {
    const wait = this.#wait(line);
    this.#waitedFor.delete(line);
    await wait;
  }

  /** What is under a line, or at the top, is known: resolves when all can be answered that VS Code asks for because of that. */
  async readyBelow(line: Line | undefined): Promise<void> {
    const below = [...this.#openBelow(line)];
    await Promise.all(below.map((one) => this.#wait(one)));
    const until = this.#clock.now() + questionTakes;
    for (const one of below) this.#waitedFor.set(one, until);
  }

  /** Waits for a line, unless that was done with one above it. */
  async #wait(line: Line): Promise<void> {
    const until = this.#waitedFor.get(line);
    if (until === undefined || until <= this.#clock.now()) await line.ready?.();
  }
}
