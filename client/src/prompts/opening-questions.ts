/**
 * VS Code ends what it shows anew of a tree by giving the keyboard to it, where it had it; and that a question has taken the
 * keyboard a tree learns a turn later. What ends in between takes the keyboard from the question: its keys move through the
 * tree. So VS Code has taken in all that it was given for trees before a question is shown, and is given more once the question
 * has the keyboard.
 */
export class OpeningQuestions {
  readonly #turn: () => PromiseLike<unknown>;
  /** The questions that do not have the keyboard yet: each resolves when it has. */
  readonly #opening = new Set<Promise<void>>();

  /** @param turn resolves when VS Code has taken in whatever it was given before */
  constructor(turn: () => PromiseLike<unknown>) {
    this.#turn = turn;
  }

  /** Shows a question, and gives its answer. */
  ask<Answer>(show: () => PromiseLike<Answer>): Promise<Answer> {
    const ready = this.#taken();
    const answer = ready.then(show);
    const opening: Promise<void> = ready
      // VS Code shows the question in one turn, and its trees learn of that in the next.
      .then(() => this.#taken())
      .then(() => this.#taken())
      .then(() => void this.#opening.delete(opening));
    this.#opening.add(opening);
    return answer;
  }

  /** Gives what VS Code asks for of a tree: at once, or when no question is opening. */
  afterwards<Given>(give: () => Given): Given | Promise<Given> {
    return this.#opening.size === 0 ? give() : this.opened().then(give);
  }

  /** Resolves when no question is opening. */
  async opened(): Promise<void> {
    while (this.#opening.size > 0) await Promise.all(this.#opening);
  }

  /** Where VS Code cannot tell, a question is shown all the same. */
  async #taken(): Promise<void> {
    try {
      await this.#turn();
    } catch {}
  }
}
