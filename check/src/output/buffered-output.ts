/** What is written to: `process.stdout`. */
export interface OutputStream {
  readonly isTTY?: boolean;
  /** Whether there is room for more. */
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

/** Characters that are written at once: a system call for each line would take longer than finding what it says. */
const mostHeld = 32 * 1024;

/** Writes texts in large pieces, and to a terminal, where somebody reads them, at once. */
export class BufferedOutput {
  readonly #stream: OutputStream;
  #held = '';

  constructor(stream: OutputStream) {
    this.#stream = stream;
  }

  /** Resolves when there is room for more. */
  async write(text: string): Promise<void> {
    this.#held += text;
    if (this.#stream.isTTY || this.#held.length >= mostHeld) await this.flush();
  }

  /** Writes what is held. */
  async flush(): Promise<void> {
    const text = this.#held;
    this.#held = '';
    if (text === '' || this.#stream.write(text)) return;
    await new Promise<void>((resolve) => this.#stream.once('drain', resolve));
  }
}
