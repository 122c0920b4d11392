/** What a progress line is written to: `process.stderr`. */
export interface ProgressStream {
  /** Undefined for what is no terminal, and 0 for one that does not know. */
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Milliseconds between two states of the line. */
const interval = 100;
/** Nobody is kept waiting by less. */
const firstAfter = 300;

/** Whether there is somebody to see a progress line, on a terminal that can take it away again. */
export type ProgressShown = 'shown' | 'hidden';

/** A line that says how far a run is. */
export class ProgressLine {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  readonly #is: ProgressShown;
  #shown = false;
  #next: number;

  constructor(stream: ProgressStream, is: ProgressShown, now: () => number) {
    this.#stream = stream;
    this.#is = is;
    this.#now = now;
    this.#next = now() + firstAfter;
  }

  /** Shows what the run is at, if it has not been shown just now. */
  at(what: string, done: number, all: number): void {
    if (this.#is === 'hidden' || this.#now() < this.#next) return;
    this.#next = this.#now() + interval;
    this.#shown = true;
    const text = `${what} ${done} of ${all} files`;
    this.#stream.write(`\r${text.slice(0, (this.#stream.columns || 80) - 1)}\u001b[K`);
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    if (this.#shown) this.#stream.write('\r\u001b[K');
    this.#shown = false;
  }
}
