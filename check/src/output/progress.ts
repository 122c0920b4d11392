/** What a progress line is written to: `process.stderr`. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Milliseconds between two states of the line. */
const interval = 100;
/** Nobody is kept waiting by less. */
const firstAfter = 300;

/** A line that says how far a run is, on a terminal and nowhere else. */
export class ProgressLine {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  #shown = false;
  #next: number;

  constructor(stream: ProgressStream, now: () => number) {
    this.#stream = stream;
    this.#now = now;
    this.#next = now() + firstAfter;
  }

  /** Shows what the run is at, if it has not been shown just now. */
  at(what: string, done: number, all: number): void {
    if (!this.#stream.isTTY || this.#now() < this.#next) return;
    this.#next = this.#now() + interval;
    this.#shown = true;
    const text = `${what} ${done} of ${all} files`;
    this.#stream.write(`\r${text.slice(0, (this.#stream.columns ?? 80) - 1)}\u001b[K`);
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    if (this.#shown) this.#stream.write('\r\u001b[K');
    this.#shown = false;
  }
}
