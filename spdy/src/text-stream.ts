import { letGoBytes } from './held-bytes.ts';

/** Longer texts are cut. */
const longestText = 16 * 1024;

/**
 * A stream on which only the other side speaks, and says a text: it is gathered as it comes, up to 16 KB, so nobody has to read it.
 */
export class TextStream {
  readonly #gone: () => void;
  #parts: Buffer[] = [];
  #length = 0;
  #isOver = false;
  #hasAllCome = false;
  #resolve!: (text: string) => void;

  /** What was said until it has ended, or is broken off. Never rejects. */
  readonly text: Promise<string>;
  /** This side has never anything to say. */
  readonly writableFinished = true;

  /** `gone` is called once, when it is over. */
  constructor(gone: () => void) {
    this.#gone = gone;
    this.text = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Whether the other side has said all. */
  get hasAllCome(): boolean {
    return this.#hasAllCome;
  }

  /** Bytes from the other side, or null when there will be no more. */
  receive(bytes: Buffer | null): void {
    if (this.#isOver) return;
    if (bytes === null) {
      this.#hasAllCome = true;
      this.destroy();
      return;
    }
    // A copy, so that what was read is let go.
    if (this.#length < longestText) this.#parts.push(Buffer.from(bytes));
    this.#length += bytes.length;
    letGoBytes(bytes);
  }

  /** Nothing more comes. */
  cutOff(): void {
    this.destroy();
  }

  /** It is of no use any more. */
  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#resolve(Buffer.concat(this.#parts).toString('utf8', 0, longestText).trim());
    this.#parts = [];
    this.#gone();
  }
}
