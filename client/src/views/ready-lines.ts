import type { Clock } from '../cluster/watch/clock.ts';
import { questionTakes } from './answers.ts';

/** A line of a tree. */
export interface ReadyLine {
  /** Resolves when it is known what is under the line, or when that takes long; nothing has to be waited for without it. */
  ready?(): Promise<void>;
  /** Whether that is on its way. */
  readonly isComing?: boolean;
}

/**
 * VS Code takes what is under a line out of its books when it asks for that, and shows it anew when the last line that is expanded
 * below has answered, too, one floor after the other. A key that is pressed meanwhile at what has gone finds nothing, and the
 * extension learns of no key: a "TreeError" in its console. So VS Code is told of a line when what has to be waited for below it is
 * there; and at the question about a line whatever is still to be waited for below it is, so that those that follow are answered at once.
 */
export class ReadyLines<Line extends ReadyLine> {
  readonly #openBelow: (line: Line | undefined) => Iterable<Line>;
  readonly #patience: number;
  readonly #clock: Pick<Clock, 'now'>;
  /** Since when what is under a line was seen to be on its way. */
  readonly #comingSince = new WeakMap<Line, number>();
  /** Until when a line that was waited for with one above it is not waited for again. */
  readonly #waitedFor = new WeakMap<Line, number>();

  /**
   * @param openBelow the lines that are expanded below one, or at all
   * @param patience milliseconds after which what is on its way is waited for no longer
   */
  constructor(
    openBelow: (line: Line | undefined) => Iterable<Line>,
    patience: number,
    clock: Pick<Clock, 'now'>,
  ) {
    this.#openBelow = openBelow;
    this.#patience = patience;
    this.#clock = clock;
  }

  /** Whether what is under a line, or under one that is expanded below it, or at all, is on its way, and worth waiting for. */
  areComing(line: Line | undefined): boolean {
    const lines = [...(line === undefined ? [] : [line]), ...this.#openBelow(line)];
    // All are looked at: each is waited for from now on, not after the others.
    return lines.filter((one) => this.#isWorthWaiting(one)).length > 0;
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
    if (until !== undefined && until > this.#clock.now()) return;
    if (line.isComing === undefined || this.#isWorthWaiting(line)) await line.ready?.();
  }

  #isWorthWaiting(line: Line): boolean {
    if (!line.isComing) {
      this.#comingSince.delete(line);
      return false;
    }
    const now = this.#clock.now();
    const since = this.#comingSince.get(line) ?? now;
    this.#comingSince.set(line, since);
    return now - since < this.#patience;
  }
}
