/**
 * Collects text that comes faster than it is shown, up to a limit; beyond it whole lines are dropped, the oldest first,
 * and counted.
 */
export class BoundedOutput {
  readonly #limit: number;
  #chunks: string[] = [];
  #length = 0;
  #droppedLines = 0;

  /** @param limit characters that are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  push(text: string): void {
    if (text === '') return;
    this.#chunks.push(text);
    this.#length += text.length;
    while (this.#length > this.#limit && this.#chunks.length > 1) {
      const dropped = this.#chunks.shift()!;
      this.#length -= dropped.length;
      this.#droppedLines += dropped.split('\n').length - 1;
    }
  }

  /** Everything that was kept since the last call, and how many lines before it were not. */
  take(): { text: string; droppedLines: number } {
    const taken = { text: this.#chunks.join(''), droppedLines: this.#droppedLines };
    this.#chunks = [];
    this.#length = 0;
    this.#droppedLines = 0;
    return taken;
  }
}
