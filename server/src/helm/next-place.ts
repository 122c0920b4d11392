/**
 * Finds where a word stands next in a text, from any place. The answer to one question answers others: a text that has many
 * begins of something and no end is looked through once.
 */
export class NextPlace {
  readonly #text: string;
  readonly #word: string;
  #from = 0;
  #found = -1;
  #isAsked = false;

  constructor(text: string, word: string) {
    this.#text = text;
    this.#word = word;
  }

  /** The first place at `from` or behind it; -1 where there is none. */
  at(from: number): number {
    const isBetween = this.#isAsked && this.#from <= from && (this.#found < 0 || from <= this.#found);
    if (isBetween) return this.#found;
    this.#isAsked = true;
    this.#from = from;
    this.#found = this.#text.indexOf(this.#word, from);
    return this.#found;
  }
}
